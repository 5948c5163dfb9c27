/** Banned addresses and networks (docs/product.md#address-bans). Only owners see addresses. */
import { z } from 'zod'
import { count, filterText, flag, id, optionalLineInput, time } from '../common.ts'
import { banReasonRule, networkRule, noteRule } from '../rules.ts'
import { coded, optionalFlag, timeOrNone } from './fields.ts'
import { adminResource } from './resource.ts'

const row = z.object({
  id: id.describe('ID'),
  network: z.string().describe('地址或网段'),
  reason: z.string().describe('原因'),
  note: z.string().describe('备注'),
  until: time.nullable().describe('封到'),
  in_force: coded(flag, '状态', { 1: '生效', 0: '已到期' }),
  accounts: count.describe('30天内的账号'),
  username: z.string().describe('谁封的'),
  created_at: time.describe('创建时间'),
})

const input = z.object({
  network: optionalLineInput(networkRule).describe(
    'IP 地址或网段，例如 203.0.113.9、203.0.113.0/24；最大 /16，IPv6 最大 /32',
  ),
  reason: optionalLineInput(banReasonRule).describe('告诉从这里来的人的原因'),
  note: optionalLineInput(noteRule).describe('内部备注'),
  until: timeOrNone.describe('封到什么时候；空表示没有期限'),
  confirmed: optionalFlag.describe('最近 30 天有账号用过、或者包括自己的地址时，要写 1 才封'),
})

export const addressBans = adminResource({
  name: 'bans',
  label: '封禁地址',
  readRole: 'owner',
  writeRole: 'owner',
  row,
  filters: { network: filterText.describe('地址的一部分'), reason: filterText.describe('原因的一部分') },
  create: input,
  update: input,
})
