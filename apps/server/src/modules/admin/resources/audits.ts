import { audits as api } from '@shiliu/contract/admin/audits'
import { loadAudits } from '../audits.service.ts'
import { has, is } from '../conditions.repo.ts'
import { defineReading } from '../resource.ts'

export const audits = defineReading(api, {
  table: 'audits',
  filters: { username: has('username'), resource: is('resource'), action: is('action'), record_id: is('record_id') },
  sortable: ['created_at'],
  load: loadAudits,
})
