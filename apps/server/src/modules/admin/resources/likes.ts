import { likes as api } from '@shiliu/contract/admin/likes'
import { TARGET } from '@shiliu/contract/limits'
import * as records from '#modules/likes/likes-records.service.ts'
import { iso } from '#platform/clock.ts'
import { is, isOneOf, ofUser } from '../conditions.repo.ts'
import { requireNamed } from '../people.ts'
import { defineResource } from '../resource.ts'
import * as repo from './likes.repo.ts'

export const likes = defineResource(api, {
  table: 'likes',
  filters: {
    user_display_id: ofUser('user_id'),
    target_type: is('target_type'),
    // Both are indexed by themselves, `target_id` is not.
    target_id: isOneOf('post_id', 'comment_id'),
  },
  sortable: ['created_at'],
  async load(ctx, ids) {
    return (await repo.listLikes(ctx.db, ids)).map((row) => ({ ...row, created_at: iso(row.created_at) }))
  },
  nameOf: (row) => `${row.nickname} 赞了${row.target_type === TARGET.post ? '笔记' : '评论'} ${row.target_id}`,
  hold: records.holdLikes,
  async create(t, body) {
    return records.addLike(t, (await requireNamed(t, body, 'user')).id, body)
  },
  update: (t, row, body) => records.moveLike(t, row.id, body),
  remove: records.eraseLikes,
  blames: { post_not_found: 'target_id', comment_not_found: 'target_id' },
})
