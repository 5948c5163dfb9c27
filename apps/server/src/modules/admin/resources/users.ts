import { users as api } from '@shiliu/contract/admin/users'
import type { BodyOf } from '@shiliu/contract/endpoint'
import { UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { eraseAccount, lockForErasure } from '#modules/account/deletion.service.ts'
import { changeProfile } from '#modules/account/profile.service.ts'
import { restoreAccount, trashAccount } from '#modules/account/trash.service.ts'
import { endSessionsOf } from '#modules/auth/sessions.service.ts'
import { listIdsWithRepliesByUsers } from '#modules/comments/comments.deletion.service.ts'
import { deleteTrash } from '#modules/moderation/history.service.ts'
import { TRASHED } from '#modules/moderation/trash-rows.service.ts'
import { ban, listInForce, type SanctionRow, unban } from '#modules/sanctions/sanctions.service.ts'
import { presentProfile } from '#modules/users/users.present.ts'
import * as service from '#modules/users/users.service.ts'
import { isoOrNull } from '#platform/clock.ts'
import { groupBy } from '#platform/db/rows.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { NO_PASSWORD, refuseGuessable } from '#platform/passwords.ts'
import { actorOfAdmin } from '../admins.service.ts'
import { containsText, equals, inTrash, userMatches } from '../filters.repo.ts'
import { defineResource } from '../resource.ts'
import { withTrash } from '../trash-columns.service.ts'
import * as repo from './impact.repo.ts'

type Profile = Partial<Omit<BodyOf<typeof api.update>, 'password' | 'version'>>

/** Applies the form's fields: switching an account off is a ban without term, switching it on lifts any. */
async function applyProfile(
  t: Ctx,
  id: number,
  { is_active, location, ...profile }: Profile,
  viewer: AdminViewer,
): Promise<void> {
  const user = await service.requireUserById(t, id)
  const from = location === '' ? UNKNOWN_LOCATION : location
  const after = await changeProfile(t, user, { ...profile, location: from }, { allowExternal: true })
  if (is_active === undefined || is_active === (after.is_active === 1)) return
  const actor = await actorOfAdmin(t, viewer.id)
  if (is_active) {
    await unban(t, id, actor)
    return
  }
  await ban(t, id, actor, { reason: '', note: '', until: null, hideContent: false })
  await endSessionsOf(t, { role: 'user', id })
}

/** The gravest in force. */
function sanctionOf({ is_active }: service.UserRow, inForce: SanctionRow[]) {
  const kind = is_active === 0 ? 'ban' : 'mute'
  const found = inForce.find((sanction) => sanction.kind === kind)
  const sanction = is_active === 0 || found ? kind : 'none'
  return { sanction, sanction_until: isoOrNull(found?.until ?? null) } as const
}

export const users = defineResource(api, {
  table: 'users',
  filters: {
    user_id: userMatches('user_id'),
    nickname: userMatches('nickname'),
    location: containsText('location'),
    is_active: equals('is_active'),
    invitation_id: equals('invitation_id'),
    state: inTrash(TRASHED.user),
    search: userMatches('all'),
  },
  trashed: TRASHED.user,
  sortable: ['fans_count', 'like_count', 'created_at'],
  defaultSort: { column: 'id', direction: 'asc' },
  richTextFields: ['bio'],
  async load(ctx, ids) {
    const rows = await service.listUsers(ctx, ids)
    const inForce = groupBy(await listInForce(ctx, ids), ({ user_id }) => user_id)
    const found = rows.map((row) => ({
      mayBeTrashed: row.is_hidden === 1,
      row: {
        ...presentProfile(ctx, row),
        post_count: row.post_count,
        ...sanctionOf(row, inForce.get(row.id) ?? []),
        invitation_id: row.invitation_id,
      },
    }))
    return withTrash(ctx, TRASHED.user, found)
  },
  recordName: (row) => `${row.nickname}（${row.user_id}）`,
  async create(t, { user_id, nickname, password: _, bio, ...profile }, { passwordHash, viewer }) {
    const id = await service.createUser(t, { user_id, nickname, password_hash: passwordHash ?? NO_PASSWORD })
    // The form sends an empty bio where none was entered: keeps the default of new accounts.
    await applyProfile(t, id, { ...profile, bio: bio || undefined }, viewer)
    return id
  },
  refusePassword: (password, { user_id }) => refuseGuessable(password, 'user', user_id),
  conflictErrors: ['user_id_taken'],
  async update(t, { id }, { password: _, ...profile }, { passwordHash, viewer }) {
    await applyProfile(t, id, profile, viewer)
    if (!passwordHash) return
    await service.setPassword(t, id, passwordHash)
    await endSessionsOf(t, { role: 'user', id })
  },
  async lock(t, ids, before) {
    // Erasing locks posts before users.
    if (before !== 'purge') await service.lockUsers(t, ids)
    else for (const id of ids) await lockForErasure(t, id)
  },
  async remove(t, ids, { viewer }) {
    const actor = await actorOfAdmin(t, viewer.id)
    for (const id of ids) await trashAccount(t, id, actor)
  },
  async restore(t, ids) {
    for (const id of ids) await restoreAccount(t, id)
  },
  async purge(t, ids) {
    for (const id of ids) await eraseAccount(t, id)
    await deleteTrash(t.db, TRASHED.user, ids)
  },
  // Erasing an account locks everybody it interacted with, so each gets a short transaction of its own.
  batchSize: 1,
  async impact(ctx, ids) {
    const ownComments = await listIdsWithRepliesByUsers(ctx, ids)
    const comments = new Set([...ownComments, ...(await repo.listCommentIdsUnderPostsOfUsers(ctx.db, ids))])
    const { posts, drafts, likes, collections, follows, media } = await repo.countDependentsOfUsers(ctx.db, ids)
    return [
      { noun: '笔记', count: posts, fate: 'deleted' },
      { noun: '草稿', count: drafts, fate: 'deleted' },
      { noun: '评论', count: comments.size, fate: 'deleted' },
      { noun: '点赞', count: likes, fate: 'deleted' },
      { noun: '收藏', count: collections, fate: 'deleted' },
      { noun: '关注', count: follows, fate: 'deleted' },
      { noun: '上传的图片', count: media, fate: 'deleted' },
    ]
  },
})
