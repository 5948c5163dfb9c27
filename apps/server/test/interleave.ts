import type { Ctx } from '#deps.ts'

/** A context that completes `before` before its next transaction starts. */
export function beforeNextTransaction(ctx: Ctx, before: () => Promise<unknown>): Ctx {
  const db = new Proxy(ctx.db, {
    get(target, property) {
      if (property !== 'transaction') {
        const value = Reflect.get(target, property)
        return typeof value === 'function' ? value.bind(target) : value
      }
      return () => ({
        execute: async (work: Parameters<ReturnType<Ctx['db']['transaction']>['execute']>[0]) => {
          await before()
          return target.transaction().execute(work)
        },
      })
    },
  })
  return { ...ctx, db }
}
