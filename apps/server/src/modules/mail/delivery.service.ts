/** Sends what waits in the outbox, one mail after the other, by one node at a time (docs/decisions/058-mail.md). */
import type { Ctx } from '#deps.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/clock.ts'
import { findMark, insertMark, lockMark, setMark } from '#platform/db/marks.ts'
import { tx } from '#platform/db/tx.ts'
import { SMTP_DEADLINES, SmtpError, sendBySmtp } from '#platform/smtp.ts'
import * as repo from './outbox.repo.ts'
import { clearMailBackoff, isMailOn, openBody, smtpServer } from './outbox.service.ts'

/** Longer than one mail may take: another node then takes it up. */
const LEASE_MS = 2 * SMTP_DEADLINES.all
/** How long to wait after each failed attempt; then it is given up. */
const PAUSES_MS = [30_000, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS]

/**
 * After the server took no mail at all, only test mails are tried for this long: servers lock out who tries too
 * often. One that arrives ends the wait.
 */
const BACKOFF_MS = 30_000

/** Called by a timer. A mail that was sent while the node died is sent again: better twice than never. */
export async function deliverMail(ctx: Ctx, stopping: AbortSignal, deadlines = SMTP_DEADLINES): Promise<void> {
  while (!stopping.aborted) {
    const mail = await claim(ctx)
    if (!mail) return
    const node = ctx.bus.nodeId
    const { serverIsDown = false, ...outcome } = await deliver(ctx, mail, stopping, deadlines)
    await tx(ctx, async (t) => {
      await repo.endTurn(t.db, mail.id, node, outcome)
      if (serverIsDown) await setMark(t.db, 'mail', t.clock.now() + BACKOFF_MS)
      else if (outcome.state === 'sent' && (await findMark(t.db, 'mail'))) await clearMailBackoff(t)
    })
  }
}

/** The next mail, which is then this node's; undefined where none is due, or one is being sent. */
async function claim(ctx: Ctx): Promise<repo.MailRow | undefined> {
  if (!(await findNext(ctx))) return undefined
  if ((await findMark(ctx.db, 'mail')) === undefined) await tx(ctx, (t) => insertMark(t.db, 'mail', 0))
  return tx(ctx, async (t) => {
    await lockMark(t.db, 'mail')
    const mail = await findNext(t)
    const now = t.clock.now()
    if (!mail || (await repo.isOneHeld(t.db, now))) return undefined
    await repo.claimMail(t.db, mail.id, t.bus.nodeId, now + LEASE_MS)
    return mail
  })
}

async function findNext(ctx: Ctx): Promise<repo.MailRow | undefined> {
  const now = ctx.clock.now()
  const left = ((await findMark(ctx.db, 'mail')) ?? 0) - now
  // Longer: the clock was ahead when it began.
  const isBackingOff = left > 0 && left <= BACKOFF_MS
  const mail = await repo.findDue(ctx.db, now, isBackingOff)
  return mail && (isMailOn(ctx) || mail.expires_at <= now) ? mail : undefined
}

type Outcome = Parameters<typeof repo.endTurn>[3] & { serverIsDown?: boolean }

const EXPIRED = '过了有效的时间，没有再发'

async function deliver(
  ctx: Ctx,
  mail: repo.MailRow,
  stopping: AbortSignal,
  deadlines: typeof SMTP_DEADLINES,
): Promise<Outcome> {
  const failed = { state: 'failed', body: null } as const
  if (mail.expires_at <= ctx.clock.now()) return { ...failed, problem: mail.problem ?? EXPIRED }
  const body = openBody(ctx, mail)
  if (!body) return { ...failed, problem: '网站的密钥（JWT_SECRET）换过了，读不出这封邮件' }
  const tried = { attempts: mail.attempts + 1, tried_at: ctx.clock.now() }
  const way = await wayOf(ctx)
  try {
    const { mail_from: address, site_name: name } = ctx.settings.current
    const message = { ...body, from: { name, address }, to: mail.recipient }
    await sendBySmtp(await smtpServer(ctx), message, stopping, deadlines)
    return { ...tried, state: 'sent', body: null, fault: null, problem: null }
  } catch (error) {
    // It says nothing about the settings that somebody saved meanwhile: they are tried at once.
    if (stopping.aborted || way !== (await wayOf(ctx))) return {}
    ctx.log.warn({ mail: mail.id, kind: mail.kind, err: error }, 'mail not sent')
    const failure = error instanceof SmtpError ? error : new SmtpError('server', '没有发出去，原因见网站的日志')
    const fault = failure.fault === 'recipient' ? 'recipient' : 'server'
    // The monitor shows it until somebody has read it: once, whatever the server says of each address.
    if (fault === 'server') ctx.problems.record('send mail', failure.summary)
    const problem = failure.message.slice(0, 300)
    const why = { ...tried, fault, problem, serverIsDown: failure.fault === 'connection' } as const
    const pause = PAUSES_MS[mail.attempts]
    const isLast = failure.isPermanent || mail.kind === 'test' || pause === undefined
    return isLast ? { ...failed, ...why } : { ...why, next_at: ctx.clock.now() + pause }
  }
}

/** Another text once server, login or sender are others. */
async function wayOf(ctx: Ctx): Promise<string> {
  const server = await smtpServer(ctx).catch(({ message }: Error) => message)
  return JSON.stringify([server, ctx.settings.current.mail_from])
}
