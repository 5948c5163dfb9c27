/** Notes, comments and users as moderators see them, in a fixed number of queries. */

import type { ModeratedItem } from '@shiliu/contract/admin/reports'
import { REPORTED, type Reported } from '@shiliu/contract/reports'
import type { Ctx } from '#deps.ts'
import { loadCommentsForModerators } from '#modules/comments/comments.service.ts'
import { idsOfType, refKey, type TargetRef } from '#modules/moderation/targets.service.ts'
import { loadPostCards } from '#modules/posts/posts.service.ts'
import { listUsers, type UserRow } from '#modules/users/users.service.ts'
import { iso } from '#platform/clock.ts'
import { shownAddress } from '#platform/storage/addresses.ts'
import * as repo from './moderated-items.repo.ts'

const NO_LABELS = { category: null, tags: [] }

/** What is gone is missing. */
export async function loadItems(
  ctx: Ctx,
  refs: readonly TargetRef[],
): Promise<(ref: TargetRef) => ModeratedItem | null> {
  const [postIds, commentIds] = [idsOfType(refs, REPORTED.post), idsOfType(refs, REPORTED.comment)]
  const comments = await loadCommentsForModerators(ctx, commentIds)
  const cards = await loadPostCards(ctx, 'admin', [...new Set([...postIds, ...comments.map((row) => row.post_id)])])
  const byId = new Map(cards.map((card) => [card.id, card]))
  const posts = postIds.flatMap((id) => byId.get(id) ?? [])
  const parentIds = [...new Set(comments.flatMap(({ parent_id }) => parent_id ?? []))]
  const parents = new Map((await loadCommentsForModerators(ctx, parentIds)).map((row) => [row.id, row]))
  const states = new Map((await repo.listStates(ctx.db, postIds, commentIds)).map((row) => [refKey(row), row]))
  const authorIds = [...posts, ...comments].map(({ user_id }) => user_id)
  const ids = [...new Set([...authorIds, ...idsOfType(refs, REPORTED.user)])]
  const users = new Map(ids.length === 0 ? [] : (await listUsers(ctx, ids)).map((user) => [user.id, user]))
  const items = new Map<string, ModeratedItem>()
  const add = (
    ref: TargetRef,
    authorId: number,
    item: Omit<ModeratedItem, 'author' | 'state' | 'reason' | 'target_type' | 'target_id'>,
  ) => {
    const author = users.get(authorId)
    const { state = null, state_reason: reason = null } = states.get(refKey(ref)) ?? {}
    const target_type = ref.target_type as Reported
    if (author)
      items.set(refKey(ref), {
        ...item,
        target_type,
        target_id: ref.target_id,
        state,
        reason,
        author: presentAuthor(ctx, author),
      })
  }
  for (const { id, user_id, title, content, pictures, category, tags, created_at, updated_at } of posts) {
    const labels = { category, tags: tags.map(({ name }) => name) }
    const shown = { post_id: id, title, content, pictures, ...labels, below: null, created_at, updated_at }
    add({ target_type: REPORTED.post, target_id: id }, user_id, shown)
  }
  for (const { id, user_id, post_id, parent_id, content, pictures, created_at } of comments) {
    const [post, parent] = [byId.get(post_id), parents.get(parent_id ?? 0)]
    const answers = parent ? { nickname: parent.nickname, content: parent.content } : null
    const below = { title: post?.title ?? '', picture: post?.pictures[0] ?? null, answers }
    const shown = { post_id, title: '', content, pictures, ...NO_LABELS, below, created_at, updated_at: created_at }
    add({ target_type: REPORTED.comment, target_id: id }, user_id, shown)
  }
  for (const target_id of idsOfType(refs, REPORTED.user)) {
    const user = users.get(target_id)
    if (!user) continue
    add({ target_type: REPORTED.user, target_id }, target_id, {
      post_id: null,
      title: user.nickname,
      content: user.bio,
      pictures: [],
      ...NO_LABELS,
      below: null,
      created_at: iso(user.created_at),
      updated_at: iso(user.updated_at),
    })
  }
  return (ref) => items.get(refKey(ref)) ?? null
}

function presentAuthor({ storage }: Ctx, user: UserRow): ModeratedItem['author'] {
  const { id, user_id, nickname, created_at, post_count } = user
  const avatar = shownAddress(storage, user.avatar)
  return { id, user_id, nickname, avatar, created_at: iso(created_at), post_count }
}
