import { follows as api } from '@shiliu/contract/admin/follows'
import * as service from '#modules/follows/follows.admin.service.ts'
import { iso } from '#platform/clock.ts'
import { belongsToUser, equals, withTrashedAccount } from '../filters.repo.ts'
import { findReferencedUser, requireReferencedUser } from '../referenced-user.ts'
import { defineResource } from '../resource.ts'
import * as repo from './records.repo.ts'

export const follows = defineResource(api, {
  table: 'follows',
  filters: {
    follower_id: equals('follower_id'),
    following_id: equals('following_id'),
    follower_display_id: belongsToUser('follower_id'),
    following_display_id: belongsToUser('following_id'),
    state: withTrashedAccount('follower_id', 'following_id'),
  },
  accounts: ['follower_id', 'following_id'],
  sortable: ['created_at'],
  async load(ctx, ids) {
    return (await repo.listFollows(ctx.db, ids)).map((row) => ({ ...row, created_at: iso(row.created_at) }))
  },
  recordName: (row) => `${row.follower_nickname} 关注了 ${row.following_nickname}`,
  lock: service.lockUsersOfFollows,
  async create(t, body) {
    const follower = await requireReferencedUser(t, body, 'follower')
    const following = await requireReferencedUser(t, body, 'following')
    return service.createFollow(t, follower.id, following.id)
  },
  async update(t, row, body) {
    const follower = (await findReferencedUser(t, body, 'follower')) ?? { id: row.follower_id }
    const following = (await findReferencedUser(t, body, 'following')) ?? { id: row.following_id }
    return service.updateFollow(t, row.id, follower.id, following.id)
  },
  remove: service.deleteFollows,
  fieldOfError: { follow_self: 'following_id' },
})
