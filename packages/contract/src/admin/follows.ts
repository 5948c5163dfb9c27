/** Follows in the back office. */
import { z } from 'zod'
import { filterId, filterText, id, time } from '../common.ts'
import { follower, following } from './fields.ts'
import { adminResource } from './resource.ts'
import { accountTrashFilter } from './trash.ts'

const row = z.object({
  id: id.describe('ID'),
  follower_id: id.describe('关注者ID'),
  follower_display_id: z.string().describe('关注者小石榴号'),
  follower_nickname: z.string().describe('关注者昵称'),
  following_id: id.describe('被关注者ID'),
  following_display_id: z.string().describe('被关注者小石榴号'),
  following_nickname: z.string().describe('被关注者昵称'),
  created_at: time.describe('关注时间'),
})

export const follows = adminResource({
  name: 'follows',
  label: '关注',
  writeRole: 'administrator',
  row,
  filters: {
    follower_id: filterId.describe('关注者编号'),
    following_id: filterId.describe('被关注者编号'),
    follower_display_id: filterText.describe('关注者小石榴号的一部分'),
    following_display_id: filterText.describe('被关注者小石榴号的一部分'),
    ...accountTrashFilter,
  },
  create: z.object({ ...follower, ...following }),
  update: z.object({ ...follower, ...following }),
  errors: ['follow_self'],
})
