/** Search entries of posts. Every change of an indexed field must call `indexPosts` in the same transaction. */
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import type { Ctx } from '#deps.ts'
import { chunks, groupBy } from '#platform/db/rows.ts'
import { invalidateSearches } from '#platform/search/search-cache.ts'
import { labelOf, type SearchEntry } from '#platform/search/tokens.ts'
import { listPostIdsOf } from './posts.repo.ts'
import { lockPosts } from './posts.service.ts'
import * as repo from './search-indexing.repo.ts'

/** Labels are indexed next to words, so that the index can also filter by author, category or tag. */
export const authorLabel = (userId: number) => labelOf('author', userId)
export const categoryLabel = (categoryId: number) => labelOf('category', categoryId)
/** `nameKey` is made by `tagKeyOf` (tags/tags.service.ts). */
export const tagLabel = (nameKey: string) => labelOf('tag', nameKey)

type PostEntries = { notes: SearchEntry[]; drafts: SearchEntry[] }

export async function loadSearchEntries(ctx: Ctx, ids: number[]): Promise<PostEntries> {
  const rows = await repo.listIndexedFields(ctx.db, ids)
  const tags = groupBy(await repo.listTags(ctx.db, ids), (tag) => tag.post_id)
  const entriesOf = (found: repo.IndexedFields[]) => found.map((row) => searchEntry(row, tags.get(row.id) ?? []))
  return {
    notes: entriesOf(rows.filter((row) => row.is_private === 0)),
    drafts: entriesOf(rows.filter((row) => row.is_draft === 1 && row.state !== 'deleted')),
  }
}

function searchEntry(row: repo.IndexedFields, tags: { name: string; name_key: string }[]): SearchEntry {
  const { id, title, content, nickname, user_id, category_id } = row
  const names = tags.map((tag) => tag.name)
  return {
    id,
    title,
    tags: names,
    texts: [title, plainText(parseRichText(content)), ...names, nickname],
    labels: [
      authorLabel(user_id),
      ...(category_id === null ? [] : [categoryLabel(category_id)]),
      ...tags.map((tag) => tagLabel(tag.name_key)),
    ],
  }
}

const BATCH_SIZE = 50

/** Updates the entries from the posts' rows. `before` are the previous entries, or `any` where they are not known. */
export async function indexPosts(t: Ctx, ids: number[], before: PostEntries | 'any'): Promise<void> {
  for (const some of chunks(ids, BATCH_SIZE)) {
    const { notes } = await rewriteEntries(t, some)
    invalidateSearches(t, 'notes', before === 'any' ? before : [...before.notes, ...notes])
  }
}

/** As `indexPosts` where the posts are as before: leaves what is cached alone. */
export async function rewriteEntries(t: Ctx, ids: number[]): Promise<PostEntries> {
  const entries = await loadSearchEntries(t, ids)
  await replaceEntries(t, 'notes', entries.notes, ids)
  await replaceEntries(t, 'drafts', entries.drafts, ids)
  return entries
}

async function replaceEntries(t: Ctx, kind: 'notes' | 'drafts', entries: SearchEntry[], ids: number[]): Promise<void> {
  const kept = new Set(entries.map((entry) => entry.id))
  await t.search.remove(
    t.db,
    kind,
    ids.filter((id) => !kept.has(id)),
  )
  await t.search.put(t.db, kind, entries)
}

/** Removes the entries of posts that are about to be deleted, or already are. */
export async function unindexPosts(t: Ctx, ids: number[], before: PostEntries | 'any'): Promise<void> {
  await t.search.remove(t.db, 'notes', ids)
  await t.search.remove(t.db, 'drafts', ids)
  invalidateSearches(t, 'notes', before === 'any' ? before : before.notes)
}

export async function reindexPostsOfUser(t: Ctx, userId: number): Promise<void> {
  const ids = await listPostIdsOf(t.db, userId)
  // Waits for concurrent writers of these posts, which have read the old nickname.
  await lockPosts(t, ids)
  await indexPosts(t, ids, 'any')
}
