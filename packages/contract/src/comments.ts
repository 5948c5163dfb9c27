/** Comments and replies (docs/api.md#comments). */
import { z } from 'zod'
import {
  count,
  filterId,
  filterText,
  flagIn,
  id,
  idIn,
  idParam,
  paged,
  pagination,
  positiveIntIn,
  time,
} from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { COMMENT, PAGE } from './limits.ts'
import { moderation } from './moderation.ts'
import { picture } from './posts.ts'

const endpoint = endpointsOf('评论')

export const comment = z
  .object({
    id: id.describe('编号'),
    post_id: id.describe('笔记编号'),
    user_id: id.describe('作者的数字编号'),
    parent_id: id.nullable().describe('回复的是哪一条；一级评论为 null'),
    content: z.string().describe('内容；换行是 <br>，提及是 [@昵称:小石榴号]，图片是 <img>'),
    pictures: z.array(picture).describe('content 里的图片，带各种尺寸，不按顺序'),
    like_count: count.describe('点赞数'),
    created_at: time.describe('评论时间'),
    nickname: z.string().describe('作者的昵称'),
    user_avatar: z.string().describe('作者的头像地址'),
    user_auto_id: id.describe('作者的数字编号，与 user_id 相同'),
    user_display_id: z.string().describe('作者的小石榴号'),
    user_location: z.string().describe('IP属地：写它的地方，不知道时是作者的'),
    liked: z.boolean().describe('访问者是否赞了'),
    reply_count: count.describe('直接回复它的条数'),
    reply_to: z
      .object({ user_id: z.string().describe('小石榴号'), nickname: z.string().describe('昵称') })
      .nullable()
      .describe('回复的回复答的是谁；一级评论和直接回复为 null'),
  })
  .meta({ id: 'Comment', description: '评论或回复' })
export type Comment = z.output<typeof comment>

/** A top-level comment with its first replies (of any depth, oldest first) and their total number. */
export const thread = comment
  .extend({
    replies: z.array(comment).describe('最早的几条回复，任意层级'),
    reply_total: count.describe('任意层级的回复总数'),
  })
  .meta({ id: 'Thread', description: '一级评论和它的前几条回复' })
export type Thread = z.output<typeof thread>

const threads = z.object({ comments: z.array(thread).describe('一级评论'), pagination })

export const listOfPost = endpoint({
  method: 'GET',
  path: '/posts/:id/comments',
  role: 'guest',
  summary: '笔记的评论；total 含回复，pages 只按一级评论分页',
  params: idParam,
  query: z.object({ ...paged(PAGE.limit), sort: filterText.describe('asc 旧的在前，默认新的在前') }),
  output: threads,
  errors: ['post_not_found'],
})

export const list = endpoint({
  method: 'GET',
  path: '/comments',
  role: 'guest',
  summary: '按 post_id 查询评论',
  query: z.object({ ...paged(), post_id: filterId, sort: filterText.describe('asc 旧的在前，默认新的在前') }),
  output: threads,
  errors: ['invalid_input', 'post_not_found'],
})

export const replies = endpoint({
  method: 'GET',
  path: '/comments/:id/replies',
  role: 'guest',
  summary: '评论的回复，最早的在前；deep=1 时为任意层级',
  params: idParam,
  query: z.object({ ...paged(), deep: flagIn.optional().catch(undefined) }),
  output: z.object({ comments: z.array(comment).describe('回复'), pagination }),
  errors: ['comment_not_found'],
})

const pageSize = (limit: number, of: string) =>
  positiveIntIn(limit, PAGE.maxLimit).describe(`${of}每页的条数，与列表的 limit 相同`)

/** Where a comment stands, so that its lists can be loaded around it. */
export const place = endpoint({
  method: 'GET',
  path: '/comments/:id/place',
  role: 'guest',
  summary: '评论在列表的第几页',
  params: idParam,
  query: z.object({
    sort: filterText.describe('asc 旧的在前，默认新的在前'),
    limit: pageSize(PAGE.limit, '一级评论'),
    reply_limit: pageSize(PAGE.limit, '回复'),
  }),
  output: z.object({
    post_id: id.describe('笔记编号'),
    thread_id: id.describe('它所在的一级评论；自己就是一级评论时是自己'),
    page: count.describe('一级评论在笔记评论的第几页'),
    reply_page: count.nullable().describe('它在回复（任意层级）的第几页；一级评论为 null'),
  }),
  errors: ['comment_not_found'],
})

/** The service checks the length of the cleaned text; this limit bounds the parsing. */
export const commentContent = z
  .string('请输入评论内容或上传图片')
  .max(COMMENT.contentMax * 10, `评论不能超过${COMMENT.contentMax}个字`)

export const create = endpoint({
  method: 'POST',
  path: '/comments',
  role: 'user',
  publishes: true,
  idempotent: true,
  summary: '发表评论或回复',
  message: '评论成功',
  body: z.object({
    post_id: idIn,
    content: commentContent,
    parent_id: idIn.nullish().transform((value) => value ?? null),
  }),
  output: comment.extend({ moderation: moderation.optional().describe('要先审核的才有，通过以后别人才看得到') }),
  errors: ['post_not_found', 'comment_not_found', 'image_foreign'],
})

export const restore = endpoint({
  method: 'POST',
  path: '/comments/:id/restore',
  role: 'user',
  summary: '恢复自己刚删除的评论，连同它的回复',
  message: '已恢复',
  params: idParam,
  errors: ['comment_not_found'],
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/comments/:id',
  role: 'user',
  summary: '删除自己的评论及其全部回复',
  message: '评论已删除',
  params: idParam,
  output: z.object({
    id: id.describe('评论编号'),
    deletedCount: count.describe('一共删除的条数，含回复'),
  }),
  errors: ['comment_not_found', 'forbidden'],
})
