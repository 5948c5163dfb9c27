/** Comments in the back office. */
import { z } from 'zod'
import { comment, commentContent } from '../comments.ts'
import { filterId, filterText, id, idIn } from '../common.ts'
import { moderationState, STATE_WORDS } from '../moderation.ts'
import { coded, idOrNone, owner, ownerColumns } from './fields.ts'
import { adminImpact, adminResource } from './resource.ts'
import { adminPurge, adminRestore } from './trash.ts'

const { shape } = comment

const row = z.object({
  id: id.describe('ID'),
  content: shape.content.describe('内容'),
  user_id: shape.user_id.describe('用户ID'),
  ...ownerColumns,
  post_id: shape.post_id.describe('笔记ID'),
  post_title: z.string().describe('笔记标题'),
  parent_id: shape.parent_id.describe('父评论ID'),
  state: coded(moderationState, '审核', STATE_WORDS),
  state_reason: z.string().nullable().describe('处理原因'),
  like_count: shape.like_count.describe('点赞数'),
  reply_count: shape.reply_count.describe('回复数'),
  created_at: shape.created_at.describe('评论时间'),
})

export const comments = {
  ...adminResource({
    name: 'comments',
    label: '评论',
    writeRole: 'moderator',
    row,
    filters: {
      user_id: filterId.describe('用户编号'),
      parent_id: filterId.describe('回复的那一条的编号'),
      post_id: filterId.describe('笔记编号'),
      state: filterText.describe('visible、pending、hidden、rejected 或 deleted；不发送即除回收站以外的'),
      user_display_id: filterText.describe('小石榴号的一部分'),
      content: filterText.describe('内容的一部分'),
    },
    create: z.object({ content: commentContent, post_id: idIn, ...owner, parent_id: idOrNone }),
    update: z.object({ content: commentContent }),
    errors: ['image_foreign'],
  }),
  impact: adminImpact('comments', '评论', 'moderator'),
  restore: adminRestore('comments', '评论', {
    adminRole: 'moderator',
    names: {},
    errors: ['account_trashed', 'post_trashed'],
  }),
  purge: adminPurge('comments', '评论'),
}
