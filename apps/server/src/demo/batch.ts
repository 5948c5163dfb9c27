/** Made-up rows that belong together: numbering them, counting them, writing them. */
import { TARGET } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import { makeFindable } from '#modules/posts/findable.service.ts'
import { hotScore } from '#modules/posts/hot-score.ts'
import * as tags from '#modules/tags/tags.service.ts'
import * as users from '#modules/users/users.service.ts'
import { insertRows, lastId, NUMBERED, type Numbered, type Rows } from './demo.repo.ts'

/** The ids given last, by table. Nobody else may write meanwhile. */
export type Ids = Record<Numbered, number>

export async function readIds(ctx: Ctx): Promise<Ids> {
  const ids = { users: 0, posts: 0, comments: 0, likes: 0, collections: 0, follows: 0, notifications: 0 }
  for (const table of NUMBERED) ids[table] = await lastId(ctx.db, table)
  return ids
}

export function emptyBatch(): Rows {
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

/** Gives the rows ids in the order of their times: lists that show the newest first go by id. */
export function number<T extends { id: number; created_at: number }>(ids: Ids, table: Numbered, rows: T[]): T[] {
  rows.sort((a, b) => a.created_at - b.created_at)
  for (const row of rows) row.id = ++ids[table]
  return rows
}

const COUNTERS = ['follow_count', 'fans_count', 'post_count', 'like_count', 'collect_count'] as const
type Counter = (typeof COUNTERS)[number]

/** What the rows add to counters of rows that may have been there before. */
export type Deltas = {
  users: Map<number, Partial<Record<Counter, number>>>
  categories: Map<number, number>
  tags: Map<number, number>
}

export const noDeltas = (): Deltas => ({ users: new Map(), categories: new Map(), tags: new Map() })

/** Sets the counters of the batch's notes and comments from its rows, and gathers what it adds to all others. */
export function count(batch: Rows, deltas: Deltas): void {
  const posts = new Map(batch.posts.map((post) => [post.id, post]))
  const comments = new Map(batch.comments.map((comment) => [comment.id, comment]))
  const credit = (userId: number, counter: Counter) => {
    const counters = deltas.users.get(userId) ?? {}
    deltas.users.set(userId, { ...counters, [counter]: (counters[counter] ?? 0) + 1 })
  }
  for (const { post_id, parent_id } of batch.comments) {
    bump(posts.get(post_id), 'comment_count')
    if (parent_id !== null) bump(comments.get(parent_id), 'reply_count')
  }
  for (const { target_type, target_id } of batch.likes) {
    if (target_type === TARGET.comment) bump(comments.get(target_id), 'like_count')
    else credit(bump(posts.get(target_id), 'like_count').user_id, 'like_count')
  }
  for (const { post_id } of batch.collections) {
    credit(bump(posts.get(post_id), 'collect_count').user_id, 'collect_count')
  }
  for (const { follower_id, following_id } of batch.follows) {
    credit(follower_id, 'follow_count')
    credit(following_id, 'fans_count')
  }
  for (const post of batch.posts) {
    post.hot_score = hotScore(post)
    if (post.is_draft === 1) continue
    credit(post.user_id, 'post_count')
    if (post.category_id !== null) add(deltas.categories, post.category_id)
  }
  for (const { post_id, tag_id } of batch.post_tags) if (posts.get(post_id)?.is_draft === 0) add(deltas.tags, tag_id)
}

function bump<K extends string, T extends Record<K, number>>(row: T | undefined, counter: K): T {
  if (!row) throw new Error(`A row of the batch counts for one that is not in it (${counter})`)
  Object.assign(row, { [counter]: row[counter] + 1 })
  return row
}

function add(counts: Map<number, number>, id: number): void {
  counts.set(id, (counts.get(id) ?? 0) + 1)
}

/** Writes the rows and makes them findable, within the caller's transaction. */
export async function writeBatch(t: Ctx, batch: Rows): Promise<void> {
  await insertRows(t.db, batch)
  await users.makeFindable(t, batch.users)
  const ids = batch.posts.map((post) => post.id)
  await makeFindable(t, ids, 'any')
}

/** Moves the counters of users, categories and tags within the caller's transaction, many rows by each statement. */
export async function applyDeltas(t: Ctx, deltas: Deltas): Promise<void> {
  for (const counter of COUNTERS) {
    const moves = Array.from(deltas.users, ([id, counters]): [number, number] => [id, counters[counter] ?? 0])
    await users.addToCounterOfMany(t, counter, new Map(moves))
  }
  await categories.addPostsToMany(t, deltas.categories)
  await tags.addUsesToMany(t, deltas.tags)
}
