/** Posts are found by the names of their tags: after renaming or deleting a tag, call `reindexPosts` (posts module). */
import type { Tag } from '@shiliu/contract/tags'
import type { Ctx } from '#deps.ts'
import { isUniqueViolation } from '#platform/db/violations.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './tags.admin.repo.ts'
import { presentTag, tagKeyOf, tagsChanged } from './tags.service.ts'

export async function loadTags(ctx: Ctx, ids: number[]): Promise<Tag[]> {
  return (await repo.listTagsByIds(ctx.db, ids)).map(presentTag)
}

/** Returns the new tag's id. Throws `record_duplicate`. */
export async function createTag(t: Ctx, name: string): Promise<number> {
  const tag = { name, name_key: tagKeyOf(name), created_at: t.clock.now() }
  const id = await withDuplicateError(() => repo.insertTag(t.db, tag))
  tagsChanged(t, [id])
  return id
}

/** Throws `record_duplicate`. */
export async function renameTag(t: Ctx, id: number, name: string): Promise<void> {
  await withDuplicateError(() => repo.updateTag(t.db, id, { name, name_key: tagKeyOf(name) }))
  tagsChanged(t, [id])
}

export async function deleteTags(t: Ctx, ids: number[]): Promise<void> {
  await repo.deleteTags(t.db, ids)
  tagsChanged(t, ids)
}

async function withDuplicateError<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('record_duplicate', { field: 'name', message: '标签已存在' })
    throw error
  }
}
