/** Transactions: joined where one is open, run again where they met others, with what follows the commit. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Db, Engine } from './client.ts'
import { isRetryable } from './errors.ts'
import { inTransactionScope } from './transaction-scope.ts'

type AfterCommit = { then: (db: Db) => void | Promise<void>; last: boolean }

/** `pending` is only set inside a transaction. */
export type TxContext = { db: Db; engine: Engine; pending?: AfterCommit[] }

const ATTEMPTS = 8
/** Waiting for locks, 5 s each on MySQL, must not add up to more than a client waits. */
const ATTEMPTS_MS = 10_000

/** Runs or joins a transaction. `work` must pass `t` on and leave other effects to `afterCommit`: it is retried. */
export async function tx<C extends TxContext, R>(ctx: C, work: (t: C) => Promise<R>): Promise<R> {
  if (ctx.pending) return work(ctx)
  const { result, pending } = await committed(ctx, work)
  for (const { then } of pending.toSorted((a, b) => Number(a.last) - Number(b.last))) await then(ctx.db)
  return result
}

/** Without the callbacks: an error in those must not repeat committed work. */
async function committed<C extends TxContext, R>(ctx: C, work: (t: C) => Promise<R>) {
  const start = performance.now()
  for (let attempt = 1; ; attempt++) {
    const pending: AfterCommit[] = []
    try {
      const result = await ctx.db
        .transaction()
        .execute((transaction) => inTransactionScope(() => work({ ...ctx, db: transaction, pending })))
      return { result, pending }
    } catch (error) {
      if (attempt >= ATTEMPTS || performance.now() - start > ATTEMPTS_MS || !isRetryable(error)) throw error
      await wait(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** Calls `then` with the outer `db`; it must catch its own errors. Slow work sets `last`, so notifications go first. */
export function afterCommit(t: TxContext, then: AfterCommit['then'], { last = false } = {}): void {
  if (!t.pending) throw new Error('afterCommit needs a transaction')
  t.pending.push({ then, last })
}

/** Shorter ones would not be noticed by who waits for SQLite, which asks again every few milliseconds. */
const SHORTEST_PAUSE_MS = 10

/** As `tx`, for one of many batches beside a running site: on SQLite others then have as much time as it took. */
export async function batchTx<C extends TxContext, R>(ctx: C, work: (t: C) => Promise<R>): Promise<R> {
  const start = performance.now()
  const result = await tx(ctx, work)
  if (ctx.engine === 'sqlite') await wait(Math.max(performance.now() - start, SHORTEST_PAUSE_MS))
  return result
}
