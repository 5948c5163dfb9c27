import type { Ctx } from '#deps.ts'
import { type CounterReport, recount } from '#modules/account/recount.service.ts'

/** Counters that do not tell what the rows tell; empty when all is well. */
export async function drift(ctx: Ctx): Promise<CounterReport[]> {
  return (await recount(ctx, { check: true })).filter((report) => report.wrong > 0)
}
