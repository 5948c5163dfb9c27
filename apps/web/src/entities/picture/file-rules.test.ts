import { expect, test } from 'vitest'
import { admit, sizeRule, typeRule } from './file-rules.ts'

const file = (name: string, type = 'image/jpeg', size = 1000) => ({ name, type, size })

test('JPEG, PNG and WebP are pictures; without a type the name decides', () => {
  for (const type of ['image/jpeg', 'image/jpg', 'image/png', 'image/webp'])
    expect(typeRule(file('a', type))).toBeNull()
  expect(typeRule(file('IMG_1.JPG', ''))).toBeNull()
  expect(typeRule(file('a.gif', 'image/gif'))).toBe('a.gif：不支持的文件类型，支持 JPG、PNG、WebP')
  expect(typeRule(file('a.svg', 'image/svg+xml'))).toContain('不支持的文件类型')
  expect(typeRule(file('a.pdf', 'application/pdf'))).toBe('a.pdf：请选择图片文件，支持 JPG、PNG、WebP')
  expect(typeRule(file('README', ''))).toContain('请选择图片文件')
})

test('5 MB is the limit, said with the size', () => {
  expect(sizeRule(5 * 1024 * 1024)).toBeNull()
  expect(sizeRule(7.26 * 1024 * 1024)).toBe('图片大小不能超过5MB，这张有7.3MB')
  expect(sizeRule(0)).toBe('图片是空的，请换一张')
})

test('nine at most: the first that fit are taken, the rest is told', () => {
  const five = Array.from({ length: 5 }, (_, index) => file(`${index}.jpg`))
  expect(admit(five, 4, 9)).toEqual({ files: five, messages: [] })
  expect(admit(five, 7, 9)).toEqual({ files: five.slice(0, 2), messages: ['最多只能再添加2张图片'] })
  expect(admit(five, 9, 9)).toEqual({ files: [], messages: ['最多只能再添加0张图片'] })
})

test('a wrong file takes no place', () => {
  const picture = file('a.jpg')
  const { files, messages } = admit([file('b.txt', 'text/plain'), picture], 8, 9)
  expect(files).toEqual([picture])
  expect(messages).toHaveLength(1)
})
