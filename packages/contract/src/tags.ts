/** Tags that the editor offers. */
import { z } from 'zod'
import { count, id, positiveIntIn, time } from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { PAGE, TAGS } from './limits.ts'

const endpoint = endpointsOf('标签')

export const tag = z.object({
  id: id.describe('编号'),
  name: z.string().describe('名称'),
  use_count: count.describe('用到它的已发布笔记数'),
  created_at: time.describe('创建时间'),
})
export type Tag = z.output<typeof tag>

export const list = endpoint({
  method: 'GET',
  path: '/tags',
  role: 'guest',
  summary: '笔记用到的标签，用得多的在前；然后是管理员建的、还没有笔记用的',
  output: z.array(tag),
})

export const hot = endpoint({
  method: 'GET',
  path: '/tags/hot',
  role: 'guest',
  summary: '热门标签；不够时用管理员建的、还没有笔记用的补上',
  query: z.object({ limit: positiveIntIn(TAGS.hotDefault, PAGE.maxLimit).describe('最多几个') }),
  output: z.array(tag),
})
