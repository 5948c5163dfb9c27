import { invitations as api } from '@shiliu/contract/admin/invitations'
import * as service from '#modules/auth/invitations.service.ts'
import { containsText } from '../filters.repo.ts'
import { defineResource } from '../resource.ts'

export const invitations = defineResource(api, {
  table: 'invitations',
  filters: { code: containsText('code'), note: containsText('note') },
  sortable: ['used_count', 'created_at'],
  // Registrations use codes up while somebody edits one.
  volatileFields: ['used_count'],
  secretFields: ['code'],
  load: service.loadInvitations,
  recordName: (row) => row.note || `邀请码 ${row.id}`,
  create: service.createInvitation,
  update: (t, row, body) => service.updateInvitation(t, row.id, body),
  remove: service.deleteInvitations,
})
