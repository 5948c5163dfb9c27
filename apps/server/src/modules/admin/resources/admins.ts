import { admins as api } from '@shiliu/contract/admin/admins'
import { DEFAULT_ADMIN_ROLE } from '@shiliu/contract/admin/roles'
import { iso } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { refuseGuessable } from '#platform/passwords.ts'
import * as service from '../admins.service.ts'
import { containsText, equals } from '../filters.repo.ts'
import { defineResource } from '../resource.ts'
import { requireOwnPassword } from '../second-factor.service.ts'

export const admins = defineResource(api, {
  table: 'admins',
  filters: { username: containsText('username'), role: equals('role') },
  sortable: ['username', 'created_at'],
  async load(ctx, ids) {
    return (await service.listAdmins(ctx, ids)).map(
      ({ id, username, role, totp_since, is_active, created_at, updated_at }) => ({
        id,
        username,
        role,
        second_factor: totp_since === null ? 0 : 1,
        status: is_active === 1 ? 1 : 0,
        created_at: iso(created_at),
        updated_at: iso(updated_at),
      }),
    )
  },
  /** One's own password is changed by who knows it, not by who found the session open. */
  async beforeUpdate(ctx, id, { password, currentPassword }, viewer) {
    if (!password || id !== viewer.id) return
    if (!currentPassword) throw new AppError('admin_self_password', { field: 'currentPassword' })
    await requireOwnPassword(ctx, viewer, currentPassword)
  },
  recordName: (row) => row.username,
  refusePassword: (password, { username }) => refuseGuessable(password, 'admin', username),
  create: (t, body, { passwordHash }) =>
    service.createAdminWithHash(t, {
      username: body.username,
      password_hash: passwordHash ?? '',
      role: body.role ?? DEFAULT_ADMIN_ROLE,
      is_active: body.status === false ? 0 : 1,
    }),
  async update(t, row, body, { viewer, passwordHash }) {
    if (passwordHash) await service.setPassword(t, row.id, passwordHash, viewer)
    if (body.role !== undefined && body.role !== row.role) await service.setRole(t, row.id, body.role)
    if (body.status !== undefined && body.status !== (row.status === 1)) {
      await service.setEnabled(t, row.id, body.status, viewer)
    }
  },
  remove: (t, ids, { viewer }) => service.removeAdmins(t, ids, viewer),
})
