import { TARGET } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import { deleteWithMedia } from '#modules/media/media.deletion.service.ts'
import { endAppealsAbout } from '#modules/moderation/appeals.service.ts'
import * as notifications from '#modules/notifications/notifications.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import { chunks } from '#platform/db/rows.ts'
import { countPublicPosts } from './aggregate-counters.ts'
import { postsChanged } from './post-changes.ts'
import * as repo from './posts.deletion.repo.ts'
import { deletePublicationsOf, listPostIdsOf } from './posts.repo.ts'
import { unindexPosts } from './search-indexing.service.ts'

/** Deletes all posts and drafts of a user. Leaves the user's own counters alone: the account is being deleted. */
export async function deletePostsOfUser(t: Ctx, userId: number): Promise<void> {
  await deletePublicationsOf(t.db, userId)
  const ids = await listPostIdsOf(t.db, userId)
  if (ids.length === 0) return
  const negated = (counts: [number, number][]) => new Map(counts.map(([id, n]) => [id, -n]))
  await categories.addToPostCounts(t, negated(await repo.countByCategory(t.db, userId)))
  await tags.addToUseCounts(t, negated(await repo.countByTag(t.db, userId)))
  for (const some of chunks(ids)) await deleteChunk(t, some, await repo.listPublished(t.db, some))
}

/** Deletes posts and drafts of any users and corrects the counters of authors, categories and tags. */
export async function deletePosts(t: Ctx, ids: number[]): Promise<void> {
  for (const some of chunks(ids)) {
    const published = await repo.listPublished(t.db, some)
    await countPublicPosts(t, published, -1)
    await deleteChunk(t, some, published)
  }
}

type Published = Awaited<ReturnType<typeof repo.listPublished>>

async function deleteChunk(t: Ctx, ids: number[], published: Published): Promise<void> {
  postsChanged(t, ids, published)
  await unindexPosts(t, ids, 'any')
  await notifications.refreshUnreadBeforeDeletion(t, 'posts', ids)
  await endAppealsAbout(t, TARGET.post, ids)
  await deleteWithMedia(t, 'posts', ids, () => repo.deletePosts(t.db, t.engine, ids))
}
