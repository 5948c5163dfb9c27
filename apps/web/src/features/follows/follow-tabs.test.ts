import { expect, test } from 'vitest'
import { followTabOf } from './follow-tabs.ts'

test('an address names one of three lists, or none', () => {
  expect(followTabOf('mutual')?.label).toBe('互相关注')
  expect(followTabOf('following')?.label).toBe('关注')
  expect(followTabOf('followers')?.label).toBe('粉丝')
  expect(followTabOf('friends')).toBeNull()
  expect(followTabOf(undefined)).toBeNull()
})
