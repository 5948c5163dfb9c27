/** Assigns ids to generated rows, computes the counters that they imply, and writes them. */
import { TARGET } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import { hotScore } from '#modules/posts/hot-score.ts'
import { postsChanged } from '#modules/posts/post-changes.ts'
import { indexPosts } from '#modules/posts/search-indexing.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import * as users from '#modules/users/users.service.ts'
import { findLastId, insertRows, type RowBatch, TABLES_WITH_IDS, type TableWithIds } from './demo.repo.ts'

/** The last id assigned per table. Nobody else may write meanwhile. */
export type LastIds = Record<TableWithIds, number>

export async function readLastIds(ctx: Ctx): Promise<LastIds> {
  const ids = { users: 0, posts: 0, comments: 0, likes: 0, collections: 0, follows: 0, notifications: 0 }
  for (const table of TABLES_WITH_IDS) ids[table] = await findLastId(ctx.db, table)
  return ids
}

export function emptyBatch(): RowBatch {
  return {
    users: [],
    posts: [],
    post_images: [],
    post_tags: [],
    comments: [],
    comment_images: [],
    likes: [],
    collections: [],
    follows: [],
    notifications: [],
  }
}

/** Sorts rows by time and assigns ids in that order, since lists of the newest rows are sorted by id. */
export function assignIds<T extends { id: number; created_at: number }>(
  ids: LastIds,
  table: TableWithIds,
  rows: T[],
): T[] {
  rows.sort((a, b) => a.created_at - b.created_at)
  for (const row of rows) row.id = ++ids[table]
  return rows
}

const USER_COUNTERS = ['follow_count', 'fans_count', 'post_count', 'like_count', 'collect_count'] as const
type UserCounter = (typeof USER_COUNTERS)[number]

/** What a batch adds to counters of rows outside of it. */
type BatchDeltas = {
  users: Map<number, Partial<Record<UserCounter, number>>>
  categories: Map<number, number>
  tags: Map<number, number>
}

/** Sets counters and hot scores of the batch's own posts and comments; returns what it adds to all other counters. */
function computeCounters(batch: RowBatch): BatchDeltas {
  const deltas: BatchDeltas = { users: new Map(), categories: new Map(), tags: new Map() }
  const posts = new Map(batch.posts.map((post) => [post.id, post]))
  const comments = new Map(batch.comments.map((comment) => [comment.id, comment]))
  const addToUser = (userId: number, counter: UserCounter) => {
    const counters = deltas.users.get(userId) ?? {}
    deltas.users.set(userId, { ...counters, [counter]: (counters[counter] ?? 0) + 1 })
  }
  for (const { post_id, parent_id } of batch.comments) {
    increment(posts.get(post_id), 'comment_count')
    if (parent_id !== null) increment(comments.get(parent_id), 'reply_count')
  }
  for (const { target_type, target_id } of batch.likes) {
    if (target_type === TARGET.comment) increment(comments.get(target_id), 'like_count')
    else addToUser(increment(posts.get(target_id), 'like_count').user_id, 'like_count')
  }
  for (const { post_id } of batch.collections) {
    addToUser(increment(posts.get(post_id), 'collect_count').user_id, 'collect_count')
  }
  for (const { follower_id, following_id } of batch.follows) {
    addToUser(follower_id, 'follow_count')
    addToUser(following_id, 'fans_count')
  }
  for (const post of batch.posts) {
    post.hot_score = hotScore(post)
    if (post.is_private === 1) continue
    addToUser(post.user_id, 'post_count')
    if (post.category_id !== null) addOne(deltas.categories, post.category_id)
  }
  for (const { post_id, tag_id } of batch.post_tags) {
    if (posts.get(post_id)?.is_private === 0) addOne(deltas.tags, tag_id)
  }
  return deltas
}

function increment<K extends string, T extends Record<K, number>>(row: T | undefined, counter: K): T {
  if (!row) throw new Error(`A row of the batch refers to one outside of it (${counter})`)
  Object.assign(row, { [counter]: row[counter] + 1 })
  return row
}

function addOne(counts: Map<number, number>, id: number): void {
  counts.set(id, (counts.get(id) ?? 0) + 1)
}

/** Within the caller's transaction. */
export async function writeBatch(t: Ctx, batch: RowBatch): Promise<void> {
  const deltas = computeCounters(batch)
  await insertRows(t.db, batch)
  await users.indexUsers(t, batch.users)
  const postIds = batch.posts.map((post) => post.id)
  await indexPosts(t, postIds, 'any')
  postsChanged(t, [], batch.posts)
  for (const counter of USER_COUNTERS) {
    const changes = Array.from(deltas.users, ([id, counters]): [number, number] => [id, counters[counter] ?? 0])
    await users.addToCounterOfMany(t, counter, new Map(changes))
  }
  await categories.addToPostCounts(t, deltas.categories)
  await tags.addToUseCounts(t, deltas.tags)
}
