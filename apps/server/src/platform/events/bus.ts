/** Messages between the processes of one site. Within one process it is a plain call; Redis carries it between several. */
import type { SearchKind } from '../search/search.ts'

export type Topics = {
  /** Sessions that ended: whoever remembers them must ask again. */
  'session-ended': { sessionIds: number[] }
  /** What a guest's cached pages show has changed. */
  'pages-changed': Record<string, never>
  /** Documents that search finds, or found until now, in their indexed form; too many to name are `any`. */
  'search-changed': { kind: SearchKind; documents: string[] | 'any' }
  /** Something went wrong that is the site's own fault (platform/problems.ts). */
  problem: { place: string; fault: string; requestId: string | null; at: number }
  /** The problems up to this time have been looked at; all that are known where it is null. */
  'problems-read': { until: number | null }
  /** A user's unread count changed. */
  'user-notified': { userId: number }
  /** Whether others' messages arrive. When they do again, some were missed: what they keep fresh must be asked anew. */
  connection: { up: boolean }
}

export type Topic = keyof Topics
export type Bus = {
  publish<T extends Topic>(topic: T, message: Topics[T]): void
  subscribe<T extends Topic>(topic: T, listener: (message: Topics[T]) => void): () => void
  close(): Promise<void>
}

/** The bus of a site that is one process. */
export function localBus(): Bus {
  const listeners = new Map<Topic, Set<(message: never) => void>>()
  return {
    publish(topic, message) {
      for (const listener of listeners.get(topic) ?? []) listener(message as never)
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set)
      set.add(listener)
      return () => set.delete(listener)
    },
    close: async () => listeners.clear(),
  }
}
