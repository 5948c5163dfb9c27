/** Who may register, and what it costs a program (docs/api.md#registration). */
import type { register, registration } from '@shiliu/contract/auth'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { isMailOn, mailProblem } from '#modules/mail/outbox.service.ts'
import { takeAttempts } from '#platform/attempts.ts'
import { DAY_MS, MINUTE_MS } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { networkOf } from '#platform/http/rate-limit.ts'
import { consumeCaptcha } from './captchas.service.ts'
import { requireInvitation } from './invitations.service.ts'
import { consumeProof } from './proofs.service.ts'

/** A lecture hall may register at once. */
const AT_ONCE = { most: 300, windowMs: 10 * MINUTE_MS }

/** What the form has to ask for. */
export async function getRegistration(ctx: Ctx): Promise<OutputOf<typeof registration>> {
  const { registrations_per_address, registration_email: email, mail_domains } = ctx.settings.current
  return {
    mode: modeOf(ctx),
    captcha: registrations_per_address > 0,
    mail: isMailOn(ctx),
    email,
    email_domains: email === 'off' ? [] : mail_domains,
    mail_delayed: email !== 'off' && (await mailProblem(ctx)) !== null,
  }
}

function modeOf({ settings }: Ctx): OutputOf<typeof registration>['mode'] {
  const { registration: chosen, site_mode, local_passwords } = settings.current
  const allowed = local_passwords || chosen === 'closed' ? chosen : 'campus'
  return site_mode === 'open' ? allowed : 'closed'
}

/** Throws `registration_closed`, `registration_campus`. */
export function requireOpenRegistration(ctx: Ctx): 'open' | 'invite' {
  const mode = modeOf(ctx)
  if (mode === 'closed') throw new AppError('registration_closed')
  if (mode === 'campus') throw new AppError('registration_campus')
  return mode
}

/** Whether who comes with a campus account may register, and whether by invitation only. */
export function getCampusRegistration({ settings }: Ctx): { closed: boolean; invitation: boolean } {
  const { registration, site_mode } = settings.current
  return { closed: site_mode !== 'open' || registration === 'closed', invitation: registration === 'invite' }
}

type Admission = Pick<BodyOf<typeof register>, 'invitation_code' | 'proof' | 'captchaId' | 'captchaText'>

/**
 * Counts a registration at its address and uses up its captcha or proof; the result takes the count back. Throws
 * `registration_closed`, `registration_campus`, `invitation_wrong`, `proof_wrong`, `captcha_refused`, `captcha_wrong`,
 * `captcha_expired`, `invalid_input`, `too_many_requests`.
 */
export async function admitRegistration(ctx: Ctx, body: Admission, ip: string): Promise<() => Promise<void>> {
  const { registrations_per_address } = ctx.settings.current
  // Before the captcha is used up; the use is taken with the account.
  if (requireOpenRegistration(ctx) === 'invite') await requireInvitation(ctx, body.invitation_code)
  const network = networkOf(ip)
  const byCaptcha = [`register captcha ${network}`, DAY_MS, registrations_per_address] as const
  const isByCaptcha = (await consumeCaptchaOrProof(ctx, 'register', body)) === 'captcha'
  const rules = isByCaptcha ? [byCaptcha, atOnce(network)] : [atOnce(network)]
  return takeAttempts(ctx, rules, { giveBackOnRefusal: true })
}

type Checked = Pick<Admission, 'proof' | 'captchaId' | 'captchaText'>

/** Throws `proof_wrong`, `captcha_refused`, `captcha_wrong`, `captcha_expired`, `invalid_input`. */
export async function consumeCaptchaOrProof(ctx: Ctx, use: 'register' | 'email', body: Checked) {
  if (body.proof !== undefined) {
    await consumeProof(ctx, use, body.proof)
    return 'proof'
  }
  if (ctx.settings.current.registrations_per_address === 0) throw new AppError('captcha_refused')
  await consumeCaptcha(ctx, textOf(body.captchaId), textOf(body.captchaText))
  return 'captcha'
}

/** As `admitRegistration`, for who comes with a campus account: no program makes those. */
export async function admitCampusRegistration(ctx: Ctx, code: string | undefined, ip: string) {
  const { closed, invitation } = getCampusRegistration(ctx)
  if (closed) throw new AppError('registration_closed')
  if (invitation) await requireInvitation(ctx, code)
  return takeAttempts(ctx, [atOnce(networkOf(ip))])
}

const atOnce = (network: string) => [`register ${network}`, AT_ONCE.windowMs, AT_ONCE.most] as const

/** What was typed of a captcha. Throws `invalid_input`. */
export function textOf(text: string | undefined): string {
  if (text) return text
  throw new AppError('invalid_input', { field: 'captchaText', message: '请输入验证码' })
}
