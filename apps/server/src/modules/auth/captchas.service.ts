/** Captchas: valid once, for `CAPTCHA.ttlMs`, case-sensitive. The answer never leaves the server. */
import { randomBytes } from 'node:crypto'
import { CAPTCHA } from '@shiliu/contract/limits'
import svgCaptcha from 'svg-captcha'
import type { Ctx } from '#deps.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './captchas.repo.ts'

export async function createCaptcha(ctx: Ctx): Promise<{ captchaId: string; captchaSvg: string }> {
  // Excludes characters whose upper and lower case look alike.
  const { text, data } = svgCaptcha.create({
    size: CAPTCHA.length,
    ignoreChars: '0oO1iIlLcCkKpPsSuUvVwWxXzZ',
    noise: 2,
    color: true,
    background: '#f5f5f6',
    width: 140,
    height: 48,
  })
  const captchaId = randomBytes(16).toString('hex')
  const now = ctx.clock.now()
  await tx(ctx, async (t) => {
    await repo.deleteExpiredCaptchas(t.db, now)
    await repo.insertCaptcha(t.db, { id: captchaId, answer: text, expires_at: now + CAPTCHA.ttlMs })
  })
  return { captchaId, captchaSvg: data }
}

/** Deletes the captcha, whether the answer is right or wrong. Throws `captcha_wrong`, `captcha_expired`. */
export async function consumeCaptcha(ctx: Ctx, captchaId: string, text: string): Promise<void> {
  const captcha = await tx(ctx, (t) => repo.takeCaptcha(t.db, captchaId))
  if (!captcha || captcha.expires_at <= ctx.clock.now()) throw new AppError('captcha_expired', { field: 'captchaText' })
  if (captcha.answer !== text.trim()) throw new AppError('captcha_wrong', { field: 'captchaText' })
}
