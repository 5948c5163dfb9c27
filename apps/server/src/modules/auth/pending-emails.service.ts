/** Addresses of users and administrators that wait for the code which was mailed there. */
import { MAIL } from '@shiliu/contract/email-rules'
import type { Ctx } from '#deps.ts'
import { deleteInBatches } from '#platform/db/rows.ts'
import { hashMailCode, isMailCode, MOST_TRIES, newMailCode } from './mail-codes.ts'
import * as repo from './pending-emails.repo.ts'

const useOf = ({ role, id }: repo.EmailOwner) => ({ use: role === 'user' ? 'verify' : 'admin', userId: id }) as const

/** The address whose code may still be typed; null for none. */
export async function findPendingEmail(ctx: Ctx, owner: repo.EmailOwner): Promise<string | null> {
  return (await findOpen(ctx, owner))?.email ?? null
}

async function findOpen({ db, clock }: Ctx, owner: repo.EmailOwner): Promise<repo.PendingRow | undefined> {
  const pending = await repo.findPending(db, owner)
  return pending && pending.expires_at > clock.now() && pending.tries < MOST_TRIES ? pending : undefined
}

/** Lets the address wait in place of an earlier one; returns the code. Call it with the owner locked. */
export async function awaitCode(t: Ctx, owner: repo.EmailOwner, email: string): Promise<string> {
  const code = newMailCode()
  const code_hash = hashMailCode(t.mac, useOf(owner), code)
  await repo.replacePending(t.db, owner, { email, code_hash, expires_at: t.clock.now() + MAIL.verifyMs })
  return code
}

/**
 * The address whose code was typed; null for a wrong one, which counts once the transaction is committed. Call it with
 * the owner locked.
 */
export async function takeCode(t: Ctx, owner: repo.EmailOwner, code: string): Promise<string | null> {
  const pending = await findOpen(t, owner)
  if (!pending) return null
  if (isMailCode(t.mac, useOf(owner), pending.code_hash, code)) {
    await dropPendingEmail(t, owner)
    return pending.email
  }
  await repo.countTry(t.db, owner.role, pending.id)
  return null
}

export const dropPendingEmail = (t: Ctx, owner: repo.EmailOwner): Promise<void> => repo.deletePending(t.db, owner)

/** Called by a timer: forgets addresses whose code nobody typed in time. */
export async function purgePendingEmails({ db, clock }: Ctx): Promise<void> {
  for (const role of ['user', 'admin'] as const) {
    await deleteInBatches(
      (limit) => repo.listPendingBefore(db, role, clock.now(), limit),
      (ids) => repo.deletePendingRows(db, role, ids),
    )
  }
}
