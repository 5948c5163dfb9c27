import type { KyselyPlugin } from 'kysely'
import type { Ctx } from '#deps.ts'

type Work = Parameters<ReturnType<Ctx['db']['transaction']>['execute']>[0]

/** A context that completes `before` before its next transaction starts. */
export function beforeNextTransaction(ctx: Ctx, before: () => Promise<unknown>): Ctx {
  return withTransactions(ctx, async (target, work) => {
    await before()
    return target.transaction().execute(work)
  })
}

function withTransactions(ctx: Ctx, run: (target: Ctx['db'], work: Work) => Promise<unknown>): Ctx {
  const db = new Proxy(ctx.db, {
    get(target, property) {
      if (property !== 'transaction') {
        const value = Reflect.get(target, property)
        return typeof value === 'function' ? value.bind(target) : value
      }
      return () => ({ execute: (work: Work) => run(target, work) })
    },
  })
  return { ...ctx, db }
}

/** A context whose first transaction that reads rows which `matches` waits for `meanwhile` then. Later ones go on. */
export function afterReading(ctx: Ctx, matches: (row: object) => boolean, meanwhile: () => Promise<unknown>): Ctx {
  let met = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!met && result.rows.some(matches)) {
        met = true
        await meanwhile()
      }
      return result
    },
  }
  return withTransactions(ctx, (target, work) => target.transaction().execute((t) => work(t.withPlugin(plugin))))
}

/** Something that is waited for. */
export function signal() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
