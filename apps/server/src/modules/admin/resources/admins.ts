import { admins as api } from '@shiliu/contract/admin/admins'
import { iso } from '#platform/clock.ts'
import * as service from '../admins.service.ts'
import { containsText } from '../filters.repo.ts'
import { defineResource } from '../resource.ts'

export const admins = defineResource(api, {
  table: 'admins',
  filters: { username: containsText('username') },
  sortable: ['username', 'created_at'],
  async load(ctx, ids) {
    return (await service.listAdmins(ctx, ids)).map(({ id, username, is_active, created_at, updated_at }) => ({
      id,
      username,
      status: is_active === 1 ? 1 : 0,
      created_at: iso(created_at),
      updated_at: iso(updated_at),
    }))
  },
  recordName: (row) => row.username,
  create: (t, body, { passwordHash }) =>
    service.createAdminWithHash(t, body.username, passwordHash ?? '', body.status ?? true),
  async update(t, row, body, { viewer, passwordHash }) {
    if (passwordHash) await service.setPassword(t, row.id, passwordHash, viewer)
    if (body.status !== undefined && body.status !== (row.status === 1)) {
      await service.setEnabled(t, row.id, body.status, viewer)
    }
  },
  remove: (t, ids, { viewer }) => service.removeAdmins(t, ids, viewer),
})
