/** Collecting notes. Both directions are idempotent. */
import { z } from 'zod'
import { count, idParam, paged, pagination, userIdParam } from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { post } from './posts.ts'

const endpoint = endpointsOf('收藏')

const state = z.object({ collected: z.boolean().describe('是否收藏了'), collectCount: count.describe('笔记的收藏数') })

export const create = endpoint({
  method: 'POST',
  path: '/posts/:id/collect',
  role: 'user',
  summary: '收藏笔记',
  message: '收藏成功',
  params: idParam,
  output: state,
  errors: ['post_not_found'],
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/posts/:id/collect',
  role: 'user',
  summary: '取消收藏',
  message: '取消收藏成功',
  params: idParam,
  output: state,
  errors: ['post_not_found'],
})

export const listOfUser = endpoint({
  method: 'GET',
  path: '/users/:id/collections',
  role: 'guest',
  summary: '用户收藏的笔记，最近收藏的在前',
  params: userIdParam,
  query: z.object(paged()),
  output: z.object({ collections: z.array(post).describe('收藏的笔记，带 collected_at'), pagination }),
  errors: ['user_not_found'],
})
