/** What an account may upload in a day, as it is on the wall where the site is (docs/decisions/034-uploads.md). */
import type { Ctx } from '#deps.ts'
import { iso, localTime } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './upload-budget.repo.ts'

const DAY_S = 24 * 3600
const DAY_MS = DAY_S * 1000
const BATCH = 500

function wallClock({ clock, config }: Ctx, ago = 0): { day: string; secondsLeft: number } {
  const [day = '', time = ''] = localTime(config.timeZone)(iso(clock.now() - ago)).split(' ')
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return { day, secondsLeft: DAY_S - (hours * 3600 + minutes * 60 + seconds) }
}

/**
 * Runs `work` on a picture at the account's cost. Throws `upload_budget`. A picture that is at fault, or that nobody
 * waits for any more, has cost what it claims.
 */
export async function atCostOf<T>(
  ctx: Ctx,
  account: string,
  { pixels, bytes }: { pixels: number; bytes: number },
  work: () => Promise<T>,
): Promise<T> {
  const { upload_megapixels_per_day, upload_megabytes_per_day } = ctx.settings.current
  const { limitFactor } = ctx.config
  const most = {
    pixels: upload_megapixels_per_day * 1_000_000 * limitFactor,
    bytes: upload_megabytes_per_day * 1_000_000 * limitFactor,
  }
  const { day, secondsLeft } = wallClock(ctx)
  const cost = { account, day, pixels, bytes }
  if (!(await repo.addUpload(ctx.db, cost, most))) throw new AppError('upload_budget', { retryAfter: secondsLeft })
  try {
    return await work()
  } catch (error) {
    if (isOurFault(error)) {
      await repo.takeBackUpload(ctx.db, cost).catch((failure: unknown) => {
        ctx.log.error({ err: failure }, 'the cost of an upload could not be given back')
      })
    }
    throw error
  }
}

function isOurFault(error: unknown): boolean {
  return !(error instanceof AppError) || error.status >= 500 || error.code === 'too_many_requests'
}

export function deleteUploadDaysOfUser(t: Ctx, userId: number): Promise<void> {
  return repo.deleteDaysOf(t.db, `user:${userId}`)
}

/** Called by a timer. Keeps yesterday, which it may still be on another node's wall. */
export async function forgetUploadDays(ctx: Ctx): Promise<void> {
  const { day } = wallClock(ctx, DAY_MS)
  for (;;) {
    const ids = await repo.listDaysBefore(ctx.db, day, BATCH)
    if (ids.length === 0) return
    await repo.deleteDays(ctx.db, ids)
  }
}
