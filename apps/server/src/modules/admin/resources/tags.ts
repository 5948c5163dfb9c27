import { tags as api } from '@shiliu/contract/admin/tags'
import { deleteTrash } from '#modules/moderation/history.service.ts'
import { putIntoTrash, TRASHED } from '#modules/moderation/trash-rows.service.ts'
import { listPostIdsByTags, lockPostsByTags, reindexPosts } from '#modules/posts/posts.admin.service.ts'
import * as service from '#modules/tags/tags.admin.service.ts'
import { actorOfAdmin } from '../admins.service.ts'
import { containsText, inTrash, isNull } from '../filters.repo.ts'
import { defineResource } from '../resource.ts'
import { lockRows } from '../resource-rows.repo.ts'
import { withTrash } from '../trash-columns.service.ts'
import * as repo from './impact.repo.ts'

export const tags = defineResource(api, {
  table: 'tags',
  filters: { name: containsText('name'), state: inTrash(TRASHED.tag) },
  only: isNull('merged_into'),
  trashed: TRASHED.tag,
  sortable: ['name', 'use_count', 'created_at'],
  async load(ctx, ids) {
    return withTrash(ctx, TRASHED.tag, await service.loadTags(ctx, ids))
  },
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
  async remove(t, ids, { viewer }) {
    await putIntoTrash(t, TRASHED.tag, ids, await actorOfAdmin(t, viewer.id))
    await service.trashTags(t, ids)
    await reindexPosts(t, await listPostIdsByTags(t, ids))
  },
  async restore(t, ids, { name }) {
    await deleteTrash(t.db, TRASHED.tag, ids)
    await service.restoreTags(t, ids, name)
    await reindexPosts(t, await listPostIdsByTags(t, ids))
  },
  async purge(t, ids) {
    await service.deleteTags(t, ids)
    await deleteTrash(t.db, TRASHED.tag, ids)
  },
  async impact(ctx, ids) {
    return [{ noun: '笔记（不再显示这些标签）', count: await repo.countPostsWithTags(ctx.db, ids), fate: 'kept' }]
  },
})
