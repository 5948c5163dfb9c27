import { expect, test } from 'vitest'
import type { PictureItem, Status } from '#entities/picture/uploader.ts'
import { draftLine, obstacle } from './composer-rules.ts'

const blank: PictureItem = {
  id: '',
  preview: '',
  name: '',
  status: 'done',
  progress: 1,
  url: '/a',
  error: null,
  again: false,
}
const pictures = (...statuses: Status[]) => statuses.map((status) => ({ status }))

test('a text or a picture is enough', () => {
  expect(obstacle(1, [])).toBeNull()
  expect(obstacle(0, pictures('done'))).toBeNull()
  expect(obstacle(0, [])).toBe('请输入评论内容或上传图片')
})

test('every picture has to be stored first', () => {
  for (const status of ['waiting', 'preparing', 'uploading'] as const) {
    expect(obstacle(5, pictures('done', status))).toBe('图片还在上传，稍等一下')
  }
  expect(obstacle(5, pictures('done', 'failed'))).toContain('没有传好')
})

test('a thousand characters at most', () => {
  expect(obstacle(1000, [])).toBeNull()
  expect(obstacle(1001, [])).toBe('评论不能超过1000个字')
})

test('what was written is seen on one line, pictures alone are counted', () => {
  const uploader = (count: number) => ({ get: () => Array.from({ length: count }, () => blank) })
  expect(draftLine({ content: '嗨 [@小明:xiaoming]<br>再见', uploader: uploader(2) })).toBe('嗨 @小明 再见')
  expect(draftLine({ content: '', uploader: uploader(2) })).toBe('2张图片还没发送')
  expect(draftLine({ content: ' ', uploader: uploader(0) })).toBe('')
})
