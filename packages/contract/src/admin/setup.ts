/** The setup list of a new site (docs/product.md#setup). */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'

const endpoint = endpointsOf('网站设置')

/** `password` is the one that was made at the first start: it can be changed, not kept. */
export const SETUP_ITEMS = ['name', 'logo', 'categories', 'registration', 'password'] as const
export type SetupItem = (typeof SETUP_ITEMS)[number]

const item = z.literal(SETUP_ITEMS, '没有这一项')
const state = z.object({
  open: z.boolean().describe('是不是新站点，还有没设置好的'),
  closed: z.boolean().describe('有没有管理员收起了它'),
  items: z
    .array(z.object({ name: item.describe('要设置的'), done: z.boolean().describe('改过，或确认过不变') }))
    .describe('每一项'),
})
export type SetupState = z.output<typeof state>

export const get = endpoint({
  method: 'GET',
  path: '/admin/setup',
  role: 'admin',
  adminRole: 'administrator',
  summary: '新站点要设置什么',
  output: state,
})

export const update = endpoint({
  method: 'PUT',
  path: '/admin/setup',
  role: 'admin',
  adminRole: 'administrator',
  summary: '新站点的设置：保持不变，或收起',
  body: z.object({
    keep: item.optional().describe('保持不变的一项'),
    closed: z.literal(true, '只能是 true').optional().describe('收起'),
  }),
  output: state,
})
