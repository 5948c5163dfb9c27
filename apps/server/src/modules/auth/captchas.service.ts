/** Captchas: valid once, for `CAPTCHA.ttlMs`, in either case. The answer never leaves the server. */
import { randomBytes, randomInt } from 'node:crypto'
import { CAPTCHA } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { fairQueue } from '#platform/fair-queue.ts'
import { CAPTCHA_LETTERS, drawCaptcha } from './captcha-drawing.ts'
import * as repo from './captchas.repo.ts'

/** Drawing takes some ten milliseconds, in part on the event loop. A lecture hall behind one address waits seconds. */
const drawing = fairQueue({ running: 1, waitingEach: 200 })

/** In turn with other callers, such as addresses. Throws `too_many_requests` where too much of a caller's waits. */
export async function createCaptcha(ctx: Ctx, caller: string): Promise<{ captchaId: string; captchaSvg: string }> {
  const letters = Array.from({ length: CAPTCHA.length }, () => CAPTCHA_LETTERS[randomInt(CAPTCHA_LETTERS.length)])
  const answer = letters.join('')
  const captchaSvg = await drawing.run(caller, () => drawCaptcha(answer))
  const captchaId = randomBytes(16).toString('hex')
  const now = ctx.clock.now()
  await tx(ctx, async (t) => {
    await repo.deleteExpiredCaptchas(t.db, now)
    await repo.insertCaptcha(t.db, { id: captchaId, answer, expires_at: now + CAPTCHA.ttlMs })
  })
  return { captchaId, captchaSvg }
}

/** Deletes the captcha, whether the answer is right or wrong. Throws `captcha_wrong`, `captcha_expired`. */
export async function consumeCaptcha(ctx: Ctx, captchaId: string, text: string): Promise<void> {
  // No transaction: made-up ids do not queue for the writer.
  const captcha = await repo.takeCaptcha(ctx.db, captchaId)
  if (!captcha || captcha.expires_at <= ctx.clock.now()) throw new AppError('captcha_expired', { field: 'captchaText' })
  if (captcha.answer.toLowerCase() !== text.trim().toLowerCase())
    throw new AppError('captcha_wrong', { field: 'captchaText' })
}
