import { providers as api } from '@shiliu/contract/admin/providers'
import * as service from '#modules/campus/providers.service.ts'
import { containsText } from '../filters.repo.ts'
import { defineResource } from '../resource.ts'

export const providers = defineResource(api, {
  table: 'campus_providers',
  filters: { name: containsText('name') },
  sortable: ['name', 'created_at'],
  // People link accounts while somebody edits one.
  volatileFields: ['accounts'],
  load: service.loadProviders,
  recordName: (row) => row.name,
  create: service.createProvider,
  update: service.updateProvider,
  remove: service.deleteProviders,
})
