/** Likes, collections and follows: each once, and none of or to what is gone. */
import { TARGET } from '@shiliu/contract/limits'
import {
  existing,
  insertNewRows,
  insertRows,
  listComments,
  listKnownLikes,
  listKnownPairs,
  listPosts,
  type NewRow,
} from './import.repo.ts'
import { idOf, textOf, timeOf } from './old-values.ts'
import type { RepairKind } from './repairs.ts'
import type { SourceRow } from './source.ts'
import { type Batch, stage } from './stage.ts'

/** Few enough for one statement each, of which a violated key leaves nothing. */
const LIMIT = 500

/** Rows without those that repeat another one of the batch. */
function once<R>({ findings }: Batch, kind: RepairKind, rows: readonly R[], keyOf: (row: R) => string): R[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const key = keyOf(row)
    if (seen.has(key)) findings.note(kind, key)
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

const likeKey = (like: NewRow<'likes'>) => `${like.user_id} ${like.target_type} ${like.target_id}`

export const likesStage = stage({
  name: 'likes',
  label: '赞',
  table: 'likes',
  limit: LIMIT,
  async write(batch) {
    const { t, rows, times, findings } = batch
    const people = await existing(
      t.db,
      'users',
      rows.map((row) => idOf(row, 'user_id')),
    )
    const targets = (type: number) =>
      rows.filter((row) => Number(row.target_type) === type).map((row) => idOf(row, 'target_id'))
    const posts = await listPosts(t.db, targets(TARGET.post))
    const comments = await listComments(t.db, targets(TARGET.comment))
    const likes = rows.flatMap((row): NewRow<'likes'>[] => {
      const [user_id, target_id, target_type] = [idOf(row, 'user_id'), idOf(row, 'target_id'), Number(row.target_type)]
      const isPost = target_type === TARGET.post && posts.has(target_id ?? 0)
      const isComment = target_type === TARGET.comment && comments.has(target_id ?? 0)
      if (user_id === null || target_id === null || !people.has(user_id) || (!isPost && !isComment)) {
        findings.note(
          'like_target',
          `likes ${row.id}`,
          `users ${textOf(row, 'user_id')}`,
          `${target_type} ${target_id}`,
        )
        return []
      }
      const links = { post_id: isPost ? target_id : null, comment_id: isComment ? target_id : null }
      return [
        {
          id: row.id,
          user_id,
          target_type,
          target_id,
          ...links,
          created_at: timeOf(row, times, findings),
        },
      ]
    })
    const fresh = once(batch, 'like_repeated', likes, likeKey)
    const written = await insertNewRows(
      fresh,
      (some) => insertRows(t.db, 'likes', some),
      async () => {
        const known = await listKnownLikes(t.db, fresh)
        return fresh.filter((like) => !known.has(likeKey(like)))
      },
    )
    noteKnown(batch, 'like_repeated', fresh, written, likeKey)
    return written.length
  },
})

/** Notes those that were there from an earlier batch. */
export function noteKnown<R>(
  { findings }: Batch,
  kind: RepairKind,
  all: readonly R[],
  written: readonly R[],
  keyOf: (row: R) => string,
): void {
  if (all.length === written.length) return
  const kept = new Set(written)
  for (const row of all) if (!kept.has(row)) findings.note(kind, keyOf(row))
}

type Pair = { id: number; a: number; b: number; created_at: number }

/** Writes pairs of ids, each once. */
async function writePairs(
  batch: Batch,
  table: 'collections' | 'follows',
  pairs: Pair[],
  kind: RepairKind,
): Promise<number> {
  const { db } = batch.t
  const keyOf = ({ a, b }: Pair) => `${a} ${b}`
  const fresh = once(batch, kind, pairs, keyOf)
  const insert = (rows: readonly Pair[]) =>
    table === 'follows'
      ? insertRows(
          db,
          'follows',
          rows.map(({ a, b, ...row }) => ({ ...row, follower_id: a, following_id: b })),
        )
      : insertRows(
          db,
          'collections',
          rows.map(({ a, b, ...row }) => ({ ...row, user_id: a, post_id: b })),
        )
  const written = await insertNewRows(fresh, insert, async () => {
    const known = await listKnownPairs(
      db,
      table,
      fresh.map(({ a, b }) => [a, b] as const),
    )
    return fresh.filter((pair) => !known.has(keyOf(pair)))
  })
  noteKnown(batch, kind, fresh, written, keyOf)
  return written.length
}

export const collectionsStage = stage({
  name: 'collections',
  label: '收藏',
  table: 'collections',
  limit: LIMIT,
  async write(batch) {
    const { t, rows, times, findings } = batch
    const people = await existing(
      t.db,
      'users',
      rows.map((row) => idOf(row, 'user_id')),
    )
    const posts = await listPosts(
      t.db,
      rows.map((row) => idOf(row, 'post_id')),
    )
    const pairs = rows.flatMap((row): Pair[] => {
      const [a, b] = [idOf(row, 'user_id') ?? 0, idOf(row, 'post_id') ?? 0]
      if (people.has(a) && posts.has(b)) return [{ id: row.id, a, b, created_at: timeOf(row, times, findings) }]
      findings.note('collection_target', `collections ${row.id}`, `users ${a}`, `posts ${b}`)
      return []
    })
    return writePairs(batch, 'collections', pairs, 'collection_repeated')
  },
})

export const followsStage = stage({
  name: 'follows',
  label: '关注',
  table: 'follows',
  limit: LIMIT,
  async write(batch) {
    const { t, rows, times, findings } = batch
    const both = (row: SourceRow) => [idOf(row, 'follower_id'), idOf(row, 'following_id')]
    const people = await existing(t.db, 'users', rows.flatMap(both))
    const pairs = rows.flatMap((row): Pair[] => {
      const [a, b] = [idOf(row, 'follower_id') ?? 0, idOf(row, 'following_id') ?? 0]
      const isOk = people.has(a) && people.has(b) && a !== b
      if (isOk) return [{ id: row.id, a, b, created_at: timeOf(row, times, findings) }]
      findings.note(
        a === b && people.has(a) ? 'follow_self' : 'follow_target',
        `follows ${row.id}`,
        `users ${a}`,
        `users ${b}`,
      )
      return []
    })
    return writePairs(batch, 'follows', pairs, 'follow_repeated')
  },
})
