import { audits as api } from '@shiliu/contract/admin/audits'
import { loadAudits } from '../audits.service.ts'
import { containsText, equals } from '../filters.repo.ts'
import { defineReadOnlyResource } from '../resource.ts'

export const audits = defineReadOnlyResource(api, {
  table: 'audits',
  filters: {
    username: containsText('username'),
    resource: equals('resource'),
    action: equals('action'),
    record_id: equals('record_id'),
  },
  sortable: ['created_at'],
  load: loadAudits,
})
