/** Moves posts between categories and changes their tags, many at once. The time of change stays: nobody edits them. */
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import { equalDeltas } from '#platform/db/counters.ts'
import { groupBy } from '#platform/db/rows.ts'
import { dropMovedPins, type PinRow } from './pins.service.ts'
import { postsChanged } from './post-changes.ts'
import * as repo from './posts.repo.ts'
import { indexPosts } from './search-indexing.service.ts'

type Filed = { id: number; category_id: number | null; pins?: PinRow[] }

/**
 * Undefined leaves a post where it is. Returns those that moved, as they were, with the pins that they lost; the caller
 * passes a few hundred at most.
 */
export async function movePosts(
  t: Ctx,
  ids: readonly number[],
  to: (post: repo.PostRow) => number | null | undefined,
): Promise<Filed[]> {
  const moves = (await lock(t, ids)).flatMap((before) => {
    const category_id = to(before)
    if (category_id === undefined || category_id === before.category_id) return []
    return [{ before, after: { ...before, category_id } }]
  })
  if (moves.length === 0) return []
  const categoriesOf = (posts: repo.PostRow[]) =>
    posts.flatMap(({ is_private, category_id }) => (is_private === 0 ? (category_id ?? []) : []))
  const before = moves.map((move) => move.before)
  const after = moves.map((move) => move.after)
  await categories.addToPostCounts(t, sum(equalDeltas(categoriesOf(before), -1), equalDeltas(categoriesOf(after), 1)))
  for (const [category_id, same] of groupBy(after, (post) => post.category_id)) {
    await repo.updatePosts(
      t.db,
      same.map(({ id }) => id),
      { category_id },
    )
  }
  const lost = groupBy(await dropMovedPins(t, after), ({ post_id }) => post_id)
  await changed(t, before, after)
  return before.map(({ id, category_id }) => {
    const pins = lost.get(id)
    return { id, category_id, ...(pins && { pins }) }
  })
}

type Tagged = { id: number; tag_ids: number[] }
type Retagging = Tagged & Pick<repo.PostRow, 'state'>

/** Null leaves a post as it is. Returns those that changed, with the tags that they had. */
export async function retagPosts(
  t: Ctx,
  ids: readonly number[],
  next: (post: Retagging) => number[] | null,
): Promise<Tagged[]> {
  const posts = await lock(t, ids)
  const links = groupBy(await repo.listTagIds(t.db, [...ids]), ({ post_id }) => post_id)
  const changes = posts.flatMap((post) => {
    const tag_ids = (links.get(post.id) ?? []).map(({ tag_id }) => tag_id)
    const after = next({ id: post.id, state: post.state, tag_ids })
    return after && after.join() !== tag_ids.join() ? [{ post, before: tag_ids, after }] : []
  })
  if (changes.length === 0) return []
  const shown = changes.filter(({ post }) => post.is_private === 0)
  const uses = sum(
    equalDeltas(
      shown.flatMap(({ before }) => before),
      -1,
    ),
    equalDeltas(
      shown.flatMap(({ after }) => after),
      1,
    ),
  )
  await tags.addToUseCounts(t, uses)
  await repo.replaceTagsOfPosts(
    t.db,
    changes.map(({ post, after }) => ({ id: post.id, tag_ids: after })),
  )
  const added = changes.flatMap(({ before, after }) => after.filter((id) => !before.includes(id)))
  await tags.requireUnmerged(t, [...new Set(added)])
  const rows = changes.map(({ post }) => post)
  await changed(t, rows, rows)
  return changes.map(({ post, before }) => ({ id: post.id, tag_ids: before }))
}

const lock = (t: Ctx, ids: readonly number[]) =>
  repo.lockWholePosts(
    t.db,
    t.engine,
    ids.toSorted((a, b) => a - b),
  )

async function changed(t: Ctx, before: repo.PostRow[], after: repo.PostRow[]): Promise<void> {
  const ids = after.map(({ id }) => id)
  await indexPosts(t, ids, 'any')
  postsChanged(t, ids, [...before, ...after])
}

function sum(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): Map<number, number> {
  const sums = new Map(a)
  for (const [id, n] of b) sums.set(id, (sums.get(id) ?? 0) + n)
  return sums
}
