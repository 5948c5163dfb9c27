/** Liking notes and comments. Both directions are idempotent. */
import { z } from 'zod'
import { count, idIn, paged, userIdParam } from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { postPage } from './posts.ts'

const endpoint = endpointsOf('点赞')

export const target = z.object({
  target_type: z
    .union([z.literal(1), z.literal(2), z.literal('1'), z.literal('2')], '点赞类型不正确')
    .transform((value) => (Number(value) === 1 ? 1 : 2))
    .meta({ shown: { type: 'integer', enum: [1, 2], description: '1 笔记，2 评论' } }),
  target_id: idIn,
})
export type LikeTarget = z.output<typeof target>

const state = z.object({ liked: z.boolean().describe('是否赞了'), likeCount: count.describe('获得的赞') })

export const create = endpoint({
  method: 'POST',
  path: '/likes',
  role: 'user',
  summary: '点赞笔记或评论',
  message: '点赞成功',
  body: target,
  output: state,
  errors: ['post_not_found', 'comment_not_found'],
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/likes',
  role: 'user',
  summary: '取消点赞',
  message: '取消点赞成功',
  body: target,
  output: state,
  errors: ['post_not_found', 'comment_not_found'],
})

export const listOfUser = endpoint({
  method: 'GET',
  path: '/users/:id/likes',
  role: 'user',
  summary: '自己点赞的笔记，最近点赞的在前',
  description: '只有本人能看：`id` 是自己的小石榴号。',
  params: userIdParam,
  query: z.object(paged()),
  output: postPage,
  errors: ['user_not_found', 'forbidden'],
})
