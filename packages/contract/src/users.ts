/** Profiles. `:id` is the public user id (docs/api.md#ids-and-public-ids). */
import { z } from 'zod'
import {
  count,
  exactInput,
  filterText,
  flag,
  lineInput,
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
import { avatarIn, bioIn, personalityIn } from './profile-fields.ts'
import { newPasswordRule, nicknameRule } from './rules.ts'

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

export const list = endpoint({
  method: 'GET',
  path: '/users',
  role: 'guest',
  summary: '用户列表，新注册的在前',
  query: z.object(paged()),
  output: z.object({ users: z.array(userBase.extend({ created_at: time })), pagination }),
})

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
  query: z.object({
    ...paged(),
    category: filterText.describe('分类编号'),
    keyword: filterText.describe('关键词'),
    sort: filterText.describe('created_at 或 like_count'),
  }),
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

export const update = endpoint({
  method: 'PUT',
  path: '/users/:id',
  role: 'user',
  summary: '修改自己的资料：不发送的字段不变，空的清除',
  message: '资料更新成功',
  params: userIdParam,
  body: z.object({ nickname: lineInput(nicknameRule), avatar: avatarIn, bio: bioIn, ...personalityIn }),
  output: profile,
  errors: ['user_not_found', 'image_foreign'],
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/users/:id/password',
  role: 'user',
  summary: '修改自己的密码，其他设备随即退出登录',
  message: '密码修改成功',
  params: userIdParam,
  body: z.object({
    currentPassword: z.string('请输入当前密码').min(1, '请输入当前密码').max(200, '当前密码错误'),
    newPassword: exactInput(newPasswordRule),
  }),
  errors: ['user_not_found', 'password_current_wrong', 'password_unchanged'],
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  role: 'user',
  summary: '注销自己的账号，发布的一切随之删除',
  message: '账号已注销',
  params: userIdParam,
  errors: ['user_not_found'],
})
