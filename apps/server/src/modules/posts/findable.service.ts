/**
 * What notes are found by: title, text, tags and their author's nickname of today, all in the note's own entry; drafts
 * apart, for their authors. Whoever changes one of these calls this in the same transaction.
 */
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import type { Ctx } from '#deps.ts'
import { chunks, groupBy } from '#platform/db/rows.ts'
import { searchChanged } from '#platform/search/found-cache.ts'
import { labelOf, type SearchEntry } from '#platform/search/tokens.ts'
import * as repo from './findable.repo.ts'
import { listPostIdsOf } from './posts.repo.ts'
import { lockPosts } from './posts-locks.service.ts'

/** The labels of notes: what their lists are narrowed by, besides words. */
export const authorLabel = (userId: number) => labelOf('author', userId)
export const categoryLabel = (categoryId: number) => labelOf('category', categoryId)
/** By the tag's key, as the tags module makes it of a name. */
export const tagLabel = (nameKey: string) => labelOf('tag', nameKey)

export type NoteEntries = { notes: SearchEntry[]; drafts: SearchEntry[] }

/** The entries that these notes and drafts should have now. */
export async function entriesOf(ctx: Ctx, ids: number[]): Promise<NoteEntries> {
  const rows = await repo.listWords(ctx.db, ids)
  const tags = groupBy(await repo.listTags(ctx.db, ids), (tag) => tag.post_id)
  const entries = (isDraft: number) =>
    rows.filter((row) => row.is_draft === isDraft).map((row) => entryOf(row, tags.get(row.id) ?? []))
  return { notes: entries(0), drafts: entries(1) }
}

function entryOf(row: repo.Words, tags: { name: string; name_key: string }[]): SearchEntry {
  const { id, title, content, nickname, user_id, category_id } = row
  return {
    id,
    title,
    texts: [title, plainText(parseRichText(content)), ...tags.map((tag) => tag.name), nickname],
    labels: [
      authorLabel(user_id),
      ...(category_id === null ? [] : [categoryLabel(category_id)]),
      ...tags.map((tag) => tagLabel(tag.name_key)),
    ],
  }
}

const AT_ONCE = 200

/** Brings the entries of notes up to date with their rows. `before` are those they had, `any` where that is not known. */
export async function makeFindable(t: Ctx, ids: number[], before: NoteEntries | 'any'): Promise<void> {
  for (const some of chunks(ids, AT_ONCE)) {
    const { notes, drafts } = await entriesOf(t, some)
    await replace(t, 'notes', notes, some)
    await replace(t, 'drafts', drafts, some)
    searchChanged(t, 'notes', before === 'any' ? before : [...before.notes, ...notes])
  }
}

async function replace(t: Ctx, kind: 'notes' | 'drafts', entries: SearchEntry[], ids: number[]): Promise<void> {
  const there = new Set(entries.map((entry) => entry.id))
  await t.search.remove(
    t.db,
    kind,
    ids.filter((id) => !there.has(id)),
  )
  await t.search.put(t.db, kind, entries)
}

/** Takes notes out of the index that are about to be deleted, or gone. */
export async function makeUnfindable(t: Ctx, ids: number[], before: NoteEntries | 'any'): Promise<void> {
  await t.search.remove(t.db, 'notes', ids)
  await t.search.remove(t.db, 'drafts', ids)
  searchChanged(t, 'notes', before === 'any' ? before : before.notes)
}

/** After a user took another nickname: all their notes are found by it, and by the old one no longer. */
export async function renameAuthor(t: Ctx, userId: number): Promise<void> {
  const ids = await listPostIdsOf(t.db, userId)
  // Whoever is writing one of them has read the old name.
  await lockPosts(t, ids)
  await makeFindable(t, ids, 'any')
}
