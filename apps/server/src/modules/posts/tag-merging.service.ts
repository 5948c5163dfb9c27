/** Moves the notes of a merged tag to the other in pieces, and back (docs/product.md#tags-that-mean-the-same). */
import type { Ctx } from '#deps.ts'
import * as merges from '#modules/tags/tag-merges.service.ts'
import { batchTx } from '#platform/db/tx.ts'
import { retagPosts } from './post-filing.service.ts'
import * as repo from './posts.repo.ts'

/** So few that nobody waits. */
const BATCH_SIZE = 50

/** Called by a timer, and with `most` pieces by who begins: a small merge is done when it is answered. */
export async function continueMerges(ctx: Ctx, stopping?: AbortSignal, most = Number.POSITIVE_INFINITY): Promise<void> {
  for (let pieces = 0; pieces < most && !stopping?.aborted; pieces++) {
    const id = await merges.findNextMerge(ctx.db)
    if (id === undefined) return
    await batchTx(ctx, async (t) => {
      const merge = await merges.lockMerge(t, id)
      if (merge?.state === 'running') await moveSome(t, merge)
      if (merge?.state === 'undoing') await giveBackSome(t, merge)
    })
  }
}

async function moveSome(t: Ctx, { id, from_id, into_id, notes }: merges.MergeRow): Promise<void> {
  const ids = await repo.listSomePostIdsByTag(t.db, from_id, BATCH_SIZE)
  if (ids.length === 0) return merges.updateMerge(t.db, id, { state: 'done' })
  const moved = await retagPosts(t, ids, ({ tag_ids }) => [
    ...new Set(tag_ids.map((tag) => (tag === from_id ? into_id : tag))),
  ])
  await merges.insertMoved(
    t.db,
    moved.map((post) => ({ merge_id: id, post_id: post.id, tags_json: JSON.stringify(post.tag_ids) })),
  )
  await merges.updateMerge(t.db, id, { notes: notes + moved.length })
}

/** A note whose author has taken the tag off since stays as it is. */
async function giveBackSome(t: Ctx, { id, from_id, into_id }: merges.MergeRow): Promise<void> {
  const rows = await merges.listMoved(t.db, id, BATCH_SIZE)
  if (rows.length === 0) return merges.updateMerge(t.db, id, { state: 'undone' })
  const before = new Map(rows.map((row) => [row.post_id, JSON.parse(row.tags_json) as number[]]))
  await retagPosts(t, [...before.keys()], (post) => {
    const had = before.get(post.id) ?? []
    if (!post.tag_ids.includes(into_id) || post.tag_ids.includes(from_id)) return null
    if (!had.includes(into_id)) return post.tag_ids.map((tag) => (tag === into_id ? from_id : tag))
    return post.tag_ids.toSpliced(had.indexOf(from_id), 0, from_id)
  })
  await merges.deleteMoved(
    t.db,
    rows.map((row) => row.id),
  )
}
