import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '#ui/toast.ts'
import { tellUploads } from './tell-uploads.ts'
import { createUploader } from './uploader.ts'

/** Stores every picture but those named so, the late one when the test says so. */
function setUp() {
  let store = () => {}
  const stored = new Promise<void>((resolve) => {
    store = resolve
  })
  const uploader = createUploader({
    prepare: async (file) => file,
    send: async (_, name) => {
      if (name === 'broken') throw new Error('refused')
      if (name === 'late') await stored
      return `/uploads/${name}`
    },
    reasonOf: () => ({ error: '', again: true }),
    preview: ({ name }) => name,
    forget: () => {},
  })
  const add = (...names: string[]) => uploader.add(names.map((name) => new File([new Uint8Array(9)], name)))
  return {
    uploader,
    store,
    tell: (...names: string[]) => tellUploads(uploader, add(...names)),
    slowly: (...names: string[]) => tellUploads(uploader, add(...names), 3000),
  }
}

const told = () => toasts.get().map(({ kind, text }) => `${kind} ${text}`)
afterEach(() => toasts.set([]))

test('three pictures are no matter', async () => {
  await setUp().tell('a', 'b', 'c')
  expect(told()).toEqual([])
})

test('of four it is said that they take a while, and that they are there', async () => {
  const telling = setUp().tell('a', 'b', 'c', 'd')
  expect(told()).toEqual(['info 正在上传 4 张图片，请耐心等待...'])
  await telling
  expect(told()).toEqual(['info 正在上传 4 张图片，请耐心等待...', 'success 成功上传 4 张图片'])
})

test('its messages stay as long as they are told to', async () => {
  vi.useFakeTimers()
  await setUp().slowly('a', 'b', 'c', 'd')
  vi.advanceTimersByTime(2999)
  expect(told()).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(told()).toEqual([])
  vi.useRealTimers()
})

test('those that failed are counted', async () => {
  await setUp().tell('a', 'broken', 'c', 'd')
  expect(told().at(-1)).toBe('error 3 张上传成功，1 张失败')
})

test('nothing is said of pictures that were taken away', async () => {
  const { uploader, tell } = setUp()
  const telling = tell('a', 'b', 'c', 'd')
  uploader.dispose()
  await telling
  expect(told()).toHaveLength(1)
})

test('each lot is told of by itself, as soon as it is there', async () => {
  const { store, tell } = setUp()
  const first = tell('a', 'broken', 'c', 'd', 'e')
  const second = tell('f', 'g', 'h', 'late')
  await first
  expect(told().at(-1)).toBe('error 4 张上传成功，1 张失败')
  store()
  await second
  expect(told().at(-1)).toBe('success 成功上传 4 张图片')
})
