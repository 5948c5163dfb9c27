import { setTimeout as wait } from 'node:timers/promises'
import type { Db, Engine } from './client.ts'
import { inTransactionScope } from './scope.ts'
import { isRetryable } from './violations.ts'

type AfterCommit = { then: (db: Db) => void | Promise<void>; last: boolean }

/** What a context needs for `tx`; `pending` is set inside a transaction only. */
export type TxContext = { db: Db; engine: Engine; pending?: AfterCommit[] }

const ATTEMPTS = 8

/**
 * Runs `work` in one transaction; called inside one, joins it. `work` receives the same context with `db` replaced, to be
 * passed on to every service and repo it calls. Retried as a whole when the engine chose it as a deadlock's victim, so
 * `work` must touch nothing but the database; everything else goes through `afterCommit`.
 */
export async function tx<C extends TxContext, R>(ctx: C, work: (t: C) => Promise<R>): Promise<R> {
  if (ctx.pending) return work(ctx)
  const { result, pending } = await committed(ctx, work)
  for (const { then } of pending.toSorted((a, b) => Number(a.last) - Number(b.last))) await then(ctx.db)
  return result
}

/** What follows the commit is no part of this: whatever happens there, committed work is never run again. */
async function committed<C extends TxContext, R>(ctx: C, work: (t: C) => Promise<R>) {
  for (let attempt = 1; ; attempt++) {
    const pending: AfterCommit[] = []
    try {
      const result = await ctx.db
        .transaction()
        .execute((transaction) => inTransactionScope(() => work({ ...ctx, db: transaction, pending })))
      return { result, pending }
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error
      await wait(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/**
 * Runs `then` once the transaction is committed, never where it is rolled back; `db` is the one outside of it. It must not
 * fail the request: catch inside. What takes its time comes `last`: news for others does not wait for it.
 */
export function afterCommit(t: TxContext, then: AfterCommit['then'], { last = false } = {}): void {
  if (!t.pending) throw new Error('afterCommit needs a transaction')
  t.pending.push({ then, last })
}
