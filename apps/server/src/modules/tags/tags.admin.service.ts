/**
 * Tags as records that the back office keeps. All within the caller's transaction. Notes are found by the names of their
 * tags: whoever renames or deletes one also brings the notes that carried it up to date (posts/tagged.service.ts).
 */
import type { Tag } from '@shiliu/contract/tags'
import type { Ctx } from '#deps.ts'
import { isUniqueViolation } from '#platform/db/violations.ts'
import { AppError } from '#platform/errors.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import { presentTag, tagKeyOf } from './tags.service.ts'
import * as repo from './tags-records.repo.ts'

/** Tags by id, in any order. */
export async function loadTags(ctx: Ctx, ids: number[]): Promise<Tag[]> {
  return (await repo.listTagsByIds(ctx.db, ids)).map(presentTag)
}

/** Answers the tag's id. Throws `record_duplicate`. */
export async function addTag(t: Ctx, name: string): Promise<number> {
  const tag = { name, name_key: tagKeyOf(name), created_at: t.clock.now() }
  return refusingTaken(() => repo.insertTag(t.db, tag))
}

/** Throws `record_duplicate`. */
export async function renameTag(t: Ctx, id: number, name: string): Promise<void> {
  await refusingTaken(() => repo.updateTag(t.db, id, { name, name_key: tagKeyOf(name) }))
  pagesChanged(t)
}

export async function eraseTags(t: Ctx, ids: number[]): Promise<void> {
  await repo.deleteTags(t.db, ids)
  pagesChanged(t)
}

async function refusingTaken<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('record_duplicate', { field: 'name', message: '标签已存在' })
    throw error
  }
}
