import { sessions as api } from '@shiliu/contract/admin/sessions'
import * as records from '#modules/auth/sessions-records.service.ts'
import { iso } from '#platform/clock.ts'
import { is, isThere, ofUser } from '../conditions.repo.ts'
import { requireNamed } from '../people.ts'
import { defineResource } from '../resource.ts'
import * as repo from './sessions.repo.ts'

/** Sessions of users; those of administrators end with their password, status or row. */
export const sessions = defineResource(api, {
  table: 'sessions',
  only: isThere('user_id'),
  filters: { user_display_id: ofUser('user_id'), is_active: is('is_active') },
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
  nameOf: (row) => `${row.nickname} 的会话`,
  async create(t, body) {
    const user = await requireNamed(t, body, 'user')
    return records.addSession(t, user.id, body.user_agent ?? '', body.is_active ?? true)
  },
  update: (t, row, body) => records.changeSession(t, row.id, body.is_active, body.user_agent),
  remove: records.eraseSessions,
})
