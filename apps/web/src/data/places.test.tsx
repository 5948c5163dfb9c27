import { hashKey } from '@tanstack/react-query'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '#api/query-client.ts'
import { makePost } from '#test/data.ts'
import { navigator, startHistory } from '#ui/history/browser-history.ts'
import { openPlaces } from './place-storage.ts'
import { keepPlace } from './places.ts'
import { clearRecords, notes } from './records.ts'

const key = (list: number) => ['list', list]

/** Shows a list of one note, as long as asked for, in the history entry of that number, and leaves it. */
function read(entry: number, length = 10) {
  notes.put([makePost({ id: entry, content: '字'.repeat(length) })], 0)
  queryClient.setQueryData(key(entry), { pages: [{ ids: [entry], askedAt: 1 }], pageParams: [{ page: 1 }] })
  const leave = keepPlace(String(entry), hashKey(key(entry)), notes)
  navigator.push(`/${entry}`)
  leave?.()
}

function storedEntries(): string[] {
  const { places } = JSON.parse(sessionStorage.getItem('places') ?? '{"places":[]}')
  return places.map(({ entry }: { entry: string }) => entry)
}

const hide = () => window.dispatchEvent(new Event('pagehide'))

beforeAll(async () => {
  startHistory()
  await openPlaces()
})
afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
  queryClient.clear()
  clearRecords()
})

test('stores the latest places that fit into two million characters', () => {
  for (const entry of [1, 2, 3]) read(entry, 800_000)
  hide()
  expect(storedEntries()).toEqual(['3', '2'])
})

test('leaves out the oldest places where the browser has less room', () => {
  const setItem = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, value) {
    if (value.length > 2500) throw new DOMException('full', 'QuotaExceededError')
    setItem.call(this, name, value)
  })
  for (const entry of [4, 5, 6]) read(entry, 500)
  hide()
  expect(storedEntries()).toEqual(['6', '5'])
})

test('neither reads nor keeps the places of another viewer', async () => {
  sessionStorage.setItem(
    'places',
    JSON.stringify({ viewer: 5, places: [{ entry: 'x', lists: [], notes: [makePost()] }] }),
  )
  await openPlaces()
  expect(notes.get(makePost().id)).toBeUndefined()
  expect(sessionStorage.getItem('places')).toBeNull()
})
