import { expect, test } from 'vitest'
import type { PictureItem, Status } from '#entities/picture/uploader.ts'
import { draftPreview, draftProblem } from './use-composer.ts'

const item: PictureItem = {
  id: '',
  preview: '',
  name: '',
  status: 'done',
  progress: 1,
  url: '/a',
  error: null,
  retryable: false,
}
const pictures = (...statuses: Status[]) => statuses.map((status) => ({ status }))

test('requires a text or a picture', () => {
  expect(draftProblem(1, [])).toBeNull()
  expect(draftProblem(0, pictures('done'))).toBeNull()
  expect(draftProblem(0, [])).toBe('请输入评论内容或上传图片')
})

test('requires every picture to be uploaded', () => {
  for (const status of ['waiting', 'preparing', 'uploading'] as const) {
    expect(draftProblem(5, pictures('done', status))).toBe('图片还在上传，稍等一下')
  }
  expect(draftProblem(5, pictures('done', 'failed'))).toContain('没有传好')
})

test('allows 1000 characters', () => {
  expect(draftProblem(1000, [])).toBeNull()
  expect(draftProblem(1001, [])).toBe('评论不能超过1000个字')
})

test('previews the text on one line, or the number of pictures', () => {
  const uploader = (count: number) => ({ get: () => Array.from({ length: count }, () => item) })
  expect(draftPreview({ content: '嗨 [@小明:xiaoming]<br>再见', uploader: uploader(2) })).toBe('嗨 @小明 再见')
  expect(draftPreview({ content: '', uploader: uploader(2) })).toBe('2张图片还没发送')
  expect(draftPreview({ content: ' ', uploader: uploader(0) })).toBe('')
})
