import { sessions as api } from '@shiliu/contract/admin/sessions'
import * as service from '#modules/auth/sessions.admin.service.ts'
import { iso } from '#platform/clock.ts'
import { belongsToUser, equals, isNotNull, withTrashedAccount } from '../filters.repo.ts'
import { requireReferencedUser } from '../referenced-user.ts'
import { defineResource } from '../resource.ts'
import * as repo from './records.repo.ts'

/** Sessions of users only: those of administrators end when their password, status or account changes. */
export const sessions = defineResource(api, {
  table: 'sessions',
  only: isNotNull('user_id'),
  filters: {
    user_id: equals('user_id'),
    user_display_id: belongsToUser('user_id'),
    is_active: equals('is_active'),
    state: withTrashedAccount('user_id'),
  },
  accounts: ['user_id'],
  sortable: ['expires_at', 'created_at'],
  async load(ctx, ids) {
    return (await repo.listSessions(ctx.db, ids)).map((row) => ({
      ...row,
      is_active: row.is_active === 1 ? 1 : 0,
      expires_at: iso(row.expires_at),
      last_activity: iso(row.last_activity),
      created_at: iso(row.created_at),
      updated_at: iso(row.updated_at),
    }))
  },
  // Devices and times are a person's own.
  isPrivate: () => true,
  recordName: (row) => `${row.nickname} 的会话`,
  async create(t, body) {
    const user = await requireReferencedUser(t, body, 'user')
    return service.createSession(t, user.id, body.user_agent ?? '', body.is_active ?? true)
  },
  update: (t, row, body) => service.updateSession(t, row.id, body.is_active, body.user_agent),
  remove: service.deleteSessions,
})
