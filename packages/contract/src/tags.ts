import { z } from 'zod'
import { count, id, positiveIntIn, time } from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { PAGE, TAGS } from './limits.ts'

const endpoint = endpointsOf('标签')

export const tag = z.object({ id, name: z.string(), use_count: count, created_at: time })
export type Tag = z.output<typeof tag>

export const list = endpoint({
  method: 'GET',
  path: '/tags',
  role: 'guest',
  summary: '笔记用到的标签，用得多的在前',
  output: z.array(tag),
})

export const hot = endpoint({
  method: 'GET',
  path: '/tags/hot',
  role: 'guest',
  summary: '热门标签',
  query: z.object({ limit: positiveIntIn(TAGS.hotDefault, PAGE.maxLimit).describe('最多几个') }),
  output: z.array(tag),
})
