import { posts as api } from '@shiliu/contract/admin/posts'
import { createPost, editPost } from '#modules/posts/post-mutations.service.ts'
import { setViewCount } from '#modules/posts/posts.admin.service.ts'
import { deletePosts } from '#modules/posts/posts.deletion.service.ts'
import { loadPostCards, lockPosts } from '#modules/posts/posts.service.ts'
import { omitUndefined } from '#platform/omit-undefined.ts'
import { belongsToUser, equals, postMatches } from '../filters.repo.ts'
import { requireReferencedUser } from '../referenced-user.ts'
import { defineResource } from '../resource.ts'
import * as repo from './impact.repo.ts'

const ALLOW_EXTERNAL = { allowExternal: true }

export const posts = defineResource(api, {
  table: 'posts',
  filters: {
    title: postMatches('title'),
    category_id: equals('category_id'),
    is_draft: equals('is_draft'),
    user_display_id: belongsToUser('user_id'),
    search: postMatches('all'),
  },
  sortable: ['view_count', 'like_count', 'collect_count', 'comment_count', 'created_at'],
  richTextFields: ['content'],
  async load(ctx, ids) {
    const cards = await loadPostCards(ctx, 'admin', ids)
    return cards.map((card) => ({
      ...card,
      user_display_id: card.author_account,
      cover: card.pictures[0]?.card ?? null,
    }))
  },
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
  remove: deletePosts,
  impact: (ctx, ids) => repo.countDependentsOfPosts(ctx.db, ids),
})
