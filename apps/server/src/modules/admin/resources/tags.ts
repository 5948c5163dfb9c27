import { tags as api } from '@shiliu/contract/admin/tags'
import * as tagged from '#modules/posts/tagged.service.ts'
import * as records from '#modules/tags/tags-records.service.ts'
import { has } from '../conditions.repo.ts'
import { defineResource } from '../resource.ts'
import { lockRows } from '../rows.repo.ts'
import * as repo from './tags.repo.ts'

export const tags = defineResource(api, {
  table: 'tags',
  filters: { name: has('name') },
  sortable: ['name', 'use_count', 'created_at'],
  load: records.loadTags,
  nameOf: (row) => row.name,
  async hold(t, ids) {
    await tagged.holdTagged(t, ids)
    await lockRows(t.db, t.engine, 'tags', ids)
  },
  create: (t, body) => records.addTag(t, body.name),
  async update(t, row, body) {
    await records.renameTag(t, row.id, body.name)
    await tagged.refindTagged(t, await tagged.listTagged(t, [row.id]))
  },
  async remove(t, ids) {
    const postIds = await tagged.listTagged(t, ids)
    await records.eraseTags(t, ids)
    await tagged.refindTagged(t, postIds)
  },
  async impact(ctx, ids) {
    return [{ noun: '笔记（不再带这些标签）', count: await repo.countTagged(ctx.db, ids), fate: 'kept' }]
  },
})
