import { expect, test } from 'vitest'
import { fileMax } from './file-rules.ts'
import { createUploader, type Hold } from './uploader.ts'

type Request = {
  name: string
  size: number
  signal: AbortSignal
  progress: (share: number) => void
  done: (url: string) => void
  fail: (error: Error) => void
}

/** An error after which the uploader waits. */
class Pause extends Error {
  hold: Hold
  free: boolean
  constructor(hold: Hold, free = false) {
    super()
    this.hold = hold
    this.free = free
  }
}
const offline = () => new Pause({ reason: 'network' })

/** An uploader whose requests the test answers by hand, and whose holds it ends by hand; it tries three times. */
function setUp(stored: { url: string; preview: string }[] = []) {
  const requests: Request[] = []
  const holds: { hold: Hold; signal: AbortSignal; end: () => void }[] = []
  const revoked: string[] = []
  const uploader = createUploader(
    {
      prepare: async (file) => file,
      send: (picture, name, { onProgress, signal }) =>
        new Promise((done, fail) => {
          signal.addEventListener('abort', () => fail(signal.reason))
          requests.push({ name, size: picture.size, signal, progress: onProgress, done, fail })
        }),
      judge: (error, attempt) =>
        error instanceof Pause && (error.free || attempt < 3)
          ? { hold: error.hold, free: error.free }
          : { error: error instanceof Error ? error.message : '', retryable: true },
      outlast: (hold, signal) => new Promise((end) => holds.push({ hold, signal, end })),
      createPreview: (file) => `blob:${file.name}`,
      revokePreview: (preview) => void revoked.push(preview),
    },
    stored,
  )
  const states = () => uploader.get().map(({ status }) => status)
  const names = () => uploader.get().map(({ name }) => name)
  const idAt = (index: number) => uploader.get()[index]?.id ?? ''
  return { uploader, requests, holds, revoked, states, names, idAt }
}

const file = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name)
/** Waits until all pending callbacks have run. */
const flush = () => new Promise((resolve) => setImmediate(resolve))

test('takes a picture from waiting to done, with its progress', async () => {
  const { uploader, requests, states } = setUp()
  uploader.add([file('a.jpg')])
  expect(states()).toEqual(['preparing'])
  await flush()
  expect(states()).toEqual(['uploading'])
  requests[0]?.progress(0.5)
  expect(uploader.get()[0]?.progress).toBe(0.5)
  requests[0]?.done('/uploads/a')
  await flush()
  expect(uploader.get()[0]).toMatchObject({ status: 'done', progress: 1, url: '/uploads/a', preview: 'blob:a.jpg' })
})

test('uploads three at a time, in order', async () => {
  const { uploader, requests, states } = setUp()
  uploader.add(['a', 'b', 'c', 'd', 'e'].map((name) => file(name)))
  await flush()
  expect(states()).toEqual(['uploading', 'uploading', 'uploading', 'waiting', 'waiting'])
  requests[1]?.done('/b')
  await flush()
  expect(requests.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
})

test('keeps a failed picture with its error and retries it', async () => {
  const { uploader, requests, idAt } = setUp()
  uploader.add([file('a')])
  await flush()
  requests[0]?.fail(new Error('网络连接失败，请检查网络后重试'))
  expect(await uploader.settled()).toBe(false)
  expect(uploader.get()[0]).toMatchObject({ status: 'failed', error: '网络连接失败，请检查网络后重试' })
  uploader.retry(idAt(0))
  await flush()
  requests[1]?.done('/a')
  expect(await uploader.settled()).toBe(true)
  expect(uploader.get()[0]).toMatchObject({ status: 'done', error: null, url: '/a' })
})

test('does not send what is too large after compression', async () => {
  const { uploader, requests, states, idAt } = setUp()
  uploader.add([file('a', fileMax() + 1)])
  await flush()
  expect(states()).toEqual(['failed'])
  expect(uploader.get()[0]?.error).toContain('图片大小不能超过5MB')
  uploader.retry(idAt(0))
  await flush()
  expect(states()).toEqual(['failed'])
  expect(requests).toHaveLength(0)
})

test('aborts a removed upload and starts the next', async () => {
  const { uploader, requests, names, revoked, idAt } = setUp()
  uploader.add(['a', 'b', 'c', 'd'].map((name) => file(name)))
  await flush()
  uploader.remove(idAt(0))
  await flush()
  expect(requests[0]?.signal.aborted).toBe(true)
  expect(names()).toEqual(['b', 'c', 'd'])
  expect(revoked).toEqual(['blob:a'])
  expect(requests.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
})

test('moves pictures while they are uploading', async () => {
  const { uploader, requests, idAt } = setUp([{ url: '/x-detail', preview: '/x-card' }])
  uploader.add([file('a'), file('b')])
  await flush()
  uploader.move(idAt(2), idAt(0))
  requests[0]?.done('/a')
  requests[1]?.done('/b')
  expect(await uploader.settled()).toBe(true)
  expect(uploader.get().map(({ url }) => url)).toEqual(['/b', '/x-detail', '/a'])
})

test('starts with stored pictures done and revokes no preview of them', async () => {
  const { uploader, states, revoked, idAt } = setUp([{ url: '/x', preview: '/x' }])
  expect(states()).toEqual(['done'])
  expect(await uploader.settled()).toBe(true)
  uploader.remove(idAt(0))
  expect(revoked).toEqual([])
})

test('aborts everything on dispose', async () => {
  const { uploader, requests, revoked } = setUp()
  uploader.add([file('a'), file('b')])
  await flush()
  uploader.dispose()
  expect(requests.every(({ signal }) => signal.aborted)).toBe(true)
  expect(revoked).toEqual(['blob:a', 'blob:b'])
})

test('adds pictures by address and replaces a stored upload by an address', async () => {
  const { uploader, requests, revoked, idAt } = setUp()
  uploader.addUrl('')
  uploader.add([file('a.jpg')])
  await flush()
  uploader.setUrl(idAt(1), 'https://example.com/early.jpg', '')
  expect(uploader.get()[1]).toMatchObject({ status: 'uploading', url: null })
  requests[0]?.done('/uploads/a')
  await flush()
  uploader.setUrl(idAt(0), 'https://example.com/b.jpg', 'https://example.com/b.jpg')
  uploader.setUrl(idAt(1), 'https://example.com/c.jpg', '')
  expect(uploader.get().map(({ url, preview }) => [url, preview])).toEqual([
    ['https://example.com/b.jpg', 'https://example.com/b.jpg'],
    ['https://example.com/c.jpg', ''],
  ])
  expect(revoked).toEqual(['blob:a.jpg'])
  expect(await uploader.settled()).toBe(true)
})

test('replaces an address by a file, but not a running upload', async () => {
  const { uploader, requests, revoked, idAt } = setUp([{ url: '/uploads/a', preview: '/uploads/a' }])
  uploader.addUrl('')
  uploader.add([file('c.jpg')])
  uploader.replaceWithFile(idAt(1), file('b.jpg'))
  uploader.replaceWithFile(idAt(2), file('never.jpg'))
  await flush()
  expect(uploader.get().map(({ name, status }) => [name, status])).toEqual([
    ['', 'done'],
    ['b.jpg', 'uploading'],
    ['c.jpg', 'uploading'],
  ])
  for (const [index, { done }] of requests.entries()) done(`/uploads/${index}`)
  await flush()
  uploader.replaceWithFile(idAt(1), file('d.jpg'))
  expect(revoked).toEqual(['blob:b.jpg'])
})

test('waits while the network is away and goes on by itself with all that waits', async () => {
  const { uploader, requests, holds, states } = setUp()
  uploader.add(['a', 'b', 'c', 'd'].map((name) => file(name)))
  await flush()
  requests[0]?.progress(0.7)
  for (const { fail } of requests) fail(offline())
  await flush()
  expect(states()).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
  expect(uploader.get()[0]?.progress).toBe(0)
  expect(uploader.getHold()).toEqual({ reason: 'network' })
  expect([requests.length, holds.length]).toEqual([3, 1])
  uploader.add([file('e')])
  await flush()
  expect(requests).toHaveLength(3)

  holds[0]?.end()
  await flush()
  expect(uploader.getHold()).toBeNull()
  expect(requests.slice(3).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

test('still counts as uploading while it waits', async () => {
  const { uploader, requests, holds } = setUp()
  uploader.add([file('a')])
  await flush()
  const settled = uploader.settled()
  requests[0]?.fail(offline())
  await flush()
  holds[0]?.end()
  await flush()
  requests[1]?.done('/a')
  expect(await settled).toBe(true)
})

test('waits for the longest pause that the server asks for', async () => {
  const { uploader, requests, holds } = setUp()
  uploader.add([file('a'), file('b'), file('c')])
  await flush()
  requests[0]?.fail(new Pause({ reason: 'busy', until: 2000 }))
  requests[1]?.fail(new Pause({ reason: 'often', until: 9000 }))
  requests[2]?.fail(new Pause({ reason: 'busy', until: 5000 }))
  await flush()
  expect(uploader.getHold()).toEqual({ reason: 'often', until: 9000 })
  expect(holds.map(({ signal }) => signal.aborted)).toEqual([true, false])
  // The end of the shorter one changes nothing.
  holds[0]?.end()
  await flush()
  expect(requests).toHaveLength(3)
})

test('can be told to go on at once', async () => {
  const { uploader, requests, holds } = setUp()
  uploader.add([file('a')])
  await flush()
  requests[0]?.fail(offline())
  await flush()
  uploader.resume()
  await flush()
  expect([requests.length, uploader.getHold(), holds[0]?.signal.aborted]).toEqual([2, null, true])
})

test('fails after some attempts, and begins to count anew with a retry', async () => {
  const { uploader, requests, holds, states, idAt } = setUp()
  uploader.add([file('a')])
  await flush()
  for (const attempt of [0, 1, 2]) {
    requests[attempt]?.fail(offline())
    await flush()
    holds[attempt]?.end()
    await flush()
  }
  expect(states()).toEqual(['failed'])
  uploader.retry(idAt(0))
  await flush()
  requests[3]?.fail(offline())
  await flush()
  expect(states()).toEqual(['waiting'])
})

test('does not count attempts that sent nothing', async () => {
  const { uploader, requests, states } = setUp()
  uploader.add([file('a')])
  await flush()
  for (const attempt of [0, 1, 2, 3]) {
    requests[attempt]?.fail(new Pause({ reason: 'network' }, true))
    await flush()
    uploader.resume()
    await flush()
  }
  requests[4]?.fail(offline())
  await flush()
  expect(states()).toEqual(['waiting'])
})

test('waits for nothing once the pictures are removed', async () => {
  const { uploader, requests, holds } = setUp()
  uploader.add([file('a')])
  await flush()
  requests[0]?.fail(offline())
  await flush()
  uploader.dispose()
  expect([uploader.getHold(), holds[0]?.signal.aborted]).toEqual([null, true])
})

test('retries all that failed in one go', async () => {
  const { uploader, requests, states } = setUp()
  uploader.add([file('a'), file('b'), file('c')])
  await flush()
  requests[0]?.fail(new Error('one'))
  requests[1]?.done('/b')
  requests[2]?.fail(new Error('two'))
  await flush()
  expect(states()).toEqual(['failed', 'done', 'failed'])
  uploader.retryAll()
  await flush()
  expect(states()).toEqual(['uploading', 'done', 'uploading'])
  expect(requests.slice(3).map(({ name }) => name)).toEqual(['a', 'c'])
})

test('describes its pictures in plain data', async () => {
  const { uploader, requests } = setUp()
  uploader.add([file('a'), file('b')])
  await flush()
  requests[0]?.done('/a')
  await flush()
  expect(JSON.parse(JSON.stringify(uploader.get()))).toEqual(uploader.get())
})
