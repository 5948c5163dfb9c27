import { collections as api } from '@shiliu/contract/admin/collections'
import * as records from '#modules/collections/collections-records.service.ts'
import { iso } from '#platform/clock.ts'
import { is, ofUser } from '../conditions.repo.ts'
import { requireNamed } from '../people.ts'
import { defineResource } from '../resource.ts'
import * as repo from './collections.repo.ts'

export const collections = defineResource(api, {
  table: 'collections',
  filters: { user_display_id: ofUser('user_id'), post_id: is('post_id') },
  sortable: ['created_at'],
  async load(ctx, ids) {
    return (await repo.listCollections(ctx.db, ids)).map((row) => ({ ...row, created_at: iso(row.created_at) }))
  },
  nameOf: (row) => `${row.nickname} 收藏了「${row.post_title}」`,
  hold: records.holdCollections,
  async create(t, body) {
    return records.addCollection(t, (await requireNamed(t, body, 'user')).id, body.post_id)
  },
  update: (t, row, body) => records.moveCollection(t, row.id, body.post_id ?? row.post_id),
  remove: records.eraseCollections,
  blames: { post_not_found: 'post_id' },
})
