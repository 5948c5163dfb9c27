// Updates of cached data that survive responses in flight, which show the state at their request and would undo them:
// each update is recorded and replayed on every response that was requested before it
// (docs/decisions/016-optimistic-updates.md).
import { notifyManager, partialMatchKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'

type Update = {
  queryKeys: readonly QueryKey[]
  /** Must be idempotent: a response may contain the update already. */
  apply: (data: unknown) => unknown
  /** The update's number; Infinity while the server does not know of it. */
  sequence: number
  name: string | undefined
}

export type UpdateOptions = {
  name?: string
  /** The request is not sent yet: newer than any response until the update is made again by name or discarded. */
  open?: boolean
}

type Journal = { count: number; updates: Update[] }

/** More updates than are made during one request. */
const UPDATES_MAX = 300

const journals = new WeakMap<QueryClient, Journal>()

function journalOf(client: QueryClient): Journal {
  const journal = journals.get(client) ?? { count: 0, updates: [] }
  journals.set(client, journal)
  return journal
}

/** Keeps the query's age and staleness: an update does not make it fresher. */
function write(client: QueryClient, query: Query, next: unknown) {
  if (next === query.state.data) return
  const { isInvalidated, dataUpdatedAt: updatedAt } = query.state
  notifyManager.batch(() => {
    client.setQueryData(query.queryKey, next, { updatedAt })
    if (isInvalidated) query.invalidate()
  })
}

export function updateCached<T>(
  client: QueryClient,
  queryKeys: readonly QueryKey[],
  update: (data: T) => T,
  { name, open = false }: UpdateOptions = {},
) {
  const apply = update as (data: unknown) => unknown
  for (const queryKey of queryKeys) {
    for (const query of client.getQueryCache().findAll({ queryKey })) {
      if (query.state.data !== undefined) write(client, query, apply(query.state.data))
    }
  }
  const journal = journalOf(client)
  discardUpdate(client, name)
  journal.count++
  journal.updates.push({ queryKeys, apply, sequence: open ? Number.POSITIVE_INFINITY : journal.count, name })
  if (journal.updates.length > UPDATES_MAX) journal.updates.shift()
}

export function discardUpdate(client: QueryClient, name: string | undefined) {
  const journal = journalOf(client)
  if (name !== undefined) journal.updates = journal.updates.filter((update) => update.name !== name)
}

export function clearUpdates(client: QueryClient) {
  journalOf(client).updates = []
}

function updatesSince(journal: Journal, sequence: number, key: QueryKey) {
  const updates = journal.updates.filter(
    (update) => update.sequence > sequence && update.queryKeys.some((queryKey) => partialMatchKey(key, queryKey)),
  )
  return (data: unknown) => updates.reduce((current, { apply }) => apply(current), data)
}

/** Call with a request whose response also fills other entries; the result replays later updates on such an entry. */
export function trackUpdates(client: QueryClient) {
  const journal = journalOf(client)
  const from = journal.count
  return (queryKey: QueryKey) => updatesSince(journal, from, queryKey) as <T>(data: T) => T
}

export function replayOptimisticUpdates(client: QueryClient) {
  const requestedAt = new WeakMap<Query, number>()
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'fetch') requestedAt.set(query, journalOf(client).count)
    if (action.type !== 'success' || action.manual) return
    write(client, query, updatesSince(journalOf(client), requestedAt.get(query) ?? 0, query.queryKey)(query.state.data))
  })
}
