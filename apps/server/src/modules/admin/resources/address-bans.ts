import { addressBans as api } from '@shiliu/contract/admin/address-bans'
import * as service from '#modules/addresses/address-bans.service.ts'
import { actorOfAdmin } from '../admins.service.ts'
import { containsText } from '../filters.repo.ts'
import { defineResource } from '../resource.ts'

export const addressBans = defineResource(api, {
  table: 'address_bans',
  filters: { network: containsText('network'), reason: containsText('reason') },
  sortable: ['created_at'],
  // Accounts that come by while somebody edits one, and its end.
  volatileFields: ['accounts', 'in_force'],
  // Everybody who reads tables reads the trail.
  secretFields: ['network', 'note'],
  load: service.loadBans,
  recordName: (row) => `封禁地址 ${row.id}`,
  async create(t, body, { viewer }) {
    const { name } = await actorOfAdmin(t, viewer.id)
    return service.createBan(t, body, { username: name, sessionId: viewer.sessionId })
  },
  async update(t, row, body, { viewer }) {
    await service.updateBan(t, row, body, { username: '', sessionId: viewer.sessionId })
  },
  remove: service.deleteBans,
})
