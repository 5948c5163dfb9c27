/** The two sessions of a browser, a user's and an administrator's, in localStorage (docs/product.md#local-storage). */
import type { Admin } from '@shiliu/contract/admin/auth'
import { ADMIN_ROLES } from '@shiliu/contract/admin/roles'
import type { OwnUser, Tokens } from '@shiliu/contract/auth'
import { useSyncExternalStore } from 'react'
import { readItem, watchItems, writeItem } from './storage.ts'

export type Realm = 'user' | 'admin'

export type Viewer = Pick<OwnUser, 'id' | 'user_id' | 'nickname' | 'avatar' | 'bio' | 'location'>

type Session<Info> = {
  token: string
  refreshToken: string
  /** Milliseconds since the epoch; Infinity when unknown, then the first 401 renews the token. */
  expiresAt: number
  info: Info
}

export type AnySession = Session<{ id: number }>

type Keys = { token: string; refresh: string; info: string; expires: string }

function createSession<Info extends { id: number }>(keys: Keys, pick: (value: Record<string, unknown>) => Info | null) {
  const listeners = new Set<() => void>()
  let current = read()
  watchItems(Object.values(keys), reload)

  function read(): Session<Info> | null {
    const token = readItem(keys.token)
    const stored = readItem(keys.info)
    if (!token || !stored) return null
    try {
      const info = pick(JSON.parse(stored))
      if (info) {
        const expiresAt = Number(readItem(keys.expires)) || Number.POSITIVE_INFINITY
        return { token, refreshToken: readItem(keys.refresh) ?? '', expiresAt, info }
      }
    } catch {
      // Unreadable info ends the session, below.
    }
    for (const key of Object.values(keys)) writeItem(key, null)
    return null
  }

  function reload(): Session<Info> | null {
    const next = read()
    const same = next?.token === current?.token && JSON.stringify(next?.info) === JSON.stringify(current?.info)
    if (!same) change(next)
    return current
  }

  function change(next: Session<Info> | null) {
    current = next
    for (const listener of listeners) listener()
  }

  function write(next: Session<Info> | null) {
    writeItem(keys.refresh, next?.refreshToken ?? null)
    writeItem(keys.expires, next && Number.isFinite(next.expiresAt) ? String(next.expiresAt) : null)
    writeItem(keys.info, next && JSON.stringify(next.info))
    writeItem(keys.token, next?.token ?? null)
    change(next)
  }

  return {
    get: () => current,
    reload,
    signIn(tokens: Tokens, info: Info) {
      const expiresAt = Date.now() + tokens.expires_in * 1000
      write({ token: tokens.access_token, refreshToken: tokens.refresh_token, expiresAt, info })
    },
    setTokens(tokens: Tokens) {
      if (current) this.signIn(tokens, current.info)
    },
    update(fields: Partial<Info>) {
      // Another tab may have stored newer tokens, or another user's.
      const now = reload()
      if (!now || (fields.id !== undefined && fields.id !== now.info.id)) return
      const info = { ...now.info, ...fields }
      writeItem(keys.info, JSON.stringify(info))
      change({ ...now, info })
    },
    clear: () => write(null),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export function toViewer(user: Record<string, unknown>): Viewer | null {
  const { id, user_id } = user
  if (typeof id !== 'number' || typeof user_id !== 'string') return null
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    id,
    user_id,
    nickname: text(user.nickname),
    avatar: text(user.avatar),
    bio: text(user.bio),
    location: text(user.location),
  }
}

export const userSession = createSession<Viewer>(
  { token: 'token', refresh: 'refreshToken', info: 'userInfo', expires: 'tokenExpiresAt' },
  toViewer,
)

export const adminSession = createSession<Admin>(
  { token: 'admin_token', refresh: 'admin_refresh_token', info: 'admin_info', expires: 'admin_token_expires_at' },
  ({ id, username, role }) => {
    if (typeof id !== 'number' || typeof username !== 'string') return null
    // Who signed in before there were roles is an owner.
    return { id, username, role: ADMIN_ROLES.find((known) => known === role) ?? 'owner' }
  },
)

export const sessions = { user: userSession, admin: adminSession }

export function useViewer(): Viewer | null {
  return useSyncExternalStore(userSession.subscribe, () => userSession.get()?.info ?? null)
}

export function useAdmin(): Admin | null {
  return useSyncExternalStore(adminSession.subscribe, () => adminSession.get()?.info ?? null)
}

const endListeners = new Set<(realm: Realm) => void>()

/** Calls `listener` when the server ended a session; signing out does not count. */
export function onSessionEnd(listener: (realm: Realm) => void): () => void {
  endListeners.add(listener)
  return () => void endListeners.delete(listener)
}

/** Clears the session whose token the server no longer accepts and notifies once. False where it is over already. */
export function endSession(realm: Realm, token: string): boolean {
  if (sessions[realm].reload()?.token !== token) return false
  sessions[realm].clear()
  for (const listener of endListeners) listener(realm)
  return true
}
