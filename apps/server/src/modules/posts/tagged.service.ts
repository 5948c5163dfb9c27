/** Notes that carry tags, when a tag is renamed or goes: they are found by its name. Within the caller's transaction. */
import type { Ctx } from '#deps.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import { makeFindable } from './findable.service.ts'
import { lockPosts } from './posts-locks.service.ts'
import * as repo from './posts-records.repo.ts'

/** Ids of the notes and drafts that carry one of these tags. */
export function listTagged(t: Ctx, tagIds: number[]): Promise<number[]> {
  return repo.listTagged(t.db, tagIds)
}

/** Locks the notes before their tags are: whoever writes a note takes its locks in this order. */
export async function holdTagged(t: Ctx, tagIds: number[]): Promise<void> {
  await lockPosts(t, await repo.listTagged(t.db, tagIds))
}

/** Lets notes be found by the tags that they carry now. */
export async function refindTagged(t: Ctx, postIds: number[]): Promise<void> {
  await makeFindable(t, postIds, 'any')
  pagesChanged(t)
}
