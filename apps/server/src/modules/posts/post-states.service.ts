/** Changes the moderation states of posts with what depends on them: counters, search, caches, notifications. */
import { TARGET } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { type Change, type Decision, type ModeratedState, recordDecision } from '#modules/moderation/history.service.ts'
import { refreshHidden } from '#modules/notifications/notifications.service.ts'
import { listUsers } from '#modules/users/users.service.ts'
import { chunks, groupBy } from '#platform/db/rows.ts'
import { countPublicPosts } from './aggregate-counters.ts'
import { postsChanged } from './post-changes.ts'
import { isPrivate } from './post-visibility.ts'
import * as repo from './posts.repo.ts'
import { indexPosts } from './search-indexing.service.ts'

/** The state that a post gets; null leaves it as it is. */
export type NextState = (post: repo.PostRow) => ModeratedState | null

/**
 * Changes the states of posts and records it. `posts` are those that changed, as they were; without any nothing is
 * recorded.
 */
export async function decideOnPosts(
  t: Ctx,
  decision: Decision,
  ids: readonly number[],
  next: NextState,
): Promise<{ posts: repo.PostRow[]; actionId: number | null }> {
  const changes: Change[] = []
  const posts = await changePosts(t, [...new Set(ids)], (post) => {
    const decided = next(post)
    if (!decided || (decided.state === post.state && decided.reason === post.state_reason)) return null
    changes.push({ id: post.id, from: post.state, to: decided.state, fromReason: post.state_reason })
    return { state: decided.state, state_reason: decided.reason }
  })
  if (posts.length === 0) return { posts, actionId: null }
  return { posts, actionId: await recordDecision(t, TARGET.post, decision, changes) }
}

export type HidingPiece = { userId: number; hidden: boolean; most: number; isStill(): Promise<boolean> }

/** Hides some of what an author wrote, or shows it; returns whether some are left. `isStill` is asked under locks. */
export async function hideSomeOfAuthor(t: Ctx, { userId, hidden, most, isStill }: HidingPiece): Promise<boolean> {
  const author_hidden = hidden ? 1 : 0
  const ids = await repo.listOthersOf(t.db, userId, author_hidden, most)
  if (ids.length === 0) return false
  await repo.lockWholePosts(t.db, t.engine, ids)
  if (await isStill()) await changePosts(t, ids, () => ({ author_hidden }))
  return true
}

/** Whether some of the author's posts do not have this `author_hidden` yet. */
export const hasOthers = async (t: Ctx, userId: number, hidden: boolean): Promise<boolean> =>
  (await repo.listOthersOf(t.db, userId, hidden ? 1 : 0, 1)).length > 0

/** Derives anew who sees these posts, for a repair. */
export async function derivePrivacyOfPosts(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.lockWholePosts(t.db, t.engine, ids)
  const authors = await listUsers(t, [...new Set(rows.map(({ user_id }) => user_id))])
  const hidden = new Set(authors.filter(({ is_hidden }) => is_hidden === 1).map(({ id }) => id))
  await changePosts(t, ids, ({ user_id }) => ({ author_hidden: hidden.has(user_id) ? 1 : 0 }))
}

type Columns = Partial<Pick<repo.PostRow, 'state' | 'state_reason' | 'author_hidden'>>

/** Returns those that changed, as they were. */
async function changePosts(
  t: Ctx,
  ids: number[],
  decide: (post: repo.PostRow) => Columns | null,
): Promise<repo.PostRow[]> {
  const changed: repo.PostRow[] = []
  for (const some of chunks(ids.toSorted((a, b) => a - b))) {
    const pairs = (await repo.lockWholePosts(t.db, t.engine, some)).flatMap((before) => {
      const columns = decide(before)
      if (!columns) return []
      const decided = { ...before, ...columns }
      return [{ before, after: { ...decided, is_private: isPrivate(decided) } }]
    })
    const before = pairs.map((pair) => pair.before)
    await move(
      t,
      before,
      pairs.map((pair) => pair.after),
    )
    changed.push(...before)
  }
  return changed
}

async function move(t: Ctx, before: repo.PostRow[], after: repo.PostRow[]): Promise<void> {
  const wasPublic = new Set(before.flatMap((post) => (post.is_private === 0 ? post.id : [])))
  await countPublicPosts(
    t,
    after.filter((post) => post.is_private === 0 && !wasPublic.has(post.id)),
    1,
  )
  await countPublicPosts(
    t,
    after.filter((post) => post.is_private === 1 && wasPublic.has(post.id)),
    -1,
  )
  for (const same of groupByDecision(after)) {
    const { state, state_reason, author_hidden, is_private } = same[0] as repo.PostRow
    const ids = same.map((post) => post.id)
    await repo.updatePosts(t.db, ids, { state, state_reason, author_hidden, is_private })
  }
  const ids = after.map((post) => post.id)
  await indexPosts(t, ids, 'any')
  postsChanged(t, ids, [...before, ...after])
  await refreshHidden(t, 'posts', ids)
}

function groupByDecision(posts: repo.PostRow[]): repo.PostRow[][] {
  const keyOf = (post: repo.PostRow) =>
    JSON.stringify([post.state, post.state_reason, post.author_hidden, post.is_private])
  return [...groupBy(posts, keyOf).values()]
}
