import { posts as api } from '@shiliu/contract/admin/posts'
import { createPost, editPost } from '#modules/posts/post-writing.service.ts'
import { loadPostCards } from '#modules/posts/posts.service.ts'
import { lockPosts } from '#modules/posts/posts-locks.service.ts'
import { erasePosts, setViews } from '#modules/posts/posts-records.service.ts'
import { is, noteWith, ofUser } from '../conditions.repo.ts'
import { requireNamed } from '../people.ts'
import { defineResource } from '../resource.ts'
import { sent } from '../sent.ts'
import * as repo from './posts.repo.ts'

const ANYWHERE = { anywhere: true }

export const posts = defineResource(api, {
  table: 'posts',
  filters: {
    title: noteWith('title'),
    category_id: is('category_id'),
    is_draft: is('is_draft'),
    user_display_id: ofUser('user_id'),
    search: noteWith('anywhere'),
  },
  sortable: ['view_count', 'like_count', 'collect_count', 'comment_count', 'created_at'],
  rich: ['content'],
  async load(ctx, ids) {
    const cards = await loadPostCards(ctx, 'admin', ids)
    return cards.map((card) => ({
      ...card,
      user_display_id: card.author_account,
      cover: card.pictures[0]?.card ?? null,
    }))
  },
  nameOf: (row) => row.title,
  moving: ['view_count'],
  hold: lockPosts,
  async create(t, body) {
    const author = await requireNamed(t, body, 'user')
    const { title, content, category_id = null, images, tags, is_draft, view_count } = body
    const id = await createPost(t, author.id, { title, content, category_id, images, tags, is_draft }, ANYWHERE)
    if (view_count) await setViews(t, id, view_count)
    return id
  },
  async update(t, row, { view_count, ...changes }) {
    await editPost(t, row.id, sent(changes), ANYWHERE)
    if (typeof view_count === 'number' && view_count !== row.view_count) await setViews(t, row.id, view_count)
  },
  remove: erasePosts,
  impact: (ctx, ids) => repo.countHanging(ctx.db, ids),
})
