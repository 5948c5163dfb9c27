/**
 * One record per thing, whichever lists show it. Each field remembers when its value was asked for: an answer replaces
 * nothing that was asked for, or confirmed, after its own request (docs/decisions/023-browser-records.md).
 */
import type { Comment } from '@shiliu/contract/comments'
import type { UserCard } from '@shiliu/contract/common'
import type {
  CollectionNotice,
  CommentNotice,
  FollowNotice,
  LikeNotice,
  SystemNotice,
  UnreadByType,
} from '@shiliu/contract/notifications'
import type { Post } from '@shiliu/contract/posts'
import type { FoundUser } from '@shiliu/contract/search'
import type { Profile, UserStats } from '@shiliu/contract/users'
import { replaceEqualDeep } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import { createEmitter } from '#ui/state/store.ts'

/** Where a page of a list begins; goes into the query of the request as it is. */
export type PageStart = { page?: number; cursor?: string }

let clock = 0

/** The order of requests and confirmations. Taken before a request is sent, it is the age of what the answer says. */
export function tick(): number {
  clock++
  return clock
}

/** What the viewer chose, shown on top of a record until the server has answered. */
export type Overlay<T> = { choice: unknown; show: (record: T) => Partial<T> }

type Entry<T> = { fields: T; askedAt: Record<string, number>; overlays: Map<string, Overlay<T>>; shown: T }

const clears: (() => void)[] = []

/** Forgets everything: the next viewer sees nothing of the last one's, nor of answers that are still under way. */
export function clearRecords() {
  for (const clear of clears) clear()
}

export type Records<T extends object, Name extends keyof T> = ReturnType<typeof createRecords<T, Name>>

/** Records of one kind, identified by the field `idName`. */
export function createRecords<T extends object, Name extends keyof T>(idName: Name) {
  type Id = T[Name]
  const entries = new Map<Id, Entry<T>>()
  const removed = new Set<Id>()
  const { emit, subscribe } = createEmitter()
  let clearedAt = 0

  clears.push(() => {
    clearedAt = tick()
    entries.clear()
    removed.clear()
    emit()
  })

  const get = (id: Id): T | undefined => entries.get(id)?.shown

  function show(entry: Entry<T>) {
    entry.shown = entry.fields
    for (const overlay of entry.overlays.values()) entry.shown = { ...entry.shown, ...overlay.show(entry.shown) }
  }

  function merge(entry: Entry<T>, fields: Partial<T>, askedAt: number) {
    const next = { ...entry.fields }
    for (const name in fields) {
      if ((entry.askedAt[name] ?? 0) > askedAt) continue
      entry.askedAt[name] = askedAt
      Object.assign(next, { [name]: fields[name] })
    }
    // Equal values keep their identity, so that what did not change is not rendered.
    const merged = replaceEqualDeep(entry.fields, next)
    if (merged === entry.fields) return
    entry.fields = merged
    show(entry)
  }

  return {
    idName,
    get,

    /** Takes in what an answer says; `askedAt` 0 fills in only what is not known. */
    put(items: readonly T[], askedAt: number) {
      if (askedAt > 0 && askedAt <= clearedAt) return
      for (const item of items) {
        const id = item[idName]
        if (removed.has(id)) continue
        const entry = entries.get(id)
        if (entry) merge(entry, item, askedAt)
        else {
          const times = Object.fromEntries(Object.keys(item).map((name) => [name, askedAt]))
          entries.set(id, { fields: item, askedAt: times, overlays: new Map(), shown: item })
        }
      }
      emit()
    },

    /** Takes in some fields of those of these records that are known. */
    patch(ids: readonly Id[], fields: Partial<T>, askedAt: number) {
      if (askedAt <= clearedAt) return
      for (const entry of ids.flatMap((id) => entries.get(id) ?? [])) merge(entry, fields, askedAt)
      emit()
    },

    /** Lists leave it out, and answers do not bring it back: those on their way may be older. */
    remove(id: Id) {
      removed.add(id)
      entries.delete(id)
      emit()
    },

    /** Lets answers bring back what was removed, once the server has restored it. */
    restore(ids: Iterable<Id>) {
      for (const id of ids) removed.delete(id)
    },

    /** The ids of the known records that `is` is true of. */
    ids: (is: (record: T) => boolean) => [...entries].filter(([, { shown }]) => is(shown)).map(([id]) => id),

    overlay: (id: Id, name: string): Overlay<T> | undefined => entries.get(id)?.overlays.get(name),

    setOverlay(id: Id, name: string, overlay: Overlay<T> | null) {
      const entry = entries.get(id)
      if (!entry) return
      if (overlay) entry.overlays.set(name, overlay)
      else entry.overlays.delete(name)
      show(entry)
      emit()
    },

    use: (id: Id | null): T | undefined => useSyncExternalStore(subscribe, () => (id === null ? undefined : get(id))),

    /** The known ones of these records, in order: the same array until one of them changes. */
    useAll(ids: readonly Id[]): readonly T[] {
      const last = useRef<readonly T[]>([])
      return useSyncExternalStore(subscribe, () => {
        const next = ids.flatMap((id) => get(id) ?? [])
        const same = next.length === last.current.length && next.every((record, at) => record === last.current[at])
        if (!same) last.current = next
        return last.current
      })
    },
  }
}

export const notes = createRecords<Post, 'id'>('id')

/** A person as far as the answers told: lists say other things than the profile. */
export type Person = Pick<UserCard, 'user_id'> & Partial<UserCard & Profile & UserStats & FoundUser>
export const people = createRecords<Person, 'user_id'>('user_id')

/** A comment or reply; a thread also has the ids of its loaded replies, their first page and where the next begins. */
export type LoadedComment = Pick<Comment, 'id'> & Partial<Comment & Replies>
type Replies = { replies: readonly number[]; reply_total: number; first_page: number; next: PageStart | null }
export const comments = createRecords<LoadedComment, 'id'>('id')

export type Notice = CommentNotice | LikeNotice | CollectionNotice | FollowNotice | SystemNotice
export const notices = createRecords<Notice, 'id'>('id')

/** The viewer's unread notifications. */
export const unread = createRecords<UnreadByType & { of: 'viewer' }, 'of'>('of')
