import type { Ctx } from '#deps.ts'
import { type CounterReport, checkCounters } from '#modules/account/recount.service.ts'

/** Stored counters that differ from the counted rows. Without the pauses that `recount` makes for others. */
export async function counterDrift(ctx: Ctx): Promise<CounterReport[]> {
  return (await checkCounters(ctx)).filter((report) => report.wrong > 0)
}
