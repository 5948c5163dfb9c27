import { likes as api } from '@shiliu/contract/admin/likes'
import { TARGET } from '@shiliu/contract/limits'
import * as service from '#modules/likes/likes.admin.service.ts'
import { iso } from '#platform/clock.ts'
import { anyEquals, belongsToUser, equals, withTrashedAccount } from '../filters.repo.ts'
import { requireReferencedUser } from '../referenced-user.ts'
import { defineResource } from '../resource.ts'
import * as repo from './records.repo.ts'

export const likes = defineResource(api, {
  table: 'likes',
  filters: {
    user_id: equals('user_id'),
    user_display_id: belongsToUser('user_id'),
    target_type: equals('target_type'),
    // These two columns are indexed, `target_id` alone is not.
    target_id: anyEquals('post_id', 'comment_id'),
    state: withTrashedAccount('user_id'),
  },
  accounts: ['user_id'],
  sortable: ['created_at'],
  async load(ctx, ids) {
    return (await repo.listLikes(ctx.db, ids)).map((row) => ({ ...row, created_at: iso(row.created_at) }))
  },
  recordName: (row) => `${row.nickname} 赞了${row.target_type === TARGET.post ? '笔记' : '评论'} ${row.target_id}`,
  lock: service.lockPostsOfLikes,
  async create(t, body) {
    return service.createLike(t, (await requireReferencedUser(t, body, 'user')).id, body)
  },
  update: (t, row, body) => service.updateLike(t, row.id, body),
  remove: service.deleteLikes,
  fieldOfError: { post_not_found: 'target_id', comment_not_found: 'target_id' },
})
