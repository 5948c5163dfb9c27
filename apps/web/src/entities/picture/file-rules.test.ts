import { expect, test } from 'vitest'
import { avatarRule, isHeicFile, selectFiles, sizeRule, typeRule } from './file-rules.ts'

const file = (name: string, type = 'image/jpeg', size = 1000) => ({ name, type, size })

test('accepts JPEG, PNG and WebP, by extension where there is no type', () => {
  for (const type of ['image/jpeg', 'image/jpg', 'image/png', 'image/webp'])
    expect(typeRule(file('a', type))).toBeNull()
  expect(typeRule(file('IMG_1.JPG', ''))).toBeNull()
  expect(typeRule(file('a.gif', 'image/gif'))).toBe('a.gif：不支持的文件类型，支持 JPG、PNG、WebP')
  expect(typeRule(file('a.svg', 'image/svg+xml'))).toContain('不支持的文件类型')
  expect(typeRule(file('a.pdf', 'application/pdf'))).toBe('a.pdf：请选择图片文件，支持 JPG、PNG、WebP')
  expect(typeRule(file('README', ''))).toContain('请选择图片文件')
})

test('rejects empty files and files above 5 MB, naming the size', () => {
  expect(sizeRule(5 * 1024 * 1024)).toBeNull()
  expect(sizeRule(7.26 * 1024 * 1024)).toBe('图片大小不能超过5MB，这张有7.3MB')
  expect(sizeRule(0)).toBe('图片是空的，请换一张')
})

test('accepts the first that fit and reports the rest', () => {
  const five = Array.from({ length: 5 }, (_, index) => file(`${index}.jpg`))
  expect(selectFiles(five, 4, 9)).toEqual({ accepted: five, messages: [] })
  expect(selectFiles(five, 7, 9)).toEqual({ accepted: five.slice(0, 2), messages: ['最多只能再添加2张图片'] })
  expect(selectFiles(five, 9, 9)).toEqual({ accepted: [], messages: ['最多只能再添加0张图片'] })
})

test('does not count a rejected file', () => {
  const picture = file('a.jpg')
  const { accepted, messages } = selectFiles([file('b.txt', 'text/plain'), picture], 8, 9)
  expect(accepted).toEqual([picture])
  expect(messages).toHaveLength(1)
})

const HEIC = /^(IMG_1\S*：)?不支持 HEIC 照片。iPhone 在「设置 → 相机 → 格式」里选「兼容性最佳」.*转为 JPEG/

test('says how to make a JPEG of a HEIC photo, known by type, name or content', async () => {
  expect(typeRule(file('IMG_1', 'image/heic'))).toMatch(HEIC)
  expect(typeRule(file('IMG_1.HEIC', ''))).toMatch(HEIC)
  const disguised = new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic'], 'IMG_1.jpg', { type: 'image/jpeg' })
  const photo = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'IMG_2.jpg', { type: 'image/jpeg' })
  expect([await isHeicFile(disguised), await isHeicFile(photo)]).toEqual([true, false])
  const { accepted, messages } = selectFiles([disguised, photo], 0, 9, [disguised])
  expect(accepted).toEqual([photo])
  expect(messages).toEqual([expect.stringMatching(HEIC)])
  expect(avatarRule({ type: 'image/heic' })).toMatch(HEIC)
  expect(avatarRule(disguised, true)).toMatch(HEIC)
})

test.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])('accepts avatars of type %s', (type) => {
  expect(avatarRule({ type })).toBeNull()
})

test.each(['image/svg+xml', 'text/plain', ''])('rejects avatars of type «%s»', (type) => {
  expect(avatarRule({ type })).toBe('请选择有效的图片格式 (JPEG, PNG, GIF, WebP)')
})
