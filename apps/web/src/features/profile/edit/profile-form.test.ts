import { DEFAULT_BIO } from '@shiliu/contract/limits'
import type { Profile } from '@shiliu/contract/users'
import { expect, test } from 'vitest'
import { fieldOfError, isChanged, toBody, toForm, validate } from './profile-form.ts'

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
  campus_badge: null,
  gender: '女',
  zodiac_sign: null,
  mbti: 'INFP',
  education: null,
  major: '数学',
  interests: ['摄影'],
}
const initial = toForm(profile)

test('shows a profile as it was typed, with the default bio as empty', () => {
  expect(initial).toMatchObject({ bio: '爱拍照\n也爱 [@小满:xiaoman]', zodiac_sign: '', interests: ['摄影'] })
  expect(toForm({ ...profile, bio: DEFAULT_BIO, interests: null })).toMatchObject({ bio: '', interests: [] })
})

test('sends the changed fields and the nickname', () => {
  expect(toBody(initial, initial, null)).toEqual({ nickname: '安安' })
  const form = { ...initial, nickname: ' 安 ', gender: '', bio: '爱<猫>\n', major: '物理', interests: [] }
  expect(toBody(form, initial, '/uploads/a.webp')).toEqual({
    nickname: '安',
    gender: '',
    bio: '爱&lt;猫&gt;<br>',
    major: '物理',
    interests: [],
    avatar: '/uploads/a.webp',
  })
})

test('includes the interest that is being typed', () => {
  expect(isChanged({ ...initial, interest: '爬山' }, initial)).toBe(true)
  expect(toBody({ ...initial, interest: '爬山' }, initial, null).interests).toEqual(['摄影', '爬山'])
  expect(validate({ ...initial, interest: '一二三四五六七八九' })).toEqual({ interests: '每个兴趣不能超过8个字' })
})

test('detects unsaved changes', () => {
  expect(isChanged(initial, initial)).toBe(false)
  expect(isChanged({ ...initial, interests: ['爬山'] }, initial)).toBe(true)
  expect(isChanged({ ...initial, mbti: 'ENFP' }, initial)).toBe(true)
})

test('validates each field', () => {
  expect(validate(initial)).toEqual({})
  const bad = { ...initial, nickname: '  ', bio: '字'.repeat(201), mbti: 'I---', major: '十二个字的专业名称太长啦' }
  expect(validate(bad)).toEqual({
    nickname: '请输入昵称',
    bio: '个人简介不能超过200个字',
    mbti: '四项都选好，或者全部清空',
    major: '专业不能超过11个字',
  })
  expect(validate({ ...initial, nickname: '一二三四五六七八九十一' }).nickname).toBe('昵称不能超过10个字')
  // Cleaning shortens the text before it is measured.
  expect(validate({ ...initial, bio: `${'字'.repeat(199)}\n\n\n尾` })).toEqual({ bio: '个人简介不能超过200个字' })
  expect(validate({ ...initial, bio: `\n\n${'字'.repeat(200)}\n\n` })).toEqual({})
})

test('finds the field that an error is about', () => {
  expect(fieldOfError('interests.0', undefined)).toBe('interests')
  expect(fieldOfError(undefined, 'image_foreign')).toBe('avatar')
  expect(fieldOfError('password', undefined)).toBeNull()
})
