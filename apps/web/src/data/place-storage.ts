/**
 * The reader's places: what the lists of each history entry held when it was left, so that going back finds them as
 * they were, whatever asked for them again meanwhile. sessionStorage keeps them, with the records, while the page is
 * away.
 */
import { hashKey, type InfiniteData, type QueryKey } from '@tanstack/react-query'
import { queryClient } from '#api/query-client.ts'
import { userSession } from '#api/session.ts'
import { sessionItems } from '#api/storage.ts'
import { currentLocation, onNavigation } from '#ui/history/browser-history.ts'
import { scrollPositions } from '#ui/history/use-scroll-restoration.ts'
import { STORAGE_KEY, shownLists } from './places.ts'
import { notes, people } from './records.ts'

/** Characters in sessionStorage, which holds about five million. */
const SIZE_MAX = 2_000_000
const ENTRIES_MAX = 50

const KINDS = { notes, people }
type Kind = keyof typeof KINDS

type Data = InfiniteData<{ ids: readonly unknown[]; askedAt: number }, unknown>
type LeftList = { key: QueryKey; kind: Kind; data: Data; updatedAt: number }

/** By history entry, the latest last, and within it by the hash of the list's key. */
const left = new Map<string, Map<string, LeftList>>()

const viewerId = () => userSession.get()?.info.id ?? null
let owner = viewerId()

function capture() {
  for (const { entry, hash, records } of shownLists) {
    const kind = (Object.keys(KINDS) as Kind[]).find((name) => KINDS[name] === records)
    const { queryKey: key, state } = queryClient.getQueryCache().get<Data>(hash) ?? {}
    if (!kind || !key || !state?.data) continue
    const lists = left.get(entry) ?? new Map<string, LeftList>()
    lists.set(hash, { key, kind, data: state.data, updatedAt: state.isInvalidated ? 0 : state.dataUpdatedAt })
    left.delete(entry)
    left.set(entry, lists)
  }
  for (const entry of [...left.keys()].slice(0, -ENTRIES_MAX)) left.delete(entry)
}

async function restore(entry: string) {
  for (const [hash, { key, kind, data, updatedAt }] of left.get(entry) ?? []) {
    // Beneath a note that is closed the list still stands.
    if ([...shownLists].some((list) => list.entry === entry && list.hash === hash)) continue
    // Of a viewer who has left: the records are gone.
    if (!data.pages.some(({ ids }) => ids.some((id) => KINDS[kind].get(id as never)))) continue
    const before = queryClient.getQueryState(key)
    if (before?.data === data) continue
    // The answer that another entry waits for would replace the list.
    if (before?.fetchStatus === 'fetching') await queryClient.cancelQueries({ queryKey: key, exact: true })
    queryClient.setQueryData(key, data, { updatedAt })
    if (!before?.isInvalidated && updatedAt > 0) continue
    void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
  }
}

/** Another viewer must not find this one's lists. What still stands is theirs until it is asked for again. */
function forget() {
  owner = viewerId()
  left.clear()
  scrollPositions.clear()
  sessionItems.write(STORAGE_KEY, null)
}

type Stored = { entry: string; top: number | undefined; lists: LeftList[] } & Record<Kind, object[]>

function toStored(entry: string, lists: LeftList[]): Stored {
  const recordsOf = (kind: Kind): object[] => {
    const ids = lists.filter((list) => list.kind === kind).flatMap(({ data }) => data.pages.flatMap((page) => page.ids))
    return [...new Set(ids)].flatMap((id) => KINDS[kind].get(id as never) ?? [])
  }
  return { entry, top: scrollPositions.get(entry), lists, notes: recordsOf('notes'), people: recordsOf('people') }
}

/** Stores the latest places, as many as there is room for. */
function save() {
  capture()
  const places: string[] = []
  let size = 0
  for (const [entry, lists] of [...left].reverse()) {
    const place = JSON.stringify(toStored(entry, [...lists.values()]))
    size += place.length
    if (size > SIZE_MAX) break
    places.push(place)
  }
  const write = () => sessionItems.write(STORAGE_KEY, `{"viewer":${owner},"places":[${places}]}`)
  while (places.length > 0 && !write()) places.pop()
}

function load() {
  const stored = JSON.parse(sessionItems.read(STORAGE_KEY) ?? 'null')
  if (!stored) return
  if (stored.viewer !== owner) {
    forget()
    return
  }
  for (const { entry, top, lists, ...records } of (stored.places as Stored[]).reverse()) {
    // Answers of this page are younger than all of it.
    notes.put(records.notes as never, 0)
    people.put(records.people as never, 0)
    for (const { data } of lists) for (const page of data.pages) page.askedAt = 0
    left.set(entry, new Map(lists.map((list) => [hashKey(list.key), list])))
    if (top !== undefined) scrollPositions.set(entry, top)
  }
}

/** Takes in what is stored, and from then on keeps the places of this viewer. */
export async function openPlaces() {
  try {
    load()
  } catch {
    // Of another release.
    forget()
  }
  userSession.subscribe(() => viewerId() !== owner && forget())
  onNavigation((action, { key }) => {
    capture()
    if (action === 'POP') void restore(key)
  })
  window.addEventListener('pagehide', save)
  document.addEventListener('visibilitychange', () => document.hidden && save())
  const { key } = currentLocation()
  // Whoever reloads a list at its top wants the newest.
  if (scrollPositions.get(key)) await restore(key)
}
