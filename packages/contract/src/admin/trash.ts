/** Records that are kept in the trash for a time (docs/product.md#trash). */
import { z } from 'zod'
import { count, filterText, id, idIn, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { ADMIN } from '../limits.ts'
import { coded } from './fields.ts'
import type { AdminRole } from './roles.ts'

export const TRASH_WORDS = { visible: '不在', deleted: '在' } as const

/** Columns of records that have a trash. */
export const trashColumns = {
  state: coded(z.literal(['visible', 'deleted']), '回收站', TRASH_WORDS),
  purge_at: time.nullable().describe('彻底删除时间'),
}

export const trashFilter = {
  state: filterText.describe('deleted 只看回收站里的；不发送即除回收站以外的'),
}

/** Of rows that are in the trash as long as an account is. */
export const accountTrashFilter = {
  state: filterText.describe('deleted 只看回收站里的账号的；不发送即除这些以外的，按账号编号筛选时不分'),
}

const chosen = (what: string) =>
  z
    .array(idIn, `请选择要${what}的项目`)
    .min(1, `请选择要${what}的项目`)
    .max(ADMIN.batchMax, `一次最多${what}${ADMIN.batchMax}项`)
    .describe('编号')

const missing = z.array(id).describe('不在回收站里的编号：已经恢复或彻底删除了')

/** Builds the endpoint that purges records from the trash; only owners may call it. */
export function adminPurge(name: string, label: string) {
  return endpointsOf(`${label}管理`)({
    method: 'DELETE',
    path: `/admin/${name}/trash`,
    role: 'admin',
    adminRole: 'owner',
    summary: `彻底删除回收站里的${label}`,
    description: '不能恢复。一项都不在回收站里时是 404。',
    message: '已彻底删除',
    body: z.object({ ids: chosen('彻底删除') }),
    output: z.object({ deletedCount: count.describe('彻底删除的条数'), missing }),
    errors: ['record_not_found', 'account_trashed'],
  })
}

/**
 * Builds the endpoint that takes records out of the trash; `names` are the fields in which one may have been taken
 * meanwhile.
 */
export function adminRestore<Names extends z.ZodRawShape>(
  name: string,
  label: string,
  { adminRole, names, errors = [] }: { adminRole: AdminRole; names: Names; errors?: readonly ErrorCode[] },
) {
  return endpointsOf(`${label}管理`)({
    method: 'POST',
    path: `/admin/${name}/restore`,
    role: 'admin',
    adminRole,
    summary: `从回收站恢复${label}`,
    description: '恢复成删除之前的样子。一项都不在回收站里时是 404。',
    message: '已恢复',
    body: z.object({ ids: chosen('恢复'), ...names }),
    output: z.object({ restoredCount: count.describe('恢复的条数'), missing }),
    errors: ['record_not_found', ...errors],
  })
}
