import { tags } from '@shiliu/contract/admin/tags'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { download } from './download.ts'
import { NETWORK_FAILED } from './error.ts'
import { adminSession } from './session.ts'

const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 3600 }
const LINES = ['\ufeff编号,名称\r\n1,早', '安\r\n2,"图书\r\n馆"\r\n']

type Fetch = (address: string, init: RequestInit) => Promise<Response>
const serve = (answer: Fetch) => vi.stubGlobal('fetch', answer)

/** Sends the pieces one after the other; without an end where the connection breaks. */
function sent(pieces: readonly string[], broken = false): ReadableStream<Uint8Array> {
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

beforeEach(() => adminSession.signIn(tokens, { id: 1, username: 'admin' }))
afterEach(() => {
  adminSession.clear()
  vi.unstubAllGlobals()
})

test('tells of rows as they arrive', async () => {
  const headers = { 'x-total-count': '2' }
  const asked: unknown[] = []
  serve(async (address, init) => {
    asked.push(address, Reflect.get(init.headers ?? {}, 'authorization'))
    return new Response(sent(LINES), { headers })
  })
  const told: unknown[] = []
  const file = await download(tags.export, { query: { name: '校' }, onProgress: (...now) => told.push(now) })
  expect(asked).toEqual([`/api/admin/tags/export?name=${encodeURIComponent('校')}`, 'Bearer a'])
  expect(told).toEqual([
    [0, 2],
    [2, 2],
  ])
  // text() would drop the mark by which Excel knows the encoding.
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())).toBe(LINES.join(''))
})

test('says why there is no file', async () => {
  serve(async () => new Response(JSON.stringify({ code: 429, message: '请稍后再试' }), { status: 429 }))
  await expect(download(tags.export)).rejects.toMatchObject({ status: 429, message: '请稍后再试' })
  serve(async () => new Response(sent(LINES, true)))
  await expect(download(tags.export)).rejects.toMatchObject({ status: 0, message: NETWORK_FAILED })
})

test('is given up when asked to', async () => {
  const stop = new AbortController()
  serve(async (_, { signal }) => {
    signal?.throwIfAborted()
    return new Response(sent(LINES))
  })
  stop.abort(new Error('enough'))
  await expect(download(tags.export, { signal: stop.signal })).rejects.toThrow('enough')
})
