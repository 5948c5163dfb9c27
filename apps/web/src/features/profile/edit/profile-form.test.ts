import { DEFAULT_BIO } from '@shiliu/contract/limits'
import type { Profile } from '@shiliu/contract/users'
import { expect, test } from 'vitest'
import { bodyOf, errorsOf, fieldOf, formOf, isChanged } from './profile-form.ts'

const profile: Profile = {
  id: 1,
  user_id: 'anan',
  nickname: '安安',
  avatar: '/default-avatar.webp',
  bio: '爱拍照<br>也爱 [@小满:xiaoman]',
  location: '未知',
  follow_count: 0,
  fans_count: 0,
  like_count: 0,
  is_active: 1,
  last_login_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  gender: '女',
  zodiac_sign: null,
  mbti: 'INFP',
  education: null,
  major: '数学',
  interests: ['摄影'],
}
const before = formOf(profile)

test('shows a profile as it was typed', () => {
  expect(before).toMatchObject({ bio: '爱拍照\n也爱 [@小满:xiaoman]', zodiac_sign: '', interests: ['摄影'] })
  expect(formOf({ ...profile, bio: DEFAULT_BIO, interests: null })).toMatchObject({ bio: '', interests: [] })
})

test('sends what changed, and the nickname', () => {
  expect(bodyOf(before, before, null)).toEqual({ nickname: '安安' })
  const form = { ...before, nickname: ' 安 ', gender: '', bio: '爱<猫>\n', major: '物理', interests: [] }
  expect(bodyOf(form, before, '/uploads/a.webp')).toEqual({
    nickname: '安',
    gender: '',
    bio: '爱&lt;猫&gt;<br>',
    major: '物理',
    interests: [],
    avatar: '/uploads/a.webp',
  })
})

test('an interest that is still being typed counts', () => {
  expect(isChanged({ ...before, interest: '爬山' }, before)).toBe(true)
  expect(bodyOf({ ...before, interest: '爬山' }, before, null).interests).toEqual(['摄影', '爬山'])
  expect(errorsOf({ ...before, interest: '一二三四五六七八九' })).toEqual({ interests: '每个兴趣不能超过8个字' })
})

test('knows what has changed', () => {
  expect(isChanged(before, before)).toBe(false)
  expect(isChanged({ ...before, interests: ['爬山'] }, before)).toBe(true)
  expect(isChanged({ ...before, mbti: 'ENFP' }, before)).toBe(true)
})

test('says at each field what is wrong with it', () => {
  expect(errorsOf(before)).toEqual({})
  const bad = { ...before, nickname: '  ', bio: '字'.repeat(201), mbti: 'I---', major: '十二个字的专业名称太长啦' }
  expect(errorsOf(bad)).toEqual({
    nickname: '请输入昵称',
    bio: '个人简介不能超过200个字',
    mbti: '四项都选好，或者全部清空',
    major: '专业不能超过11个字',
  })
  expect(errorsOf({ ...before, nickname: '一二三四五六七八九十一' }).nickname).toBe('昵称不能超过10个字')
  // What cleaning takes away does not count.
  expect(errorsOf({ ...before, bio: `${'字'.repeat(199)}\n\n\n尾` })).toEqual({ bio: '个人简介不能超过200个字' })
  expect(errorsOf({ ...before, bio: `\n\n${'字'.repeat(200)}\n\n` })).toEqual({})
})

test('finds the field that the server means', () => {
  expect(fieldOf('interests.0', undefined)).toBe('interests')
  expect(fieldOf(undefined, 'image_foreign')).toBe('avatar')
  expect(fieldOf('password', undefined)).toBeNull()
})
