/** Sends what waits in the outbox, one mail after the other, by one node at a time (docs/decisions/058-mail.md). */
import type { Ctx } from '#deps.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/clock.ts'
import { findMark, insertMark, lockMark } from '#platform/db/marks.ts'
import { tx } from '#platform/db/tx.ts'
import { SMTP_DEADLINES, SmtpError, type SmtpServer, sendBySmtp } from '#platform/smtp.ts'
import * as repo from './outbox.repo.ts'
import { isMailOn, openBody, readMailPassword } from './outbox.service.ts'

/** Longer than one mail may take: another node then takes it up. */
const LEASE_MS = 2 * SMTP_DEADLINES.all
/** How long to wait after each failed attempt; then it is given up. */
const PAUSES_MS = [30_000, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS]

/** Called by a timer. A mail that was sent while the node died is sent again: better twice than never. */
export async function deliverMail(ctx: Ctx, stopping: AbortSignal, deadlines = SMTP_DEADLINES): Promise<void> {
  while (!stopping.aborted) {
    const mail = await claim(ctx)
    if (!mail) return
    const node = ctx.bus.nodeId
    const outcome = await deliver(ctx, mail, stopping, deadlines)
    await tx(ctx, (t) => repo.endTurn(t.db, mail.id, node, outcome))
  }
}

/** The next mail, which is then this node's; undefined where none is due, or one is being sent. */
async function claim(ctx: Ctx): Promise<repo.MailRow | undefined> {
  const isDue = (mail: repo.MailRow | undefined, now: number) => mail && (isMailOn(ctx) || mail.expires_at <= now)
  if (!isDue(await repo.findDue(ctx.db, ctx.clock.now()), ctx.clock.now())) return undefined
  if ((await findMark(ctx.db, 'mail')) === undefined) await tx(ctx, (t) => insertMark(t.db, 'mail', 0))
  return tx(ctx, async (t) => {
    await lockMark(t.db, 'mail')
    const now = t.clock.now()
    const mail = await repo.findDue(t.db, now)
    if (!isDue(mail, now) || (await repo.isOneHeld(t.db, now))) return undefined
    if (mail) await repo.claimMail(t.db, mail.id, t.bus.nodeId, now + LEASE_MS)
    return mail
  })
}

type Outcome = Parameters<typeof repo.endTurn>[3]

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
  try {
    const { mail_from: address, site_name: name } = ctx.settings.current
    const message = { ...body, from: { name, address }, to: mail.recipient }
    await sendBySmtp(await serverOf(ctx), message, stopping, deadlines)
    return { ...tried, state: 'sent', body: null, fault: null, problem: null }
  } catch (error) {
    if (stopping.aborted) return {}
    ctx.log.warn({ mail: mail.id, kind: mail.kind, err: error }, 'mail not sent')
    const { fault, message } =
      error instanceof SmtpError ? error : new SmtpError('server', '没有发出去，原因见网站的日志')
    // The monitor shows it until somebody has read it.
    if (fault === 'server') ctx.problems.record('send mail', message)
    const why = { ...tried, fault, problem: message.slice(0, 300) }
    const pause = PAUSES_MS[mail.attempts]
    const isLast = fault === 'recipient' || mail.kind === 'test' || pause === undefined
    return isLast ? { ...failed, ...why } : { ...why, next_at: ctx.clock.now() + pause }
  }
}

async function serverOf(ctx: Ctx): Promise<SmtpServer> {
  const { mail_host: host, mail_port: port, mail_security: security, mail_user: user } = ctx.settings.current
  if (user === '') return { host, port, security, login: null }
  const kept = await readMailPassword(ctx)
  if (kept.state === 'stale')
    throw new SmtpError('server', '服务器、用户名或网站的密钥换过了，请在网站设置里重新填写发信密码')
  if (kept.state === 'none') throw new SmtpError('server', '还没有填写发信密码，请在网站设置里填写')
  return { host, port, security, login: { user, password: kept.password } }
}
