import { expect, test } from 'vitest'
import { findFollowTab } from './FollowListPage.tsx'

test('finds the tab that an address names, null for any other', () => {
  expect(findFollowTab('mutual')?.label).toBe('互相关注')
  expect(findFollowTab('following')?.label).toBe('关注')
  expect(findFollowTab('followers')?.label).toBe('粉丝')
  expect(findFollowTab('friends')).toBeNull()
  expect(findFollowTab(undefined)).toBeNull()
})
