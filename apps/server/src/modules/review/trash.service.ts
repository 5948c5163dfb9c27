/** Deletes for good what was in the trash for as long as it is kept (docs/product.md#moderation). */
import type { Ctx } from '#deps.ts'
import { eraseAccount, lockForErasure } from '#modules/account/deletion.service.ts'
import { deleteCategories, lockCategories } from '#modules/categories/categories.service.ts'
import { deleteComments, lockPostsOfComments } from '#modules/comments/comments.deletion.service.ts'
import { deleteTrash, listPurgeable } from '#modules/moderation/history.service.ts'
import { TRASHED } from '#modules/moderation/trash-rows.service.ts'
import { lockPostsByTags } from '#modules/posts/posts.admin.service.ts'
import { deletePosts } from '#modules/posts/posts.deletion.service.ts'
import { lockPosts } from '#modules/posts/posts.service.ts'
import { deleteTags } from '#modules/tags/tags.admin.service.ts'
import { listUsers } from '#modules/users/users.service.ts'
import { batchTx } from '#platform/db/tx.ts'

/** So few that nobody waits: a post may have thousands of comments. */
const BATCH_SIZE = 5

/** Erasing an account is long enough by itself. */
const batchSize = (type: number) => (type === TRASHED.user ? 1 : BATCH_SIZE)

async function lockAccounts(t: Ctx, ids: number[]): Promise<void> {
  for (const id of ids) await lockForErasure(t, id)
}

async function eraseAccounts(t: Ctx, ids: number[]): Promise<void> {
  for (const { id } of await listUsers(t, ids)) await eraseAccount(t, id)
}

const KINDS = [
  { type: TRASHED.comment, lock: lockPostsOfComments, purge: deleteComments },
  { type: TRASHED.post, lock: lockPosts, purge: deletePosts },
  { type: TRASHED.user, lock: lockAccounts, purge: eraseAccounts },
  { type: TRASHED.tag, lock: lockPostsByTags, purge: deleteTags },
  { type: TRASHED.category, lock: lockCategories, purge: deleteCategories },
] as const

/** Called by a timer. */
export async function purgeTrash(ctx: Ctx): Promise<void> {
  for (const { type, lock, purge } of KINDS) {
    for (;;) {
      const purged = await batchTx(ctx, async (t) => {
        const found = await listPurgeable(t.db, type, t.clock.now(), batchSize(type))
        if (found.length === 0) return 0
        await lock(t, found)
        // Read again under the lock: one may have been restored meanwhile.
        const still = new Set(await listPurgeable(t.db, type, t.clock.now(), batchSize(type)))
        const ids = found.filter((id) => still.has(id))
        if (ids.length > 0) await purge(t, ids)
        await deleteTrash(t.db, type, ids)
        return found.length
      })
      if (purged === 0) break
    }
  }
}
