/**
 * Notes that moderators put forward: pinned at the top of a channel, or featured
 * (docs/product.md#pinned-and-featured-notes).
 */
import { z } from 'zod'
import { count, flag, id, idIn, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { PIN } from '../limits.ts'

const endpoint = endpointsOf('置顶与精选')

export const HIGHLIGHTS = ['pin', 'unpin', 'feature', 'unfeature'] as const
export type HighlightName = (typeof HIGHLIGHTS)[number]

export const HIGHLIGHT_WORDS: Readonly<Record<HighlightName, string>> = {
  pin: '置顶',
  unpin: '取消置顶',
  feature: '设为精选',
  unfeature: '取消精选',
}

/** `category` is that of each note. */
export const PIN_CHANNELS = ['recommend', 'category'] as const
export type PinChannel = (typeof PIN_CHANNELS)[number]

const IDS_MAX = 100
const UNTIL = '结束时间要是时间，例如 2026-09-01T00:00:00Z；空值表示一直置顶'

const pin = z.object({
  post_id: id.describe('笔记的编号'),
  title: z.string().describe('笔记的标题'),
  channel: z.literal(PIN_CHANNELS).describe('recommend 推荐，category 笔记的分类'),
  channel_name: z.string().describe('频道的名字'),
  until: time.nullable().describe('到什么时候；null 表示一直'),
  username: z.string().describe('谁置顶的'),
  created_at: time.describe('置顶的时间'),
  is_shown: flag.describe('0 表示笔记现在不公开，公开之后又会排在最前面'),
})
export type Pin = z.output<typeof pin>

export const list = endpoint({
  method: 'GET',
  path: '/admin/highlights',
  role: 'admin',
  adminRole: 'viewer',
  summary: '还没有结束的置顶',
  output: z.object({ pins: z.array(pin).describe('按频道，推荐在前；每个频道里新的在前') }),
})

export const highlight = endpoint({
  method: 'POST',
  path: '/admin/highlights',
  role: 'admin',
  adminRole: 'moderator',
  summary: '把笔记置顶、设为精选，或取消',
  description:
    `每个频道最多置顶 ${PIN.max} 篇，超过就答 409，一篇也不置顶。只有公开的笔记可以置顶和设为精选；不适用的跳过，一项都不适用时是 409。` +
    '已经置顶的再置顶一次，改的是结束时间。用 undo_id 撤销。',
  message: '已完成',
  body: z.object({
    ids: z
      .array(idIn, '请选择笔记')
      .min(1, '请选择笔记')
      .max(IDS_MAX, `一次最多选择${IDS_MAX}篇笔记`)
      .describe('笔记的编号'),
    action: z.literal(HIGHLIGHTS, `action 只能是 ${HIGHLIGHTS.join('、')}`).describe('做什么'),
    channel: z
      .literal(PIN_CHANNELS, 'channel 只能是 recommend（推荐）或 category（笔记的分类）')
      .nullish()
      .transform((channel) => channel ?? null)
      .describe('置顶在哪个频道，置顶时必填；取消置顶时不发送表示所有频道'),
    until: z.iso
      .datetime({ offset: true, error: UNTIL })
      .nullish()
      .transform((text) => (text ? Date.parse(text) : null))
      .meta({ shown: { type: ['string', 'null'], format: 'date-time' } })
      .describe('置顶到什么时候；null 表示一直'),
  }),
  output: z.object({ changed: count.describe('改动了几项'), undo_id: id.describe('用它撤销') }),
  errors: ['already_moderated', 'post_not_shown', 'pins_full'],
})
