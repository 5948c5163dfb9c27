/** Ids of the rows that a table's filter matches, for bulk jobs. */
import type { JobResource } from '@shiliu/contract/admin/jobs'
import type { z } from 'zod'
import type { Ctx } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import type { ReadableResource } from './resource.ts'
import * as repo from './resource-rows.repo.ts'
import { comments } from './resources/comments.ts'
import { posts } from './resources/posts.ts'
import { users } from './resources/users.ts'

const RESOURCES: Readonly<Record<JobResource, ReadableResource>> = { posts, comments, users }
const BY_ID: repo.Sort = { column: 'id', direction: 'asc' }
const BATCH_SIZE = 5000

/**
 * Ids ascending, one more than `max` where there are more. Throws `invalid_input` for a filter that the table does not
 * have: ignoring it would select too many rows.
 */
export async function listSelectedIds(
  ctx: Ctx,
  name: JobResource,
  filter: Readonly<Record<string, string>>,
  max: number,
): Promise<number[]> {
  const resource = RESOURCES[name]
  const values = valuesOf(resource, filter)
  const ids: number[] = []
  for (let after: repo.Cursor | undefined; ids.length <= max; ) {
    const limit = Math.min(BATCH_SIZE, max + 1 - ids.length)
    const found = await repo.listAfter(ctx.db, ctx.search, resource, values, BY_ID, after, limit)
    for (const { id } of found) ids.push(id)
    after = found.at(-1)
    if (!after) break
  }
  return ids
}

function valuesOf({ api, filters }: ReadableResource, filter: Readonly<Record<string, string>>): repo.FilterValues {
  const shape = (api.export.query as z.ZodObject).shape
  const entries = Object.entries(filter)
    .filter(([, text]) => text.trim() !== '')
    .map(([name, text]) => {
      const schema = Object.hasOwn(filters, name) ? (shape[name] as z.ZodType | undefined) : undefined
      const value = schema?.safeParse(text).data
      if (value !== undefined) return [name, value] as const
      throw new AppError('invalid_input', { field: 'filter', message: `筛选条件「${name.slice(0, 50)}」不正确` })
    })
  return Object.fromEntries(entries)
}
