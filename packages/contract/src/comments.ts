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
import { picture } from './posts.ts'

const endpoint = endpointsOf('评论')

export const comment = z
  .object({
    id,
    post_id: id,
    user_id: id,
    parent_id: id.nullable(),
    content: z.string(),
    /** The pictures in `content`, in no certain order. */
    pictures: z.array(picture),
    like_count: count,
    created_at: time,
    nickname: z.string(),
    user_avatar: z.string(),
    user_auto_id: id,
    user_display_id: z.string(),
    user_location: z.string(),
    liked: z.boolean(),
    /** Number of direct replies. */
    reply_count: count,
    /** Author of the reply that this one answers, null for a comment and for a direct reply to it. */
    reply_to: z.object({ user_id: z.string(), nickname: z.string() }).nullable(),
  })
  .meta({ id: 'Comment', description: '评论或回复' })
export type Comment = z.output<typeof comment>

/** A top-level comment with its first replies (of any depth, oldest first) and their total number. */
export const thread = comment
  .extend({ replies: z.array(comment), reply_total: count })
  .meta({ id: 'Thread', description: '一级评论和它的前几条回复' })
export type Thread = z.output<typeof thread>

const threads = z.object({ comments: z.array(thread), pagination })

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
  output: z.object({ comments: z.array(comment), pagination }),
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
    post_id: id,
    /** The top-level comment: itself, or the one that it answers at any depth. */
    thread_id: id,
    /** Of the note's comments. */
    page: count,
    /** Of the thread's replies of any depth; null for a top-level comment. */
    reply_page: count.nullable(),
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
  idempotent: true,
  summary: '发表评论或回复',
  message: '评论成功',
  body: z.object({
    post_id: idIn,
    content: commentContent,
    parent_id: idIn.nullish().transform((value) => value ?? null),
  }),
  output: comment,
  errors: ['post_not_found', 'comment_not_found', 'image_foreign'],
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/comments/:id',
  role: 'user',
  summary: '删除自己的评论及其全部回复',
  message: '评论已删除',
  params: idParam,
  output: z.object({ id, deletedCount: count }),
  errors: ['comment_not_found', 'forbidden'],
})
