import { UPLOAD } from '@shiliu/contract/limits'
import { expect, test } from 'vitest'
import { createUploader } from './uploader.ts'

type Sending = {
  name: string
  size: number
  signal: AbortSignal
  progress: (share: number) => void
  done: (url: string) => void
  fail: (error: Error) => void
}

/** An uploader whose sending the test ends by hand. */
function setUp(stored: { url: string; preview: string }[] = []) {
  const sent: Sending[] = []
  const forgotten: string[] = []
  const uploader = createUploader(
    {
      prepare: async (file) => file,
      send: (picture, name, { onProgress, signal }) =>
        new Promise((done, fail) => {
          signal.addEventListener('abort', () => fail(signal.reason))
          sent.push({ name, size: picture.size, signal, progress: onProgress, done, fail })
        }),
      reasonOf: (error) => ({ error: error instanceof Error ? error.message : '', again: true }),
      preview: (file) => `blob:${file.name}`,
      forget: (preview) => void forgotten.push(preview),
    },
    stored,
  )
  const states = () => uploader.get().map(({ status }) => status)
  const names = () => uploader.get().map(({ name }) => name)
  const idAt = (index: number) => uploader.get()[index]?.id ?? ''
  return { uploader, sent, forgotten, states, names, idAt }
}

const file = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name)
/** Lets everything that is ready happen. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a picture goes from waiting to done, with its progress', async () => {
  const { uploader, sent, states } = setUp()
  uploader.add([file('a.jpg')])
  expect(states()).toEqual(['preparing'])
  await turn()
  expect(states()).toEqual(['uploading'])
  sent[0]?.progress(0.5)
  expect(uploader.get()[0]?.progress).toBe(0.5)
  sent[0]?.done('/uploads/a')
  await turn()
  expect(uploader.get()[0]).toMatchObject({ status: 'done', progress: 1, url: '/uploads/a', preview: 'blob:a.jpg' })
})

test('three at a time, in order; the next starts when one ends', async () => {
  const { uploader, sent, states } = setUp()
  uploader.add(['a', 'b', 'c', 'd', 'e'].map((name) => file(name)))
  await turn()
  expect(states()).toEqual(['uploading', 'uploading', 'uploading', 'waiting', 'waiting'])
  sent[1]?.done('/b')
  await turn()
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
})

test('a failure keeps the picture, says why and can be tried again', async () => {
  const { uploader, sent, idAt } = setUp()
  uploader.add([file('a')])
  await turn()
  sent[0]?.fail(new Error('网络连接失败，请检查网络后重试'))
  expect(await uploader.settled()).toBe(false)
  expect(uploader.get()[0]).toMatchObject({ status: 'failed', error: '网络连接失败，请检查网络后重试' })
  uploader.retry(idAt(0))
  await turn()
  sent[1]?.done('/a')
  expect(await uploader.settled()).toBe(true)
  expect(uploader.get()[0]).toMatchObject({ status: 'done', error: null, url: '/a' })
})

test('what is too large after preparing is not sent', async () => {
  const { uploader, sent, states, idAt } = setUp()
  uploader.add([file('a', UPLOAD.fileMax + 1)])
  await turn()
  expect(states()).toEqual(['failed'])
  expect(uploader.get()[0]?.error).toContain('图片大小不能超过5MB')
  uploader.retry(idAt(0))
  await turn()
  expect(states()).toEqual(['failed'])
  expect(sent).toHaveLength(0)
})

test('removing one on its way calls it off and makes room', async () => {
  const { uploader, sent, names, forgotten, idAt } = setUp()
  uploader.add(['a', 'b', 'c', 'd'].map((name) => file(name)))
  await turn()
  uploader.remove(idAt(0))
  await turn()
  expect(sent[0]?.signal.aborted).toBe(true)
  expect(names()).toEqual(['b', 'c', 'd'])
  expect(forgotten).toEqual(['blob:a'])
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
})

test('the order is what the person made it, also while pictures are on their way', async () => {
  const { uploader, sent, idAt } = setUp([{ url: '/x-detail', preview: '/x-card' }])
  uploader.add([file('a'), file('b')])
  await turn()
  uploader.move(idAt(2), idAt(0))
  sent[0]?.done('/a')
  sent[1]?.done('/b')
  expect(await uploader.settled()).toBe(true)
  expect(uploader.get().map(({ url }) => url)).toEqual(['/b', '/x-detail', '/a'])
})

test('stored pictures are done from the start and no local file is let go of for them', async () => {
  const { uploader, states, forgotten, idAt } = setUp([{ url: '/x', preview: '/x' }])
  expect(states()).toEqual(['done'])
  expect(await uploader.settled()).toBe(true)
  uploader.remove(idAt(0))
  expect(forgotten).toEqual([])
})

test('letting go calls everything off', async () => {
  const { uploader, sent, forgotten } = setUp()
  uploader.add([file('a'), file('b')])
  await turn()
  uploader.dispose()
  expect(sent.every(({ signal }) => signal.aborted)).toBe(true)
  expect(forgotten).toEqual(['blob:a', 'blob:b'])
})

test('an address is typed beside uploads, and may take the place of one', async () => {
  const { uploader, sent, forgotten, idAt } = setUp()
  uploader.place('')
  uploader.add([file('a.jpg')])
  await turn()
  uploader.readdress(idAt(1), 'https://example.com/early.jpg', '')
  expect(uploader.get()[1]).toMatchObject({ status: 'uploading', url: null })
  sent[0]?.done('/uploads/a')
  await turn()
  uploader.readdress(idAt(0), 'https://example.com/b.jpg', 'https://example.com/b.jpg')
  uploader.readdress(idAt(1), 'https://example.com/c.jpg', '')
  expect(uploader.get().map(({ url, preview }) => [url, preview])).toEqual([
    ['https://example.com/b.jpg', 'https://example.com/b.jpg'],
    ['https://example.com/c.jpg', ''],
  ])
  expect(forgotten).toEqual(['blob:a.jpg'])
  expect(await uploader.settled()).toBe(true)
})

test('a file takes the place of one with an address, not of one on its way', async () => {
  const { uploader, sent, forgotten, idAt } = setUp([{ url: '/uploads/a', preview: '/uploads/a' }])
  uploader.place('')
  uploader.add([file('c.jpg')])
  uploader.put(idAt(1), file('b.jpg'))
  uploader.put(idAt(2), file('never.jpg'))
  await turn()
  expect(uploader.get().map(({ name, status }) => [name, status])).toEqual([
    ['', 'done'],
    ['b.jpg', 'uploading'],
    ['c.jpg', 'uploading'],
  ])
  for (const [index, { done }] of sent.entries()) done(`/uploads/${index}`)
  await turn()
  uploader.put(idAt(1), file('d.jpg'))
  expect(forgotten).toEqual(['blob:b.jpg'])
})
