/**
 * Local copies: what a person writes in a form is kept in this browser as it is typed, and offered back after a reload,
 * a crash, the end of a session or going back (docs/decisions/029-local-copies.md).
 *
 * A form creates its copies once per visit, holds them while it is open, keeps its value after each change and forgets
 * it once it was sent:
 *
 *     const copies = useLocalCopies({ realm: 'admin', form: `users/${id}`, read: readUserForm })
 *     copies.keep(dirty ? values : null)       // after each change
 *     copies.offers.use()                      // what earlier visits left, for <CopyOffer> or to take at once
 *     copies.forget()                          // after sending, or when the person discards
 *
 * Each visit writes a copy of its own, so two tabs with the same form never overwrite each other; what another tab is
 * writing just now is not offered. Without storage a form works on, without copies.
 */
import { useEffect, useMemo } from 'react'
import { type Realm, sessions, useAdmin, useViewer } from '#api/session.ts'
import { listItems, readItem, writeItem } from '#api/storage.ts'
import { createEmitter, createStore } from '#ui/state/store.ts'

/** `keptAt` is in milliseconds since the epoch. */
export type Copy<T> = { key: string; keptAt: number; value: T }

type Options<T> = {
  realm: Realm
  /** Names the form and what it is about, without colons: `note`, `note/5`, `comment/7`. */
  form: string
  /** Reads what an earlier release or another visit stored; null where it is of no use, which deletes it. */
  read: (stored: unknown) => T | null
}

export type LocalCopies<T> = ReturnType<typeof createLocalCopies<T>>

const PREFIX = 'copy:'
const KEPT_MS = 7 * 24 * 3600_000
/** How long other tabs have to say which copies are theirs. One that is late loses nothing: see `onRemoved`. */
const ANSWER_MS = 150

type Message = { ask: string } | { held: string }

/** The copies of the open forms of this tab. */
const holders = new Set<{ key: () => string; onRemoved: (key: string) => void; onHeld: (key: string) => void }>()
let channel: BroadcastChannel | null = null

const ownerPrefix = (realm: Realm, id: number) => `${PREFIX}${realm}-${id}:`
const newId = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`

function onStorage({ key, newValue }: StorageEvent) {
  if (key?.startsWith(PREFIX) && newValue === null) for (const holder of holders) holder.onRemoved(key)
}

function onMessage({ data }: MessageEvent<Message>) {
  for (const holder of holders) {
    if ('held' in data) holder.onHeld(data.held)
    else if (holder.key().startsWith(data.ask)) channel?.postMessage({ held: holder.key() } satisfies Message)
  }
}

/** Other tabs are listened to only while a form is open. Without channels their copies count as left. */
function listen() {
  globalThis.removeEventListener?.('storage', onStorage)
  if (holders.size === 0) {
    channel?.close()
    channel = null
    return
  }
  globalThis.addEventListener?.('storage', onStorage)
  if (channel || typeof BroadcastChannel !== 'function') return
  channel = new BroadcastChannel('local-copies')
  channel.onmessage = onMessage
}

function store(key: string, keptAt: number, value: unknown): boolean {
  return writeItem(key, JSON.stringify({ keptAt, value }))
}

function parse(key: string): { keptAt: number; value: unknown } | null {
  try {
    const { keptAt, value } = JSON.parse(readItem(key) ?? '')
    const now = Date.now()
    if (typeof keptAt !== 'number' || now - keptAt >= KEPT_MS) return null
    // Of a time to come, since the clock was set back: its age counts from now.
    if (keptAt > now) store(key, now, value)
    return { keptAt: Math.min(keptAt, now), value }
  } catch {
    return null
  }
}

/** Deletes everybody's copies that are too old. */
function sweep() {
  for (const key of listItems(PREFIX)) if (!parse(key)) writeItem(key, null)
}

/** The copies of one form for the person who is signed in now; without one nothing is kept. */
export function createLocalCopies<T>({ realm, form, read }: Options<T>) {
  const ownerId = sessions[realm].get()?.info.id
  const prefix = `${ownerPrefix(realm, ownerId ?? 0)}${form}:`
  const offers = createStore<readonly Copy<T>[]>([])
  let key = prefix + newId()
  let own: T | null = null
  let stored = true
  /** A copy that was taken but could not be written under the own key. */
  let taken: string | null = null

  const isSignedIn = () => ownerId !== undefined && sessions[realm].get()?.info.id === ownerId

  function write(): boolean {
    if (own === null) writeItem(key, null)
    else stored = isSignedIn() && store(key, Date.now(), own)
    if (taken !== null && (own === null || stored)) {
      writeItem(taken, null)
      taken = null
    }
    return stored
  }

  function left(): Copy<T>[] {
    const copies = listItems(prefix).flatMap((other): Copy<T>[] => {
      if ([...holders].some((holder) => holder.key() === other)) return []
      const copy = parse(other)
      const value = copy && read(copy.value)
      if (copy && value !== null) return [{ key: other, keptAt: copy.keptAt, value }]
      writeItem(other, null)
      return []
    })
    return copies.sort((a, b) => b.keptAt - a.keptAt)
  }

  function withdraw(gone: string) {
    if (offers.get().some((copy) => copy.key === gone)) offers.set(offers.get().filter((copy) => copy.key !== gone))
  }

  const holder = {
    key: () => key,
    onHeld: withdraw,
    /** Another tab took this copy for one that was left, or deleted it: it is still being written. */
    onRemoved(gone: string) {
      withdraw(gone)
      if (gone === key && own !== null) write()
    },
  }

  return {
    /** What earlier visits left, the latest first; empty until the other tabs have answered. */
    offers: { get: offers.get, use: offers.use, subscribe: offers.subscribe },
    /** Call it when the form opens; what it returns when the form closes. What was kept stays for the next visit. */
    hold(): () => void {
      if (ownerId === undefined) return () => {}
      holders.add(holder)
      listen()
      sweep()
      const held = new Set<string>()
      const { onHeld } = holder
      holder.onHeld = (other) => {
        held.add(other)
        onHeld(other)
      }
      channel?.postMessage({ ask: prefix } satisfies Message)
      const timer = setTimeout(() => {
        const found = left().filter((copy) => !held.has(copy.key))
        if (found.length > 0) offers.set(found)
      }, ANSWER_MS)
      return () => {
        clearTimeout(timer)
        holders.delete(holder)
        holder.onHeld = withdraw
        offers.set([])
        listen()
      }
    },
    /** Keeps this value; null where there is nothing to lose. False where the browser refused it. */
    keep(value: T | null): boolean {
      if (value === null && own === null) return true
      own = value
      return write()
    },
    /** Whether what was kept last will survive the page. */
    isStored: () => stored,
    /** Goes on with a copy, whose value it returns; null where it is gone. What was kept until now becomes an offer. */
    take(copy: Copy<T>): T | null {
      const current = parse(copy.key)
      const value = current && read(current.value)
      withdraw(copy.key)
      if (value === null) return null
      if (own !== null) {
        const mine = { key, keptAt: Date.now(), value: own }
        key = prefix + newId()
        offers.set([mine, ...offers.get()])
      }
      own = value
      taken = copy.key
      write()
      return value
    },
    /** Forgets a copy that was offered. */
    drop(copy: Copy<T>) {
      writeItem(copy.key, null)
      withdraw(copy.key)
    },
    /** Forgets what was kept: it was sent, or the person discarded it. */
    forget() {
      this.keep(null)
    },
  }
}

/** Copies of a form of the person who is signed in, held while the component is mounted. `read` must not change. */
export function useLocalCopies<T>({ realm, form, read }: Options<T>): LocalCopies<T> {
  const viewerId = useViewer()?.id
  const adminId = useAdmin()?.id
  const ownerId = realm === 'admin' ? adminId : viewerId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has other copies
  const copies = useMemo(() => createLocalCopies({ realm, form, read }), [realm, form, read, ownerId])
  useEffect(() => copies.hold(), [copies])
  return copies
}

const forgotten = createEmitter<{ realm: Realm; ownerId: number }>()

/** Calls `listener` when a person's copies were forgotten as a whole. */
export const onCopiesForgotten = forgotten.subscribe

/** How many copies this browser holds of a person. */
export function countCopies(realm: Realm, ownerId: number): number {
  sweep()
  return listItems(ownerPrefix(realm, ownerId)).length
}

/**
 * Forgets all that this browser holds of a person. Call it after the session was cleared, for an open form writes its
 * copy again.
 */
export function forgetCopies(realm: Realm, ownerId: number) {
  for (const key of listItems(ownerPrefix(realm, ownerId))) writeItem(key, null)
  forgotten.emit({ realm, ownerId })
}
