/** Collections in the back office. */
import { z } from 'zod'
import { filterId, filterText, id, idIn, time } from '../common.ts'
import { owner, ownerColumns } from './fields.ts'
import { adminResource } from './resource.ts'
import { accountTrashFilter } from './trash.ts'

const row = z.object({
  id: id.describe('ID'),
  user_id: id.describe('用户ID'),
  ...ownerColumns,
  post_id: id.describe('笔记ID'),
  post_title: z.string().describe('笔记标题'),
  created_at: time.describe('收藏时间'),
})

export const collections = adminResource({
  name: 'collections',
  label: '收藏',
  writeRole: 'administrator',
  row,
  filters: {
    user_id: filterId.describe('用户编号'),
    user_display_id: filterText.describe('小石榴号的一部分'),
    post_id: filterId.describe('笔记编号'),
    ...accountTrashFilter,
  },
  create: z.object({ ...owner, post_id: idIn }),
  update: z.object({ post_id: idIn.optional() }),
})
