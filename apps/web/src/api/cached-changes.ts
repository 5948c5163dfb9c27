/**
 * Changes of what is cached that outlast answers under way. An answer says how things were when it was asked for, and a
 * further page of a list brings the pages before it along as they were then: what a person did meanwhile would be undone.
 * So changes are remembered, and made again in every answer that was asked for before them (docs/decisions/016).
 */
import { notifyManager, partialMatchKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'

type Change = {
  queryKeys: readonly QueryKey[]
  /** Made where it is made already it changes nothing. */
  apply: (data: unknown) => unknown
  /** Its place among all changes. */
  at: number
  name: string | undefined
}

export type ChangeOptions = {
  /** Takes the place of the earlier change of this name. */
  name?: string
  /** The server has yet to hear of it: newer than any answer, until it is made once more by its name or forgotten. */
  open?: boolean
}

type Journal = { count: number; changes: Change[] }

/** No answer is waited for while more than these are made. */
const REMEMBERED = 300

const journals = new WeakMap<QueryClient, Journal>()

function journalOf(client: QueryClient): Journal {
  const journal = journals.get(client) ?? { count: 0, changes: [] }
  journals.set(client, journal)
  return journal
}

function write(client: QueryClient, query: Query, next: unknown) {
  if (next === query.state.data) return
  const { isInvalidated, dataUpdatedAt: updatedAt } = query.state
  // What was to be asked for again still is: it has become no fresher by this.
  notifyManager.batch(() => {
    client.setQueryData(query.queryKey, next, { updatedAt })
    if (isInvalidated) query.invalidate()
  })
}

/** Changes what is cached under these keys, now and in what arrives later but is older. */
export function changeCached<T>(
  client: QueryClient,
  queryKeys: readonly QueryKey[],
  change: (data: T) => T,
  { name, open = false }: ChangeOptions = {},
) {
  const apply = change as (data: unknown) => unknown
  for (const queryKey of queryKeys) {
    for (const query of client.getQueryCache().findAll({ queryKey })) {
      if (query.state.data !== undefined) write(client, query, apply(query.state.data))
    }
  }
  const journal = journalOf(client)
  forgetChange(client, name)
  journal.count++
  journal.changes.push({ queryKeys, apply, at: open ? Number.POSITIVE_INFINITY : journal.count, name })
  if (journal.changes.length > REMEMBERED) journal.changes.shift()
}

/** The change of this name is not made again: it came to nothing. */
export function forgetChange(client: QueryClient, name: string | undefined) {
  const journal = journalOf(client)
  if (name !== undefined) journal.changes = journal.changes.filter((change) => change.name !== name)
}

/** Somebody else looks from now on. */
export function forgetChanges(client: QueryClient) {
  journalOf(client).changes = []
}

function newerThan(journal: Journal, at: number, key: QueryKey) {
  const changes = journal.changes.filter(
    (change) => change.at > at && change.queryKeys.some((queryKey) => partialMatchKey(key, queryKey)),
  )
  return (data: unknown) => changes.reduce((before, { apply }) => apply(before), data)
}

/**
 * For what an answer tells of other entries than its own. Called when it is asked for; what it returns is called when it
 * is there, and puts into such data what was changed meanwhile.
 */
export function watchChanges(client: QueryClient) {
  const journal = journalOf(client)
  const from = journal.count
  return (queryKey: QueryKey) => newerThan(journal, from, queryKey) as <T>(data: T) => T
}

/** Called by `createQueryClient`: watches when answers are asked for, and changes them as they arrive. */
export function keepChanges(client: QueryClient) {
  const asked = new WeakMap<Query, number>()
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'fetch') asked.set(query, journalOf(client).count)
    if (action.type !== 'success' || action.manual) return
    write(client, query, newerThan(journalOf(client), asked.get(query) ?? 0, query.queryKey)(query.state.data))
  })
}
