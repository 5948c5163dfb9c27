/** Changes the moderation states of comments with what depends on them: replies, counters, caches, notifications. */
import { TARGET } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { type Decision, type ModeratedState, recordDecision } from '#modules/moderation/history.service.ts'
import { refreshHidden } from '#modules/notifications/notifications.service.ts'
import type { HidingPiece } from '#modules/posts/post-states.service.ts'
import * as posts from '#modules/posts/posts.service.ts'
import { listUsers } from '#modules/users/users.service.ts'
import { chunks, groupBy } from '#platform/db/rows.ts'
import { lockPostsOfComments } from './comments.deletion.service.ts'
import * as repo from './comments.repo.ts'
import { addToCounter } from './comments.service.ts'
import { commentsChanged } from './load-comments.ts'

/**
 * Changes the states of comments and records it; locks their posts. `comments` are those that changed, as they were;
 * `moved` is how many appeared or vanished, replies included.
 */
export async function decideOnComments(
  t: Ctx,
  decision: Decision,
  ids: readonly number[],
  next: (comment: repo.CommentRow) => ModeratedState | null,
): Promise<{ comments: repo.CommentRow[]; actionId: number | null; moved: number }> {
  const wanted = [...new Set(ids)]
  await lockPostsOfComments(t, wanted)
  const decided = (await repo.listComments(t.db, wanted)).flatMap((comment) => {
    const after = next(comment)
    const isSame = after?.state === comment.state && after.reason === comment.state_reason
    return after && !isSame ? [{ comment, after }] : []
  })
  const comments = decided.map(({ comment }) => comment)
  if (comments.length === 0) return { comments, actionId: null, moved: 0 }
  for (const same of groupBy(decided, ({ after }) => JSON.stringify(after)).values()) {
    const [{ after } = { after: { state: 'visible', reason: null } as ModeratedState }] = same
    const sameIds = same.map(({ comment }) => comment.id)
    await repo.updateComments(t.db, sameIds, { state: after.state, state_reason: after.reason })
  }
  const changedIds = comments.map(({ id }) => id)
  const moved = await applyPrivacy(t, changedIds)
  const changes = decided.map(({ comment: { id, state, state_reason }, after }) => {
    return { id, from: state, to: after.state, fromReason: state_reason }
  })
  return { comments, actionId: await recordDecision(t, TARGET.comment, decision, changes), moved }
}

/** Hides some of what an author wrote, or shows it; returns whether some are left. `isStill` is asked under locks. */
export async function hideSomeOfAuthor(t: Ctx, { userId, hidden, most, isStill }: HidingPiece): Promise<boolean> {
  const author_hidden = hidden ? 1 : 0
  const ids = await repo.listOthersOf(t.db, userId, author_hidden, most)
  if (ids.length === 0) return false
  await lockPostsOfComments(t, ids)
  if (!(await isStill())) return true
  await repo.updateComments(t.db, ids, { author_hidden })
  await applyPrivacy(t, ids)
  return true
}

/** Whether some of the user's comments do not have this `author_hidden` yet. */
export const hasOthers = async (t: Ctx, userId: number, hidden: boolean): Promise<boolean> =>
  (await repo.listOthersOf(t.db, userId, hidden ? 1 : 0, 1)).length > 0

/** Derives anew who sees these comments, for a repair. */
export async function derivePrivacyOfComments(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.listComments(t.db, ids)
  const authors = await listUsers(t, [...new Set(rows.map(({ user_id }) => user_id))])
  const hidden = new Set(authors.filter(({ is_hidden }) => is_hidden === 1).map(({ id }) => id))
  for (const [author_hidden, same] of groupBy(rows, ({ user_id }): 0 | 1 => (hidden.has(user_id) ? 1 : 0))) {
    const sameIds = same.map(({ id }) => id)
    await repo.updateComments(t.db, sameIds, { author_hidden })
  }
  await applyPrivacy(t, ids)
}

/** Derives `is_private` of the threads that these comments are in, and moves the counters by what changed. */
async function applyPrivacy(t: Ctx, ids: readonly number[]): Promise<number> {
  const changed: repo.CommentLink[] = []
  const rootIds = new Set<number>()
  for (const some of chunks(ids)) {
    for (const { id, root_id } of await repo.listLinks(t.db, some)) rootIds.add(root_id ?? id)
  }
  for (const some of chunks([...rootIds])) {
    const links = [...(await repo.listLinks(t.db, some)), ...(await repo.listThreadLinks(t.db, some))]
    changed.push(...withPrivacy(links))
  }
  for (const [is_private, links] of groupBy(changed, (link) => link.is_private)) {
    const sign = is_private === 0 ? 1 : -1
    await posts.addToCounterOfMany(
      t,
      'comment_count',
      sums(links, ({ post_id }) => post_id, sign),
    )
    await addToCounter(
      t,
      'reply_count',
      sums(links, ({ parent_id }) => parent_id, sign),
    )
    const linkIds = links.map(({ id }) => id)
    await repo.updateComments(t.db, linkIds, { is_private })
  }
  const touched = [...ids, ...changed.map(({ id }) => id)]
  const postIds = [...new Set(changed.map(({ post_id }) => post_id))]
  commentsChanged(t, touched, postIds)
  await refreshHidden(
    t,
    'comments',
    changed.map(({ id }) => id),
  )
  return changed.length
}

/** Those whose `is_private` changes, with its new value. `links` are whole threads. */
function withPrivacy(links: repo.CommentLink[]): repo.CommentLink[] {
  const privateIds = new Set<number>()
  // In the order of their ids a parent comes before its replies.
  return links
    .toSorted((a, b) => a.id - b.id)
    .flatMap((link) => {
      const isBelowPrivate = link.parent_id !== null && privateIds.has(link.parent_id)
      const is_private = isBelowPrivate || link.state !== 'visible' || link.author_hidden === 1 ? 1 : 0
      if (is_private === 1) privateIds.add(link.id)
      return is_private === link.is_private ? [] : [{ ...link, is_private }]
    })
}

function sums(links: repo.CommentLink[], idOf: (link: repo.CommentLink) => number | null, sign: 1 | -1) {
  const counts = new Map<number, number>()
  for (const link of links) {
    const id = idOf(link)
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + sign)
  }
  return counts
}
