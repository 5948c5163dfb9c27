/** What an account may upload in a day of the site's time zone (docs/decisions/034-uploads.md). */
import type { Ctx } from '#deps.ts'
import { DAY_MS, iso, localTime } from '#platform/clock.ts'
import { deleteInBatches } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './upload-budget.repo.ts'

function localDay({ clock, config }: Ctx, ago = 0): { day: string; secondsLeft: number } {
  const [day = '', time = ''] = localTime(config.timeZone)(iso(clock.now() - ago)).split(' ')
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return { day, secondsLeft: DAY_MS / 1000 - (hours * 3600 + minutes * 60 + seconds) }
}

/**
 * Charges a picture to the account's day, then runs `work` on it. Throws `upload_budget`. Where `work` fails by our
 * fault the charge is taken back; a damaged picture, or one whose sender left, was decoded all the same.
 */
export async function withinUploadBudget<T>(
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
  const { day, secondsLeft } = localDay(ctx)
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

/** For the deletion of the account. */
export function deleteUploadDaysOfUser(t: Ctx, userId: number): Promise<void> {
  return repo.deleteDaysOf(t.db, `user:${userId}`)
}

/** Called by a timer. Keeps yesterday, which another node's clock may still show. */
export async function purgeUploadDays(ctx: Ctx): Promise<void> {
  const { day } = localDay(ctx, DAY_MS)
  await deleteInBatches(
    (limit) => repo.listDaysBefore(ctx.db, day, limit),
    (ids) => repo.deleteDays(ctx.db, ids),
  )
}
