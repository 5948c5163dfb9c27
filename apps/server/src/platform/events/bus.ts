/** Messages between the processes of one site: calls within one, over Redis or the first process between several. */
import { randomUUID } from 'node:crypto'
import type { SearchKind } from '../search/search.ts'

export type Topics = {
  'session-ended': { sessionIds: number[] }
  /** What has one of these tags is stale. */
  invalidated: { tags: string[] }
  /** Written view counts of posts. */
  'views-written': { views: [id: number, viewCount: number][] }
  /** Indexed documents before and after a change; `any` if there are too many to name. */
  'search-changed': { kind: SearchKind; documents: string[] | 'any' }
  problem: {
    place: string
    fault: string
    requestId: string | null
    traceId?: string | null
    inBrowser: boolean
    node?: string
    at: number
  }
  /** The problems up to `until` were read; all known ones if null. */
  'problems-read': { until: number | null }
  /** A user's unread count changed. */
  'user-notified': { userId: number }
  /** Settings of the site were changed in the database. */
  'settings-changed': Record<string, never>
  /** Watched words were changed in the database. */
  'words-changed': Record<string, never>
  /** Bans of addresses were changed in the database. */
  'address-bans-changed': Record<string, never>
  /** Synonyms of tags, or names that they stand for, were changed in the database. */
  'tag-synonyms-changed': Record<string, never>
  /** Whether messages of other processes arrive. When they do again, some were missed and caches must be cleared. */
  connection: { up: boolean }
}

export type Topic = keyof Topics
export type Bus = {
  publish<T extends Topic>(topic: T, message: Topics[T]): void
  /** To this process only. */
  publishHere<T extends Topic>(topic: T, message: Topics[T]): void
  subscribe<T extends Topic>(topic: T, listener: (message: Topics[T]) => void): () => void
  /** Of this process. */
  nodeId: string
  /** When another process was heard last, in the time of `performance.now()`. Each that lives is, once a second. */
  lastHeard(nodeId: string): number | undefined
  close(): Promise<void>
}

/** What goes from process to process. Without a topic it only tells that its sender, `from`, lives. */
export type Envelope = { from: string; topic?: Topic; message?: unknown }

/** The bus of a site with one process. */
export function localBus(): Bus {
  const listeners = new Map<Topic, Set<(message: never) => void>>()
  function publish<T extends Topic>(topic: T, message: Topics[T]) {
    for (const listener of listeners.get(topic) ?? []) listener(message as never)
  }
  return {
    nodeId: randomUUID(),
    lastHeard: () => undefined,
    publish,
    publishHere: publish,
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set)
      set.add(listener)
      return () => set.delete(listener)
    },
    close: async () => listeners.clear(),
  }
}

/** One whose messages also reach other processes, by `send`. Those of others are to be given to `receive`. */
export function sharedBus(send: (envelope: Envelope) => void): Bus & { receive(envelope: Envelope): void } {
  const local = localBus()
  const { nodeId } = local
  const heard = new Map<string, number>()
  return {
    ...local,
    lastHeard: (id) => heard.get(id),
    publish(topic, message) {
      local.publish(topic, message)
      send({ from: nodeId, topic, message })
    },
    receive({ from, topic, message }) {
      if (from === nodeId) return
      heard.set(from, performance.now())
      if (topic) local.publish(topic, message as Topics[Topic])
    },
  }
}
