/** Likes in the back office. */
import { z } from 'zod'
import { filterId, filterText, id, time } from '../common.ts'
import { target } from '../likes.ts'
import { coded, owner, ownerColumns } from './fields.ts'
import { adminResource } from './resource.ts'
import { accountTrashFilter } from './trash.ts'

const row = z.object({
  id: id.describe('ID'),
  user_id: id.describe('用户ID'),
  ...ownerColumns,
  target_type: coded(z.number().int(), '目标类型', { 1: '笔记', 2: '评论' }),
  target_id: id.describe('目标ID'),
  /** The liked note, or the note of the liked comment. */
  post_id: id.describe('笔记ID'),
  created_at: time.describe('点赞时间'),
})

export const likes = adminResource({
  name: 'likes',
  label: '点赞',
  writeRole: 'administrator',
  row,
  filters: {
    user_id: filterId.describe('用户编号'),
    user_display_id: filterText.describe('小石榴号的一部分'),
    target_type: filterId.describe('1 笔记，2 评论'),
    target_id: filterId.describe('目标编号'),
    ...accountTrashFilter,
  },
  create: z.object({ ...owner, ...target.shape }),
  update: target.partial(),
})
