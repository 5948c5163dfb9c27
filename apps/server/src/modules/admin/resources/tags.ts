import { tags as api } from '@shiliu/contract/admin/tags'
import { listPostIdsByTags, lockPostsByTags, reindexPosts } from '#modules/posts/posts.admin.service.ts'
import * as service from '#modules/tags/tags.admin.service.ts'
import { containsText } from '../filters.repo.ts'
import { defineResource } from '../resource.ts'
import { lockRows } from '../resource-rows.repo.ts'
import * as repo from './impact.repo.ts'

export const tags = defineResource(api, {
  table: 'tags',
  filters: { name: containsText('name') },
  sortable: ['name', 'use_count', 'created_at'],
  load: service.loadTags,
  recordName: (row) => row.name,
  async lock(t, ids) {
    await lockPostsByTags(t, ids)
    await lockRows(t.db, t.engine, 'tags', ids)
  },
  create: (t, body) => service.createTag(t, body.name),
  async update(t, row, body) {
    await service.renameTag(t, row.id, body.name)
    await reindexPosts(t, await listPostIdsByTags(t, [row.id]))
  },
  async remove(t, ids) {
    const postIds = await listPostIdsByTags(t, ids)
    await service.deleteTags(t, ids)
    await reindexPosts(t, postIds)
  },
  async impact(ctx, ids) {
    return [{ noun: '笔记（不再带这些标签）', count: await repo.countPostsWithTags(ctx.db, ids), fate: 'kept' }]
  },
})
