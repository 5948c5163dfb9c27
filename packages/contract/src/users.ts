/** Profiles. `:id` is the public user id (docs/api.md#ids-and-public-ids). */
import { z } from 'zod'
import {
  campusBadge,
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
import { isVisible } from './text.ts'

const endpoint = endpointsOf('用户')

export const profile = userBase.extend({
  is_active: flag.describe('是否启用'),
  last_login_at: time.nullable().describe('最近一次登录的时间'),
  created_at: time.describe('注册时间'),
  updated_at: time.describe('资料最后修改的时间'),
  campus_badge: campusBadge,
  ...personality.shape,
})
export type Profile = z.output<typeof profile>

export const stats = z.object({
  follow_count: count.describe('关注的人数'),
  fans_count: count.describe('粉丝数'),
  post_count: count.describe('发布的笔记数'),
  like_count: count.describe('笔记获得的赞'),
  collect_count: count.describe('笔记被收藏的次数'),
  likes_and_collects: count.describe('获赞与被收藏之和'),
})
export type UserStats = z.output<typeof stats>

export const list = endpoint({
  method: 'GET',
  path: '/users',
  role: 'guest',
  summary: '用户列表，新注册的在前',
  query: z.object(paged()),
  output: z.object({
    users: z.array(userBase.extend({ created_at: time.describe('注册时间') })).describe('用户'),
    pagination,
  }),
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
    keyword: z
      .string('请输入搜索关键词')
      .trim()
      .min(1, '请输入搜索关键词')
      .max(SEARCH.keywordMax, '关键词过长')
      .refine(isVisible, '请输入搜索关键词')
      .describe('昵称或小石榴号的一部分'),
  }),
  output: z.object({
    users: z.array(userCard).describe('用户，粉丝多的在前'),
    keyword: z.string().describe('搜索的关键词'),
    pagination,
  }),
})

export const update = endpoint({
  method: 'PUT',
  path: '/users/:id',
  role: 'user',
  publishes: true,
  summary: '修改自己的资料：不发送的字段不变，空的清除',
  description: '`nickname` 每次都要发送。`user_id`、`location` 和各种计数不能改，发送了也不起作用。',
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
  errors: [
    'user_not_found',
    'local_passwords_off',
    'password_current_wrong',
    'password_unchanged',
    'password_common',
    'password_is_id',
    'too_many_requests',
  ],
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  role: 'user',
  summary: '注销自己的账号，发布的一切随之删除',
  description: '写出密码时核对；没有写出时不核对，已有的客户端不写。',
  message: '账号已注销',
  params: userIdParam,
  body: z.object({ password: z.string('密码不正确').max(200, '当前密码错误').optional() }),
  errors: ['user_not_found', 'password_current_wrong', 'too_many_requests'],
})
