import { expect, it } from 'vitest'
import type { CachedRecord } from '../cache/records.ts'
import { joinPage, recordJson } from './json-page.ts'
import { applyViewerOverlay } from './viewer-overlay.ts'

function record<T extends object>(id: number, data: T, placeholder = '"liked":false'): CachedRecord<T> {
  const text = JSON.stringify(data)
  const [before = '', after = ''] = text.split(placeholder)
  const place = text.includes(placeholder) ? placeholder : ''
  const json = { before: Buffer.from(before), place: Buffer.from(place), after: Buffer.from(after), hash: text }
  return { value: { id, data, json }, tags: [], life: { staleAt: 1 } }
}

const note = (id: number, text: string) => record(id, { id, text, liked: false, last: true })

it('writes what JSON.stringify would, and names the records as its basis', () => {
  const [one, two, reply] = [note(1, '石榴"liked":false'), note(2, ''), note(3, '回')]
  const list = { value: null, tags: [], life: { staleAt: 1 } }
  const extra = { replies: [recordJson(reply)], total: 1 }
  const { data: first } = one.value
  const withReplies = recordJson<typeof first, { replies: (typeof first)[]; total: number }>(one, extra)
  const page = joinPage({ code: 200, data: { notes: [withReplies, recordJson(two)], n: 2 } }, [list])
  const expected = { ...first, replies: [reply.value.data], total: 1 }
  expect(JSON.parse(page.body.toString())).toEqual({ code: 200, data: { notes: [expected, two.value.data], n: 2 } })
  expect(page.ids).toEqual([1, 3, 2])
  expect(page.basis).toEqual([list, one, reply, two].map(({ life }) => life))
})

it('puts the viewer’s part into each place', async () => {
  const page = joinPage({ notes: [recordJson(note(1, '')), recordJson(note(2, ''))] }, [])
  const overlay = async (viewer: number) => (id: number) => Buffer.from(`"liked":${id === viewer}`)
  const { notes } = JSON.parse((await applyViewerOverlay(page, 2, overlay)).toString())
  expect(notes.map(({ liked }: { liked: boolean }) => liked)).toEqual([false, true])
})

it('has the same tag for the same content, another one for any other', () => {
  const etag = (text: string, n: number) => joinPage({ notes: [recordJson(note(1, text))], n }, []).etag
  expect(etag('a', 1)).toBe(etag('a', 1))
  expect(new Set([etag('a', 1), etag('b', 1), etag('a', 2)]).size).toBe(3)
})
