import { collections as api } from '@shiliu/contract/admin/collections'
import * as service from '#modules/collections/collections.admin.service.ts'
import { iso } from '#platform/clock.ts'
import { belongsToUser, equals, withTrashedAccount } from '../filters.repo.ts'
import { requireReferencedUser } from '../referenced-user.ts'
import { defineResource } from '../resource.ts'
import * as repo from './records.repo.ts'

export const collections = defineResource(api, {
  table: 'collections',
  filters: {
    user_id: equals('user_id'),
    user_display_id: belongsToUser('user_id'),
    post_id: equals('post_id'),
    state: withTrashedAccount('user_id'),
  },
  accounts: ['user_id'],
  sortable: ['created_at'],
  async load(ctx, ids) {
    return (await repo.listCollections(ctx.db, ids)).map((row) => ({ ...row, created_at: iso(row.created_at) }))
  },
  recordName: (row) => `${row.nickname} 收藏了「${row.post_title}」`,
  lock: service.lockPostsOfCollections,
  async create(t, body) {
    return service.createCollection(t, (await requireReferencedUser(t, body, 'user')).id, body.post_id)
  },
  update: (t, row, body) => service.updateCollection(t, row.id, body.post_id ?? row.post_id),
  remove: service.deleteCollections,
  fieldOfError: { post_not_found: 'post_id' },
})
