/** The review queue and its claims (docs/product.md#review-queue). */
import { z } from 'zod'
import { count, idIn, pagedTable, tablePagination, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { MODERATION_ACTIONS, moderationState, SANCTION_KINDS } from '../moderation.ts'
import { targetType } from './moderation.ts'
import { moderatedItem } from './reports.ts'

const endpoint = endpointsOf('审核队列')

/** A claim ends by itself; `holdMax` is how many one screen may hold. */
export const QUEUE = { claimMs: 5 * 60_000, batch: 5, takeMax: 20, holdMax: 60 } as const

const item = moderatedItem.extend({
  version: time.describe('这一版的时间；通过和拒绝时作为 version 送回'),
  waiting_since: time.describe('从什么时候开始等'),
  post_title: z.string().describe('笔记的标题，或评论所在的笔记的标题'),
  why: z.string().nullable().describe('为什么要审核'),
  words: z
    .array(z.object({ word: z.string().describe('敏感词'), field: z.string().describe('在哪里') }))
    .describe('文字里的敏感词'),
  claimed_by: z.string().nullable().describe('正在看它的另一位管理员'),
  author: moderatedItem.shape.author
    .extend({
      sanction: z.enum(SANCTION_KINDS).nullable().describe('mute 禁言中，ban 封禁中'),
      rejected: count.describe('没有通过的笔记和评论'),
      hidden: count.describe('被隐藏的笔记和评论'),
    })
    .describe('作者'),
  earlier: z
    .array(
      z.object({
        actor: z.string().describe('谁'),
        action: z.enum(MODERATION_ACTIONS).describe('做了什么'),
        reason: z.string().nullable().describe('原因'),
        created_at: time.describe('时间'),
      }),
    )
    .describe('之前怎样处理过，新的在前，最多五次'),
})
export type QueueItem = z.output<typeof item>

const waiting = count.describe('一共有多少在等，包括别人正在看的')

export const list = endpoint({
  method: 'GET',
  path: '/admin/queue',
  role: 'admin',
  adminRole: 'moderator',
  summary: '等待审核的笔记和评论',
  description: '等得最久的在前。只看不领取；要一个接一个地审核用 POST /admin/queue/claims。',
  query: z.object(pagedTable()),
  output: z.object({ data: z.array(item).describe('等待审核的'), pagination: tablePagination }),
})

const target = z.object({ target_type: targetType, target_id: idIn.describe('编号') })

export const claim = endpoint({
  method: 'POST',
  path: '/admin/queue/claims',
  role: 'admin',
  adminRole: 'moderator',
  summary: '领取下一批等待审核的，并续上手里的',
  description:
    '领取之后五分钟内别的管理员领不到，再次调用续五分钟。手里的每次都按现在的样子回答；已经处理了的、别人领走了的在 gone 里。',
  body: z.object({
    holding: z
      .array(target, 'holding 要是列表')
      .max(QUEUE.holdMax, `手里最多 ${QUEUE.holdMax} 项`)
      .default([])
      .describe('手里的，等得最久的不必在前'),
    take: z
      .number('take 要是 0 到 20 的整数')
      .int('take 要是 0 到 20 的整数')
      .min(0, 'take 要是 0 到 20 的整数')
      .max(QUEUE.takeMax, 'take 要是 0 到 20 的整数')
      .default(QUEUE.batch)
      .describe('再领几项'),
  }),
  output: z.object({
    items: z.array(item).describe('手里的，然后是新领的'),
    gone: z
      .array(
        z.object({
          target_type: moderatedItem.shape.target_type,
          target_id: moderatedItem.shape.target_id,
          state: moderationState.nullable().describe('现在的状态；不存在了为 null'),
          by: z.string().nullable().describe('谁处理的，或者谁正在看'),
          action: z.enum(MODERATION_ACTIONS).nullable().describe('怎样处理的；只是别人正在看时为 null'),
        }),
      )
      .describe('holding 里不用再看的'),
    waiting,
    until: time.describe('领取到什么时候'),
  }),
})

export const release = endpoint({
  method: 'DELETE',
  path: '/admin/queue/claims',
  role: 'admin',
  adminRole: 'moderator',
  summary: '放下自己领取的全部',
  message: '已放下',
})
