/**
 * Posts are found by the names of their tags: after renaming, trashing or restoring one, call `reindexPosts` (posts
 * module).
 */
import type { Tag } from '@shiliu/contract/tags'
import type { Ctx } from '#deps.ts'
import { refuseDuplicate } from '#platform/db/errors.ts'
import { freedKey } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './tags.admin.repo.ts'
import { listTagsByKeys } from './tags.repo.ts'
import { mapSynonyms, presentTag, tagKeyOf, tagsChanged } from './tags.service.ts'

/** Tags that are not merged into others; only those with `mayBeTrashed` can be in the trash. */
export async function loadTags(ctx: Ctx, ids: number[]): Promise<{ row: Tag; mayBeTrashed: boolean }[]> {
  const rows = (await repo.listTagsByIds(ctx.db, ids)).filter((row) => row.merged_into === null)
  return rows.map((row) => ({ row: presentTag(row), mayBeTrashed: row.is_trashed === 1 }))
}

/** Returns the new tag's id. Throws `record_duplicate`. */
export async function createTag(t: Ctx, name: string): Promise<number> {
  await refuseSynonym(t, name)
  const tag = { name, name_key: tagKeyOf(name), created_at: t.clock.now() }
  const id = await refusingDuplicates(() => repo.insertTag(t.db, tag))
  tagsChanged(t, [id])
  return id
}

/** Throws `record_duplicate`. */
export async function renameTag(t: Ctx, id: number, name: string): Promise<void> {
  await refuseSynonym(t, name)
  await refusingDuplicates(() => repo.updateTag(t.db, id, { name, name_key: tagKeyOf(name) }))
  tagsChanged(t, [id])
}

async function refuseSynonym(t: Ctx, name: string): Promise<void> {
  const tag = (await mapSynonyms(t)).result[tagKeyOf(name)]
  if (tag) throw new AppError('record_duplicate', { field: 'name', message: `「${name}」是标签「${tag}」的同义词` })
}

/** Hides tags, whose names are free at once; the rows of their notes stay. */
export async function trashTags(t: Ctx, ids: number[]): Promise<void> {
  const rows = await repo.listTagsByIds(t.db, ids)
  await repo.setTrashed(
    t.db,
    1,
    rows.map(({ id, name }) => ({ id, name, name_key: freedKey(id) })),
  )
  tagsChanged(t, ids)
}

/** As they were, one under another name if it is given. Throws `record_duplicate` where a name is taken. */
export async function restoreTags(t: Ctx, ids: number[], newName?: string): Promise<void> {
  const tags = (await repo.listTagsByIds(t.db, ids)).map(({ id, name }) => {
    const restored = newName ?? name
    return { id, name: restored, name_key: tagKeyOf(restored) }
  })
  const keys = tags.map(({ name_key }) => name_key)
  const taken = new Set((await listTagsByKeys(t.db, keys)).map(({ name_key }) => name_key))
  const refused = tags.filter(({ name_key }, i) => taken.has(name_key) || keys.indexOf(name_key) !== i)
  if (refused.length > 0) throw nameTaken(refused)
  // A name may be taken between reading and writing.
  await refuseDuplicate(
    () => repo.setTrashed(t.db, 0, tags),
    () => nameTaken(tags),
  )
  tagsChanged(t, ids)
}

const nameTaken = (tags: readonly { name: string }[]) => {
  const names = tags.map(({ name }) => `「${name}」`).join('')
  return new AppError('record_duplicate', { field: 'name', message: `标签${names}的名称已被占用，请换个名称再恢复` })
}

export async function deleteTags(t: Ctx, ids: number[]): Promise<void> {
  await repo.deleteTags(t.db, t.engine, ids)
  tagsChanged(t, ids)
}

const refusingDuplicates = <R>(write: () => Promise<R>): Promise<R> =>
  refuseDuplicate(write, () => new AppError('record_duplicate', { field: 'name', message: '标签已存在' }))
