/** Codes that people register with where the site asks for one (docs/api.md#registration). */
import { z } from 'zod'
import { count, filterText, id, optionalLineInput, time } from '../common.ts'
import { expiryDayRule, invitationCodeRule, noteRule } from '../rules.ts'
import { adminResource } from './resource.ts'

const MOST = 100_000
const message = `可用次数请填写 0 到 ${MOST} 的整数，不填为不限`

const usesLeft = z
  .union(
    [
      z.literal('').transform(() => null),
      z.number(),
      z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ],
    message,
  )
  .nullish()
  .refine((n) => n == null || (Number.isInteger(n) && n >= 0 && n <= MOST), message)
  .meta({ shown: { type: ['integer', 'null'], minimum: 0, maximum: MOST, description: '还能用的次数；空表示不限' } })

const row = z.object({
  id: id.describe('ID'),
  code: z.string().describe('邀请码'),
  note: z.string().describe('备注'),
  uses_left: count.nullable().describe('剩余次数'),
  used_count: count.describe('已用次数'),
  expires_on: z.string().nullable().describe('有效期至'),
  created_at: time.describe('创建时间'),
})

const input = z.object({
  code: optionalLineInput(invitationCodeRule).describe('不分大小写；新建时不填会生成一个，修改时不填则不变'),
  note: optionalLineInput(noteRule).describe('给谁用的'),
  uses_left: usesLeft,
  expires_on: optionalLineInput(expiryDayRule).describe('最后能用的一天，例如 2026-12-31；空表示一直有效'),
})

export const invitations = adminResource({
  name: 'invitations',
  label: '邀请码',
  readRole: 'administrator',
  writeRole: 'administrator',
  row,
  filters: { code: filterText.describe('邀请码的一部分'), note: filterText.describe('备注的一部分') },
  create: input,
  update: input,
})
