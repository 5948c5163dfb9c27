/** Synonyms of tags, and the names of tags that are merged; their notes are moved by the posts module. */
import type * as api from '@shiliu/contract/admin/tag-merges'
import type { OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import { refuseDuplicate } from '#platform/db/errors.ts'
import { freedKey } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './tag-merges.repo.ts'
import { listTagsByIds, setTrashed } from './tags.admin.repo.ts'
import { listTagsByKeys, type TagRow } from './tags.repo.ts'
import { synonymsChanged, tagKeyOf, tagsChanged } from './tags.service.ts'

export type { MergeRow } from './tag-merges.repo.ts'
export { deleteMoved, findNextMerge, insertMoved, listMoved, updateMerge } from './tag-merges.repo.ts'

const MERGES_SHOWN = 50

/** Locks a merge until the transaction ends. */
export const lockMerge = (t: Ctx, id: number) => repo.lockMerge(t.db, t.engine, id)

/** Locked in a transaction. */
async function requireTag(t: Ctx, id: number): Promise<TagRow> {
  const [tag] = await (t.pending ? repo.lockTags(t.db, t.engine, [id]) : listTagsByIds(t.db, [id]))
  if (!tag || tag.is_trashed === 1) throw new AppError('record_not_found')
  return tag
}

/** The synonyms of a tag and the newest merges into it. Throws `record_not_found`. */
export async function listSynonyms(ctx: Ctx, tagId: number): Promise<OutputOf<typeof api.synonyms>> {
  await requireTag(ctx, tagId)
  const merges = await repo.listMergesInto(ctx.db, tagId, MERGES_SHOWN)
  return {
    synonyms: (await repo.listSynonymsOf(ctx.db, tagId)).map(({ id, name }) => ({ id, name })),
    merges: merges.map(({ id, from_name, state, notes, created_at }) => ({
      id,
      from: from_name,
      state,
      notes,
      created_at: iso(created_at),
    })),
  }
}

/** Returns the new id and the tag. Throws `record_not_found`, `record_duplicate`. */
export async function addSynonym(t: Ctx, tagId: number, name: string): Promise<{ id: number; tag: TagRow }> {
  const tag = await requireTag(t, tagId)
  const row = { tag_id: tagId, name, name_key: tagKeyOf(name), merge_id: null, created_at: t.clock.now() }
  const taken = (message: string) => new AppError('record_duplicate', { field: 'name', message })
  if ((await listTagsByKeys(t.db, [row.name_key])).length > 0) throw taken('已有这个标签，请用合并')
  const id = await refuseDuplicate(
    () => repo.insertSynonym(t.db, row),
    () => taken('已经是同义词了'),
  )
  synonymsChanged(t)
  return { id, tag }
}

/** Returns what was removed. Throws `record_not_found`. */
export async function removeSynonym(t: Ctx, id: number): Promise<{ tag_id: number; name: string }> {
  const found = await repo.findSynonym(t.db, id)
  if (!found) throw new AppError('record_not_found')
  await repo.deleteSynonym(t.db, id)
  synonymsChanged(t)
  return found
}

/** The tag that another is merged into. Throws `invalid_input`. */
async function requireTarget(t: Ctx, from: TagRow, name: string): Promise<{ id: number }> {
  const [found] = await listTagsByKeys(t.db, [tagKeyOf(name)])
  const invalid = (message: string) => new AppError('invalid_input', { field: 'into', message })
  if (!found) throw invalid('没有这个标签')
  if (found.id === from.id) throw invalid('不能合并到自己')
  return found
}

/** Throws `record_not_found`, `invalid_input`. */
export async function previewMerge(ctx: Ctx, id: number, into: string): Promise<OutputOf<typeof api.previewMerge>> {
  const from = await requireTag(ctx, id)
  const target = await requireTag(ctx, (await requireTarget(ctx, from, into)).id)
  return {
    into: { id: target.id, name: target.name },
    notes: await repo.countPosts(ctx.db, id),
    both: await repo.countPostsWithBoth(ctx.db, id, target.id),
  }
}

/** The name leads to the other tag at once. Throws `record_not_found`, `invalid_input`. */
export async function beginMerge(t: Ctx, id: number, into: string) {
  const from = await requireTag(t, id)
  const target = await requireTag(t, (await requireTarget(t, from, into)).id)
  const created_at = t.clock.now()
  const moved = (await repo.listSynonymsOf(t.db, id)).map((row) => row.id)
  await repo.moveSynonyms(t.db, moved, id, target.id)
  const about = { from_id: id, from_name: from.name, into_id: target.id, moved_json: JSON.stringify(moved) }
  const mergeId = await repo.insertMerge(t.db, { ...about, state: 'running', created_at })
  await setTrashed(t.db, 1, [{ id, name: from.name, name_key: freedKey(id) }])
  await repo.setMergedInto(t.db, id, target.id)
  const { name, name_key } = from
  // A tag that was restored may have a synonym's name: the name leads to the newer target.
  await repo.deleteSynonymByKey(t.db, name_key)
  await repo.insertSynonym(t.db, { tag_id: target.id, name, name_key, merge_id: mergeId, created_at })
  tagsChanged(t, [id, target.id])
  return { mergeId, from, target }
}

/** The tag has its name again. Throws `record_not_found`, `already_undone`, `record_duplicate`. */
export async function beginUndo(t: Ctx, mergeId: number): Promise<repo.MergeRow> {
  const merge = await repo.lockMerge(t.db, t.engine, mergeId)
  if (!merge) throw new AppError('record_not_found')
  if (merge.state === 'undoing' || merge.state === 'undone') throw new AppError('already_undone')
  const { from_id, from_name, into_id } = merge
  const [target] = await repo.lockTags(t.db, t.engine, [into_id])
  if (!target || target.merged_into !== null) {
    throw new AppError('already_undone', { message: '合并到的标签后来也被合并了，请先撤销那一次' })
  }
  const name_key = tagKeyOf(from_name)
  if ((await listTagsByKeys(t.db, [name_key])).length > 0) {
    throw new AppError('record_duplicate', { message: `已经有另一个标签「${from_name}」，不能撤销` })
  }
  await repo.deleteSynonymOfMerge(t.db, mergeId)
  await repo.moveSynonyms(t.db, JSON.parse(merge.moved_json) as number[], into_id, from_id)
  await setTrashed(t.db, 0, [{ id: from_id, name: from_name, name_key }])
  await repo.setMergedInto(t.db, from_id, null)
  await repo.updateMerge(t.db, mergeId, { state: 'undoing' })
  tagsChanged(t, [from_id, into_id])
  return merge
}
