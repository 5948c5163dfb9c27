import { follows as api } from '@shiliu/contract/admin/follows'
import * as records from '#modules/follows/follows-records.service.ts'
import { iso } from '#platform/clock.ts'
import { ofUser } from '../conditions.repo.ts'
import { findNamed, requireNamed } from '../people.ts'
import { defineResource } from '../resource.ts'
import * as repo from './follows.repo.ts'

export const follows = defineResource(api, {
  table: 'follows',
  filters: { follower_display_id: ofUser('follower_id'), following_display_id: ofUser('following_id') },
  sortable: ['created_at'],
  async load(ctx, ids) {
    return (await repo.listFollows(ctx.db, ids)).map((row) => ({ ...row, created_at: iso(row.created_at) }))
  },
  nameOf: (row) => `${row.follower_nickname} 关注了 ${row.following_nickname}`,
  hold: records.holdFollows,
  async create(t, body) {
    const follower = await requireNamed(t, body, 'follower')
    const following = await requireNamed(t, body, 'following')
    return records.addFollow(t, follower.id, following.id)
  },
  async update(t, row, body) {
    const follower = (await findNamed(t, body, 'follower')) ?? { id: row.follower_id }
    const following = (await findNamed(t, body, 'following')) ?? { id: row.following_id }
    return records.moveFollow(t, row.id, follower.id, following.id)
  },
  remove: records.eraseFollows,
  blames: { follow_self: 'following_id' },
})
