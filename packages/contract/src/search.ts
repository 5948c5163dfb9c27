/** Search for notes and users (docs/api.md#search). */
import { z } from 'zod'
import { count, filterText, id, paged, pagination, userCard } from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { picture, post } from './posts.ts'

const endpoint = endpointsOf('搜索')

const tagStats = z.array(z.object({ id: z.string(), label: z.string(), count }))
export type TagStat = z.output<typeof tagStats>[number]

const foundPosts = z.object({ data: z.array(post), tagStats, pagination })
export type FoundPosts = z.output<typeof foundPosts>

/** `picture` is null if the note has no pictures. */
const cover = z.object({ id, title: z.string(), picture: picture.nullable() })
export type Cover = z.output<typeof cover>

const foundUser = userCard
  .extend({ likes_and_collects: count, covers: z.array(cover) })
  .meta({ id: 'FoundUser', description: '搜到的用户，带最新的三篇笔记' })
export type FoundUser = z.output<typeof foundUser>

export const search = endpoint({
  method: 'GET',
  path: '/search',
  role: 'guest',
  summary: '搜索笔记和用户；type 为 all、posts 或 users',
  query: z.object({
    ...paged(),
    keyword: filterText.describe('关键词'),
    tag: filterText.describe('标签名'),
    type: filterText.describe('all、posts 或 users，默认 all'),
  }),
  output: z.object({
    keyword: z.string(),
    tag: z.string(),
    type: z.string(),
    data: z.array(post).optional(),
    tagStats: tagStats.optional(),
    pagination: pagination.optional(),
    posts: foundPosts.optional(),
    users: z.object({ data: z.array(foundUser), pagination }).optional(),
  }),
})

export const searchPosts = endpoint({
  method: 'GET',
  path: '/search/posts',
  role: 'guest',
  summary: '搜索笔记，与 /search 的 type=posts 相同',
  query: z.object({ ...paged(), keyword: filterText.describe('关键词'), tag: filterText.describe('标签名') }),
  output: z.object({ keyword: z.string(), tag: z.string(), type: z.literal('posts'), posts: foundPosts }),
})

export const suggestions = endpoint({
  method: 'GET',
  path: '/search/suggestions',
  role: 'guest',
  summary: '输入时的搜索建议：标签和笔记标题；没有关键词时是热门标签',
  query: z.object({ keyword: filterText.describe('已输入的文字') }),
  output: z.object({ suggestions: z.array(z.string()) }),
})
