/** The search box of the back office (docs/product.md#search-box-of-the-back-office). */
import { z } from 'zod'
import { id } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { MODERATION_STATES, moderationState } from '../moderation.ts'
import { tidy, wellFormed } from '../text.ts'

export const FIND = { each: 5, queryMax: 500 } as const

/** In the order of the results. */
export const FIND_KINDS = ['users', 'posts', 'comments', 'tags', 'admins'] as const
export type FindKind = (typeof FIND_KINDS)[number]

const hit = z.object({
  id: id.describe('数字编号'),
  title: z.string().describe('昵称、标题、内容或名称'),
  detail: z.string().describe('用来分辨的一行字'),
  picture: z.string().nullable().describe('用户的头像，其余为 null'),
  state: moderationState.nullable().describe(`${MODERATION_STATES.join('、')}；笔记和评论以外为 null`),
  exact: z.boolean().describe('正是要找的：地址、编号、小石榴号或名称完全一致'),
})
export type FindHit = z.output<typeof hit>

export const find = endpointsOf('后台')({
  method: 'GET',
  path: '/admin/find',
  role: 'admin',
  adminRole: 'viewer',
  summary: '按地址、编号、小石榴号、名称或词句找到用户、笔记、评论、标签和管理员',
  description: '地址里的编号优先。词句也找别人看不到的笔记和所有的评论；管理员只有站长找得到。',
  query: z.object({
    q: z
      .string()
      .transform((text) => wellFormed(tidy(text)).trim().slice(0, FIND.queryMax))
      .optional()
      .catch(undefined)
      .describe('要找的'),
  }),
  output: z.object({
    groups: z
      .array(
        z.object({
          kind: z.enum(FIND_KINDS).describe('users 用户，posts 笔记，comments 评论，tags 标签，admins 管理员'),
          hits: z.array(hit).describe('最多五个，完全一致的在前'),
        }),
      )
      .describe('有结果的几类'),
    incomplete: z.boolean().describe('true 表示内容太多，按词句没有找完评论或别人看不到的笔记'),
  }),
})
