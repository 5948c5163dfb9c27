/** Public profiles; `:id` is the public user id (wire rule 8). */
import { z } from 'zod'
import {
  count,
  filterText,
  flag,
  paged,
  pagination,
  personality,
  time,
  userBase,
  userCard,
  userIdParam,
} from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { SEARCH } from './limits.ts'
import { postPage } from './posts.ts'

const endpoint = endpointsOf('用户')

export const profile = userBase.extend({
  is_active: flag,
  last_login_at: time.nullable(),
  created_at: time,
  updated_at: time,
  ...personality.shape,
})
export type Profile = z.output<typeof profile>

export const stats = z.object({
  follow_count: count,
  fans_count: count,
  post_count: count,
  like_count: count,
  collect_count: count,
  likes_and_collects: count,
})
export type UserStats = z.output<typeof stats>

export const get = endpoint({
  method: 'GET',
  path: '/users/:id',
  role: 'guest',
  summary: '用户主页信息',
  params: userIdParam,
  output: profile,
  errors: ['user_not_found'],
})

export const getStats = endpoint({
  method: 'GET',
  path: '/users/:id/stats',
  role: 'guest',
  summary: '用户的关注、粉丝、获赞与收藏数',
  params: userIdParam,
  output: stats,
  errors: ['user_not_found'],
})

export const personalityTags = endpoint({
  method: 'GET',
  path: '/users/:id/personality-tags',
  role: 'guest',
  summary: '用户的个性标签',
  params: userIdParam,
  output: personality,
  errors: ['user_not_found'],
})

export const posts = endpoint({
  method: 'GET',
  path: '/users/:id/posts',
  role: 'guest',
  summary: '用户发布的笔记',
  params: userIdParam,
  query: z.object({ ...paged(), category: filterText, keyword: filterText, sort: filterText }),
  output: postPage,
  errors: ['user_not_found'],
})

export const search = endpoint({
  method: 'GET',
  path: '/users/search',
  role: 'guest',
  summary: '按昵称或小石榴号查找用户',
  query: z.object({
    ...paged(),
    keyword: z.string('请输入搜索关键词').trim().min(1, '请输入搜索关键词').max(SEARCH.keywordMax, '关键词过长'),
  }),
  output: z.object({ users: z.array(userCard), keyword: z.string(), pagination }),
})
