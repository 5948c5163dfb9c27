/** Search over notes and users (wire rule 20). */
import { z } from 'zod'
import { count, filterText, paged, pagination, userCard } from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { post } from './posts.ts'

const endpoint = endpointsOf('搜索')

const tagStats = z.array(z.object({ id: z.string(), label: z.string(), count }))
export type TagStat = z.output<typeof tagStats>[number]

export const search = endpoint({
  method: 'GET',
  path: '/search',
  role: 'guest',
  summary: '搜索笔记和用户；type 为 all、posts 或 users',
  query: z.object({ ...paged(), keyword: filterText, tag: filterText, type: filterText }),
  output: z.object({
    keyword: z.string(),
    tag: z.string(),
    type: z.string(),
    data: z.array(post).optional(),
    tagStats: tagStats.optional(),
    pagination: pagination.optional(),
    posts: z.object({ data: z.array(post), tagStats, pagination }).optional(),
    users: z.object({ data: z.array(userCard), pagination }).optional(),
  }),
})
