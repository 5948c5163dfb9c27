import { tags } from '@shiliu/contract/admin/tags'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRowCounter, download } from './download.ts'
import { NETWORK_FAILED } from './error.ts'
import { adminSession } from './session.ts'

const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 3600 }
const LINES = ['\ufeff编号,名称\r\n1,早', '安\r\n2,"图书\r\n馆"\r\n']

type Fetch = (address: string, init: RequestInit) => Promise<Response>
const serve = (answer: Fetch) => vi.stubGlobal('fetch', answer)

/** A body that sends the pieces one after the other, or breaks after them. */
function stream(pieces: readonly string[], broken = false): ReadableStream<Uint8Array> {
  const rest = [...pieces]
  return new ReadableStream({
    pull(controller) {
      const piece = rest.shift()
      if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece))
      else if (broken) controller.error(new TypeError('terminated'))
      else controller.close()
    },
  })
}

beforeEach(() => adminSession.signIn(tokens, { id: 1, username: 'admin', role: 'owner' }))
afterEach(() => {
  adminSession.clear()
  vi.unstubAllGlobals()
})

test('reports rows as they arrive', async () => {
  const headers = { 'x-total-count': '2' }
  const requested: unknown[] = []
  serve(async (address, init) => {
    requested.push(address, Reflect.get(init.headers ?? {}, 'authorization'))
    return new Response(stream(LINES), { headers })
  })
  const progress: unknown[] = []
  const file = await download(tags.export, { query: { name: '校' }, onProgress: (...now) => progress.push(now) })
  expect(requested).toEqual([`/api/admin/tags/export?name=${encodeURIComponent('校')}`, 'Bearer a'])
  expect(progress).toEqual([
    [0, 2],
    [2, 2],
  ])
  // text() would drop the byte order mark, by which Excel recognizes the encoding.
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())).toBe(LINES.join(''))
})

test('throws the reason of a failed download', async () => {
  serve(async () => new Response(JSON.stringify({ code: 429, message: '请稍后再试' }), { status: 429 }))
  await expect(download(tags.export)).rejects.toMatchObject({ status: 429, message: '请稍后再试' })
  serve(async () => new Response(stream(LINES, true)))
  await expect(download(tags.export)).rejects.toMatchObject({ status: 0, message: NETWORK_FAILED })
})

test('can be aborted', async () => {
  const stop = new AbortController()
  serve(async (_, { signal }) => {
    signal?.throwIfAborted()
    return new Response(stream(LINES))
  })
  stop.abort(new Error('enough'))
  await expect(download(tags.export, { signal: stop.signal })).rejects.toThrow('enough')
})

const bytes = (text: string) => new TextEncoder().encode(text)

test('counts rows across chunks, and not the line breaks within quotes', () => {
  const count = createRowCounter()
  expect(count(bytes('\ufeff编号,内容\r\n1,早'))).toBe(0)
  expect(count(bytes('安\r\n2,"两行\r\n的'))).toBe(1)
  expect(count(bytes('话""引号""\r\n"'))).toBe(1)
  expect(count(bytes('\r\n3,完\r\n'))).toBe(3)
})

test('counts no rows in an empty table', () => {
  expect(createRowCounter()(bytes('\ufeff编号\r\n'))).toBe(0)
  expect(createRowCounter()(bytes(''))).toBe(0)
})
