import { announcements as api } from '@shiliu/contract/admin/announcements'
import * as service from '#modules/announcements/announcements.admin.service.ts'
import { containsText, equals, isNull } from '../filters.repo.ts'
import { defineResource } from '../resource.ts'

export const announcements = defineResource(api, {
  table: 'announcements',
  only: isNull('deleted_at'),
  filters: { title: containsText('title'), kind: equals('kind'), audience: equals('audience') },
  sortable: ['starts_at', 'created_at'],
  load: service.loadAnnouncements,
  recordName: (row) => row.title,
  create: service.createAnnouncement,
  update: (t, row, body) => service.updateAnnouncement(t, row.id, body),
  remove: service.deleteAnnouncements,
})
