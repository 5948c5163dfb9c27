import { users as api } from '@shiliu/contract/admin/users'
import type { BodyOf } from '@shiliu/contract/endpoint'
import { UNKNOWN_LOCATION } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { eraseUser } from '#modules/account/deletion.service.ts'
import { changeProfile } from '#modules/account/profile.service.ts'
import { endSessionsOf } from '#modules/auth/sessions-records.service.ts'
import { listWithAnswersOf } from '#modules/comments/comments-erasure.service.ts'
import { presentProfile } from '#modules/users/users.present.ts'
import * as service from '#modules/users/users.service.ts'
import { has, is, userCalled } from '../conditions.repo.ts'
import { defineResource } from '../resource.ts'
import * as repo from './users.repo.ts'

type Profile = Partial<Omit<BodyOf<typeof api.update>, 'password' | 'version'>>

/** What the form tells of a profile; whoever is deactivated is signed out at once. */
async function change(t: Ctx, id: number, { is_active, location, ...profile }: Profile): Promise<void> {
  const user = await service.requireUserById(t, id)
  const active = is_active === undefined ? undefined : is_active ? 1 : 0
  const from = location === '' ? UNKNOWN_LOCATION : location
  await changeProfile(t, user, { ...profile, location: from, is_active: active }, { anywhere: true })
  if (active === 0) await endSessionsOf(t, { role: 'user', id })
}

export const users = defineResource(api, {
  table: 'users',
  filters: {
    user_id: userCalled('user_id'),
    nickname: userCalled('nickname'),
    location: has('location'),
    is_active: is('is_active'),
    search: userCalled('anywhere'),
  },
  sortable: ['fans_count', 'like_count', 'created_at'],
  defaultSort: { column: 'id', direction: 'asc' },
  rich: ['bio'],
  async load(ctx, ids) {
    const rows = await service.listUsers(ctx, ids)
    return rows.map((row) => ({ ...presentProfile(row), post_count: row.post_count }))
  },
  nameOf: (row) => `${row.nickname}（${row.user_id}）`,
  async create(t, { user_id, nickname, password: _, bio, ...profile }, { passwordHash }) {
    const id = await service.createUser(t, { user_id, nickname, password_hash: passwordHash ?? '' })
    // An empty text of the form leaves what every new account says.
    await change(t, id, { ...profile, bio: bio || undefined })
    return id
  },
  taken: ['user_id_taken'],
  async update(t, { id }, { password: _, ...profile }, { passwordHash }) {
    await change(t, id, profile)
    if (!passwordHash) return
    await service.setPassword(t, id, passwordHash)
    await endSessionsOf(t, { role: 'user', id })
  },
  async hold(t, ids, before) {
    // Deleting takes its locks itself, on notes before users.
    if (before === 'update') await service.lockUsers(t, ids)
  },
  async remove(t, ids) {
    for (const id of ids) await eraseUser(t, id)
  },
  // Each is an undertaking of its own, with locks on everybody whom the account has to do with.
  atOnce: 1,
  async impact(ctx, ids) {
    const written = await listWithAnswersOf(ctx, ids)
    const comments = new Set([...written, ...(await repo.listCommentsUnderNotesOf(ctx.db, ids))])
    const { posts, drafts, likes, collections, follows, media } = await repo.countBelongings(ctx.db, ids)
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
