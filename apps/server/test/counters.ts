import type { Ctx } from '#deps.ts'
import { type CounterReport, recount } from '#modules/account/recount.service.ts'

/** Stored counters that differ from the counted rows. */
export async function counterDrift(ctx: Ctx): Promise<CounterReport[]> {
  return (await recount(ctx, { check: true })).filter((report) => report.wrong > 0)
}
