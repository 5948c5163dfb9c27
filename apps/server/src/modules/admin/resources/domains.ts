import { emailDomains as api } from '@shiliu/contract/admin/domains'
import * as service from '#modules/addresses/email-bans.service.ts'
import { actorOfAdmin } from '../admins.service.ts'
import { containsText } from '../filters.repo.ts'
import { defineResource } from '../resource.ts'

export const emailDomains = defineResource(api, {
  table: 'email_bans',
  filters: { domain: containsText('domain'), note: containsText('note') },
  sortable: ['created_at'],
  load: service.loadBans,
  recordName: (row) => row.domain,
  create: async (t, body, { viewer }) => service.createBan(t, body, (await actorOfAdmin(t, viewer.id)).name),
  update: (t, row, body) => service.updateBan(t, row.id, body),
  remove: service.deleteBans,
})
