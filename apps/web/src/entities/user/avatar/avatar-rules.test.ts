import { UPLOAD } from '@shiliu/contract/limits'
import { expect, test } from 'vitest'
import { avatarFault } from './avatar-rules.ts'

test.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])('takes %s up to 5 MB', (type) => {
  expect(avatarFault({ type, size: UPLOAD.fileMax })).toBeNull()
  expect(avatarFault({ type, size: UPLOAD.fileMax + 1 })).toBe('图片大小不能超过 5MB')
})

test.each(['image/svg+xml', 'image/heic', 'text/plain', ''])('refuses «%s»', (type) => {
  expect(avatarFault({ type, size: 10 })).toBe('请选择有效的图片格式 (JPEG, PNG, GIF, WebP)')
})
