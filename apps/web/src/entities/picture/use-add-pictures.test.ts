import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '#ui/feedback/toast.ts'
import { createUploader } from './uploader.ts'
import { toastUploads } from './use-add-pictures.ts'

/** Stores every picture, except `broken`, which fails, and `late`, which waits for `store()`. */
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
    judge: () => ({ error: '', retryable: true }),
    outlast: async () => {},
    createPreview: ({ name }) => name,
    revokePreview: () => {},
  })
  const add = (...names: string[]) => uploader.add(names.map((name) => new File([new Uint8Array(9)], name)))
  return {
    uploader,
    store,
    upload: (...names: string[]) => toastUploads(uploader, add(...names)),
    uploadWithLongToasts: (...names: string[]) => toastUploads(uploader, add(...names), 3000),
  }
}

const shown = () => toasts.get().map(({ kind, text }) => `${kind} ${text}`)
afterEach(() => toasts.set([]))

test('shows no toast for three pictures', async () => {
  await setUp().upload('a', 'b', 'c')
  expect(shown()).toEqual([])
})

test('shows the start and the end for four pictures', async () => {
  const uploading = setUp().upload('a', 'b', 'c', 'd')
  expect(shown()).toEqual(['info 正在上传 4 张图片，请耐心等待...'])
  await uploading
  expect(shown()).toEqual(['info 正在上传 4 张图片，请耐心等待...', 'success 成功上传 4 张图片'])
})

test('keeps the toasts for the given time', async () => {
  vi.useFakeTimers()
  await setUp().uploadWithLongToasts('a', 'b', 'c', 'd')
  vi.advanceTimersByTime(2999)
  expect(shown()).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
  vi.useRealTimers()
})

test('counts the failed pictures', async () => {
  await setUp().upload('a', 'broken', 'c', 'd')
  expect(shown().at(-1)).toBe('error 3 张上传成功，1 张失败')
})

test('shows no result for removed pictures', async () => {
  const { uploader, upload } = setUp()
  const uploading = upload('a', 'b', 'c', 'd')
  uploader.dispose()
  await uploading
  expect(shown()).toHaveLength(1)
})

test('shows the result of each batch when it ends', async () => {
  const { store, upload } = setUp()
  const first = upload('a', 'broken', 'c', 'd', 'e')
  const second = upload('f', 'g', 'h', 'late')
  await first
  expect(shown().at(-1)).toBe('error 4 张上传成功，1 张失败')
  store()
  await second
  expect(shown().at(-1)).toBe('success 成功上传 4 张图片')
})
