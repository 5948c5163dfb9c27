/** Hides or shows what an account wrote, in short transactions (docs/decisions/048-trash-of-accounts-and-names.md). */
import type { Ctx } from '#deps.ts'
import * as comments from '#modules/comments/comment-states.service.ts'
import { refreshHiddenOfSender } from '#modules/notifications/notifications.service.ts'
import * as posts from '#modules/posts/post-states.service.ts'
import * as users from '#modules/users/users.service.ts'
import { afterCommit, batchTx, tx } from '#platform/db/tx.ts'

/** Notes or comments in a transaction. */
const PIECE = 100
const ACCOUNTS_AT_ONCE = 20
/** Milliseconds that the request which hides an account spends on its content: the rest follows in the background. */
const REQUEST_MS = 2000

/** Hides or shows an account, and after the transaction what it wrote. */
export async function setHidden(t: Ctx, user: users.UserRow, hidden: boolean): Promise<void> {
  await users.setHidden(t, user, hidden)
  const { pending: _, ...outer } = t
  const follow = async (db: Ctx['db']) => {
    try {
      await followHiding({ ...outer, db }, user.id, REQUEST_MS)
    } catch (error) {
      t.log.error({ err: error, user: user.id }, 'hiding an account goes on later')
    }
  }
  afterCommit(t, follow, { last: true })
}

/** Hides or shows what the account wrote, whichever it is to be by then. Ended early, `finishHiding` goes on. */
export async function followHiding(ctx: Ctx, userId: number, forMs = Number.POSITIVE_INFINITY): Promise<void> {
  const start = performance.now()
  while (performance.now() - start < forMs) {
    const left = await batchTx(ctx, (t) => hidePiece(t, userId))
    if (left === 'nothing') return
    if (left === 'notifications') {
      for (let after = 0; after >= 0; ) after = await batchTx(ctx, (t) => refreshHiddenOfSender(t, userId, after))
      if (await tx(ctx, (t) => finish(t, userId))) return
    }
  }
}

/** Called by a timer: goes on with accounts that were not finished. */
export async function finishHiding(ctx: Ctx): Promise<void> {
  for (const id of await users.listHiding(ctx, ACCOUNTS_AT_ONCE)) await followHiding(ctx, id)
}

async function hidePiece(t: Ctx, userId: number): Promise<'more' | 'notifications' | 'nothing'> {
  const [user] = await users.listUsers(t, [userId])
  if (!user || user.is_hiding === 0) return 'nothing'
  const hidden = user.is_hidden === 1
  // Called after the posts are locked: `is_hidden` may have changed since.
  const isStill = async () => {
    await users.lockUsers(t, [userId])
    const [locked] = await users.listUsers(t, [userId])
    return locked?.is_hidden === user.is_hidden
  }
  if (await posts.hideSomeOfAuthor(t, { userId, hidden, most: PIECE, isStill })) return 'more'
  if (await comments.hideSomeOfAuthor(t, { userId, hidden, most: PIECE, isStill })) return 'more'
  return 'notifications'
}

/** Returns false where something was written or decided meanwhile: another round is needed. */
async function finish(t: Ctx, userId: number): Promise<boolean> {
  await users.lockUsers(t, [userId])
  const [user] = await users.listUsers(t, [userId])
  if (!user) return true
  const hidden = user.is_hidden === 1
  if (await posts.hasOthers(t, userId, hidden)) return false
  if (await comments.hasOthers(t, userId, hidden)) return false
  await users.hidingDone(t, userId)
  return true
}
