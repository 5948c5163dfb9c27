import { posts as api } from '@shiliu/contract/admin/posts'
import { TARGET } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { deleteTrash, statesBeforeDeletion } from '#modules/moderation/history.service.ts'
import { refuseHeld, refuseTrashedByAccount } from '#modules/moderation/trash-rows.service.ts'
import { createPost, editPost } from '#modules/posts/post-mutations.service.ts'
import { decideOnPosts, type NextState } from '#modules/posts/post-states.service.ts'
import { setViewCount } from '#modules/posts/posts.admin.service.ts'
import { deletePosts } from '#modules/posts/posts.deletion.service.ts'
import { loadPostCards, lockPosts } from '#modules/posts/posts.service.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { omitUndefined } from '#platform/omit-undefined.ts'
import { actorOfAdmin } from '../admins.service.ts'
import { tellAuthors } from '../author-notices.service.ts'
import { belongsToUser, equals, hasTag, inState, postMatches } from '../filters.repo.ts'
import { requireReferencedUser } from '../referenced-user.ts'
import { defineResource } from '../resource.ts'
import { withAccountTrash } from '../trash-columns.service.ts'
import * as repo from './impact.repo.ts'

const ALLOW_EXTERNAL = { allowExternal: true }

async function decide(
  t: Ctx,
  viewer: AdminViewer,
  action: 'delete' | 'restore',
  ids: number[],
  next: NextState,
): Promise<void> {
  const decision = { actor: await actorOfAdmin(t, viewer.id), action, reason: null }
  const { posts, actionId } = await decideOnPosts(t, decision, ids, next)
  const decided = posts.map(({ id, user_id, title }) => {
    return { id, authorId: user_id, postId: id, commentId: null, name: title }
  })
  if (actionId !== null) await tellAuthors(t, decision, decided, actionId)
}

export const posts = defineResource(api, {
  table: 'posts',
  filters: {
    user_id: equals('user_id'),
    tag_id: hasTag(),
    title: postMatches('title'),
    category_id: equals('category_id'),
    state: inState('posts'),
    is_draft: equals('is_draft'),
    is_featured: equals('is_featured'),
    user_display_id: belongsToUser('user_id'),
    search: postMatches('all'),
  },
  trashed: TARGET.post,
  accounts: ['user_id'],
  sortable: ['view_count', 'like_count', 'collect_count', 'comment_count', 'created_at'],
  richTextFields: ['content'],
  async load(ctx, ids) {
    const cards = await loadPostCards(ctx, 'admin', ids)
    const rows = cards.map((card) => ({
      ...card,
      state: card.moderation?.state ?? 'visible',
      state_reason: card.moderation?.reason ?? null,
      user_display_id: card.author_account,
      cover: card.pictures[0]?.card ?? null,
    }))
    return withAccountTrash(ctx, rows)
  },
  isPrivate: (row) => row.is_draft === 1 || row.state !== 'visible',
  recordName: (row) => row.title,
  volatileFields: ['view_count'],
  lock: lockPosts,
  async create(t, body) {
    const author = await requireReferencedUser(t, body, 'user')
    const { title, content, category_id = null, images, tags, is_draft, view_count } = body
    const id = await createPost(t, author.id, { title, content, category_id, images, tags, is_draft }, ALLOW_EXTERNAL)
    if (view_count) await setViewCount(t, id, view_count)
    return id
  },
  async update(t, row, { view_count, ...changes }) {
    await editPost(t, row.id, omitUndefined(changes), ALLOW_EXTERNAL)
    if (typeof view_count === 'number' && view_count !== row.view_count) await setViewCount(t, row.id, view_count)
  },
  async remove(t, ids, { viewer }) {
    await decide(t, viewer, 'delete', ids, () => ({ state: 'deleted', reason: null }))
  },
  async restore(t, ids, _, { viewer }) {
    await refuseHeld(t, TARGET.post, ids)
    const before = await statesBeforeDeletion(t, TARGET.post, ids)
    await decide(t, viewer, 'restore', ids, ({ id }) => before.get(id) ?? { state: 'visible', reason: null })
  },
  async purge(t, ids) {
    await refuseTrashedByAccount(t, TARGET.post, ids)
    await deletePosts(t, ids)
    await deleteTrash(t.db, TARGET.post, ids)
  },
  impact: (ctx, ids) => repo.countDependentsOfPosts(ctx.db, ids),
})
