/** Search for notes and users (docs/api.md#search). */
import { z } from 'zod'
import { count, filterText, id, paged, pagination, userCard } from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { picture, post } from './posts.ts'

const endpoint = endpointsOf('搜索')

const tagStats = z
  .array(
    z.object({
      id: z.string().describe('标签名'),
      label: z.string().describe('标签名，与 id 相同'),
      count: count.describe('搜到的笔记里有几篇带它'),
    }),
  )
  .describe('搜到的笔记的标签，最多 10 个')
export type TagStat = z.output<typeof tagStats>[number]

const foundPosts = z.object({ data: z.array(post).describe('笔记'), tagStats, pagination })
export type FoundPosts = z.output<typeof foundPosts>

const cover = z.object({
  id: id.describe('笔记编号'),
  title: z.string().describe('笔记的标题'),
  picture: picture.nullable().describe('第一张图片；没有图片为 null'),
})
export type Cover = z.output<typeof cover>

const foundUser = userCard
  .extend({
    likes_and_collects: count.describe('笔记获得的赞与收藏'),
    covers: z.array(cover).describe('最新的三篇笔记'),
  })
  .meta({ id: 'FoundUser', description: '搜到的用户，带最新的三篇笔记' })
export type FoundUser = z.output<typeof foundUser>

const asked = {
  keyword: z.string().describe('搜索的关键词'),
  tag: z.string().describe('选择的标签'),
  type: z.string().describe('搜索的是什么'),
}

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
    ...asked,
    data: z.array(post).optional().describe('type=all 时的笔记'),
    tagStats: tagStats.optional(),
    pagination: pagination.optional(),
    posts: foundPosts.optional().describe('type=posts 时的结果'),
    users: z
      .object({ data: z.array(foundUser).describe('用户，粉丝多的在前'), pagination })
      .optional()
      .describe('type=users 时的结果'),
  }),
})

export const searchPosts = endpoint({
  method: 'GET',
  path: '/search/posts',
  role: 'guest',
  summary: '搜索笔记，与 /search 的 type=posts 相同',
  query: z.object({ ...paged(), keyword: filterText.describe('关键词'), tag: filterText.describe('标签名') }),
  output: z.object({
    ...asked,
    type: z.literal('posts').describe('总是 posts'),
    posts: foundPosts.describe('结果'),
  }),
})

export const suggestions = endpoint({
  method: 'GET',
  path: '/search/suggestions',
  role: 'guest',
  summary: '输入时的搜索建议：标签和笔记标题；没有关键词时是热门标签',
  query: z.object({ keyword: filterText.describe('已输入的文字') }),
  output: z.object({ suggestions: z.array(z.string()).describe('可以搜索的文字，最多 8 个') }),
})
