import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const fetched = vi.fn(async () => new Response('{"data":null}'))
let input: () => void
let send: typeof import('./send.ts').send

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    if (type === 'pointerdown') input = listener
  })
  vi.resetModules()
  ;({ send } = await import('./send.ts'))
  fetched.mockClear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const list = { method: 'GET', path: '/posts', query: { page: 1 } } as const

/** Asks again at once, also after a failure. Returns the last failure. */
async function loop(times: number, stepMs = 0) {
  let failure: unknown
  for (let round = 0; round < times; round++) {
    await send(list, null).catch((error: unknown) => {
      failure = error
    })
    vi.advanceTimersByTime(stepMs)
  }
  return failure
}

test('a loop of the same request stops, and says so', async () => {
  expect(await loop(1000)).toMatchObject({ status: 429, message: expect.stringContaining('已经停下') })
  expect(fetched).toHaveBeenCalledTimes(30)
  // Time alone does not start it again.
  vi.advanceTimersByTime(3_600_000)
  await loop(1000)
  expect(fetched).toHaveBeenCalledTimes(30)
})

test('other requests go on, and the same one once the user does something', async () => {
  await loop(40)
  await send({ ...list, query: { page: 2 } }, null)
  expect(fetched).toHaveBeenCalledTimes(31)
  input()
  await expect(send(list, null)).resolves.toMatchObject({ ok: true })
})

test('what is asked for every few seconds is never stopped', async () => {
  expect(await loop(500, 1000)).toBeUndefined()
  expect(fetched).toHaveBeenCalledTimes(500)
})
