/** Following users. `:id` is the public id (docs/api.md#relations). */
import { z } from 'zod'
import { paged, pagination, relation, time, userCard, userIdParam } from './common.ts'
import { endpointsOf } from './endpoint.ts'

const endpoint = endpointsOf('关注')

const state = relation.extend({ followed: z.boolean().describe('是否关注了，与 isFollowing 相同') })

export const create = endpoint({
  method: 'POST',
  path: '/users/:id/follow',
  role: 'user',
  summary: '关注用户',
  message: '关注成功',
  params: userIdParam,
  output: state,
  errors: ['user_not_found', 'follow_self'],
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/users/:id/follow',
  role: 'user',
  summary: '取消关注',
  message: '取消关注成功',
  params: userIdParam,
  output: state,
  errors: ['user_not_found'],
})

export const status = endpoint({
  method: 'GET',
  path: '/users/:id/follow-status',
  role: 'guest',
  summary: '与某个用户的关注关系',
  params: userIdParam,
  output: state,
  errors: ['user_not_found'],
})

const followed = userCard.extend({ followed_at: time.describe('关注的时间') })

export const following = endpoint({
  method: 'GET',
  path: '/users/:id/following',
  role: 'guest',
  summary: '某个用户关注的人',
  params: userIdParam,
  query: z.object(paged()),
  output: z.object({ following: z.array(followed).describe('关注的人，新关注的在前'), pagination }),
  errors: ['user_not_found'],
})

export const followers = endpoint({
  method: 'GET',
  path: '/users/:id/followers',
  role: 'guest',
  summary: '某个用户的粉丝',
  params: userIdParam,
  query: z.object(paged()),
  output: z.object({ followers: z.array(followed).describe('粉丝，新关注的在前'), pagination }),
  errors: ['user_not_found'],
})

export const mutual = endpoint({
  method: 'GET',
  path: '/users/:id/mutual-follows',
  role: 'guest',
  summary: '与某个用户互相关注的人',
  params: userIdParam,
  query: z.object(paged()),
  output: z.object({ mutualFollows: z.array(userCard).describe('互相关注的人'), pagination }),
  errors: ['user_not_found'],
})
