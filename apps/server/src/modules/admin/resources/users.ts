import { users as api } from '@shiliu/contract/admin/users'
import type { BodyOf } from '@shiliu/contract/endpoint'
import { UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { deleteUserAccount } from '#modules/account/deletion.service.ts'
import { changeProfile } from '#modules/account/profile.service.ts'
import { endSessionsOf } from '#modules/auth/sessions.service.ts'
import { listIdsWithRepliesByUsers } from '#modules/comments/comments.deletion.service.ts'
import { presentProfile } from '#modules/users/users.present.ts'
import * as service from '#modules/users/users.service.ts'
import { NO_PASSWORD } from '#platform/passwords.ts'
import { containsText, equals, userMatches } from '../filters.repo.ts'
import { defineResource } from '../resource.ts'
import * as repo from './impact.repo.ts'

type Profile = Partial<Omit<BodyOf<typeof api.update>, 'password' | 'version'>>

/** Applies the form's profile fields; deactivating an account ends its sessions. */
async function applyProfile(t: Ctx, id: number, { is_active, location, ...profile }: Profile): Promise<void> {
  const user = await service.requireUserById(t, id)
  const active = is_active === undefined ? undefined : is_active ? 1 : 0
  const from = location === '' ? UNKNOWN_LOCATION : location
  await changeProfile(t, user, { ...profile, location: from, is_active: active }, { allowExternal: true })
  if (active === 0) await endSessionsOf(t, { role: 'user', id })
}

export const users = defineResource(api, {
  table: 'users',
  filters: {
    user_id: userMatches('user_id'),
    nickname: userMatches('nickname'),
    location: containsText('location'),
    is_active: equals('is_active'),
    search: userMatches('all'),
  },
  sortable: ['fans_count', 'like_count', 'created_at'],
  defaultSort: { column: 'id', direction: 'asc' },
  richTextFields: ['bio'],
  async load(ctx, ids) {
    const rows = await service.listUsers(ctx, ids)
    return rows.map((row) => ({ ...presentProfile(row), post_count: row.post_count }))
  },
  recordName: (row) => `${row.nickname}（${row.user_id}）`,
  async create(t, { user_id, nickname, password: _, bio, ...profile }, { passwordHash }) {
    const id = await service.createUser(t, { user_id, nickname, password_hash: passwordHash ?? NO_PASSWORD })
    // The form sends an empty bio where none was entered: keeps the default of new accounts.
    await applyProfile(t, id, { ...profile, bio: bio || undefined })
    return id
  },
  conflictErrors: ['user_id_taken'],
  async update(t, { id }, { password: _, ...profile }, { passwordHash }) {
    await applyProfile(t, id, profile)
    if (!passwordHash) return
    await service.setPassword(t, id, passwordHash)
    await endSessionsOf(t, { role: 'user', id })
  },
  async lock(t, ids, before) {
    // Deletion takes its own locks, on posts before users.
    if (before === 'update') await service.lockUsers(t, ids)
  },
  async remove(t, ids) {
    for (const id of ids) await deleteUserAccount(t, id)
  },
  // Deleting an account locks everybody it interacted with, so each gets a short transaction of its own.
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
