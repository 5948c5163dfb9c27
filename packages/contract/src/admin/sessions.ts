/** Users' sessions. Responses never contain tokens or their hashes. */
import { z } from 'zod'
import { filterFlag, filterId, filterText, flag, id, time } from '../common.ts'
import { coded, optionalFlag, owner, ownerColumns } from './fields.ts'
import { adminResource } from './resource.ts'
import { accountTrashFilter } from './trash.ts'

const row = z.object({
  id: id.describe('ID'),
  user_id: id.describe('用户ID'),
  ...ownerColumns,
  user_agent: z.string().describe('设备'),
  is_active: coded(flag, '状态', { 1: '活跃', 0: '非活跃' }),
  expires_at: time.describe('过期时间'),
  last_activity: time.describe('最后活动'),
  created_at: time.describe('创建时间'),
  updated_at: time.describe('更新时间'),
})

const user_agent = z
  .string('设备信息不正确')
  .trim()
  .max(500, '设备信息不能超过500个字')
  .nullish()
  .transform((value) => value ?? undefined)

export const sessions = adminResource({
  name: 'sessions',
  label: '会话',
  writeRole: 'administrator',
  row,
  filters: {
    user_id: filterId.describe('用户编号'),
    user_display_id: filterText.describe('小石榴号的一部分'),
    is_active: filterFlag.describe('1 活跃，0 非活跃'),
    ...accountTrashFilter,
  },
  create: z.object({ ...owner, user_agent, is_active: optionalFlag }),
  update: z.object({ user_agent, is_active: optionalFlag }),
})
