/**
 * Mail that the site sends (docs/product.md#mail): rows that are written in the transaction of their cause and sent by
 * `delivery.service.ts`. Owns `mail_outbox` and `mail_login`.
 */
import type { MailState } from '@shiliu/contract/admin/mail'
import type { Settings } from '@shiliu/contract/admin/settings'
import { MAIL } from '@shiliu/contract/email-rules'
import type { Ctx } from '#deps.ts'
import { DAY_MS, HOUR_MS, iso, localTime, MINUTE_MS } from '#platform/clock.ts'
import { setMark } from '#platform/db/marks.ts'
import { deleteInBatches, normalizedKey } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import { seal, unseal } from '#platform/sealing.ts'
import { SmtpError, type SmtpServer } from '#platform/smtp.ts'
import * as repo from './outbox.repo.ts'
import { MAILS, type MailKind, type MailText, type MailValues } from './templates.ts'

export type { MailValues } from './templates.ts'

/** To one address in an hour, of each class: what others cause must not use up what its owner is to learn. */
const MOST_IN_AN_HOUR = 10
/** `strangers` are all who know the address. */
type MailClass = 'strangers' | 'reset' | 'faults' | 'notices'
/** How long each is tried, a code as long as it is good, and what it counts with. */
const KINDS: Record<MailKind, { keptMs: number; with: MailClass }> = {
  test: { keptMs: 5 * MINUTE_MS, with: 'notices' },
  verify: { keptMs: MAIL.verifyMs, with: 'strangers' },
  register: { keptMs: MAIL.verifyMs, with: 'strangers' },
  known: { keptMs: HOUR_MS, with: 'strangers' },
  taken: { keptMs: HOUR_MS, with: 'strangers' },
  reset: { keptMs: MAIL.resetMs, with: 'reset' },
  admin: { keptMs: MAIL.verifyMs, with: 'notices' },
  changed: { keptMs: DAY_MS, with: 'notices' },
  password: { keptMs: DAY_MS, with: 'notices' },
  device: { keptMs: DAY_MS, with: 'notices' },
  link: { keptMs: DAY_MS, with: 'notices' },
  deleted: { keptMs: DAY_MS, with: 'notices' },
  restored: { keptMs: DAY_MS, with: 'notices' },
  digest: { keptMs: 12 * HOUR_MS, with: 'notices' },
  fault: { keptMs: HOUR_MS, with: 'faults' },
}
const TESTS_SHOWN = 5

/** The key of whose mailbox it is, which most servers find without what stands after a plus: for counting only. */
export const mailboxKey = (address: string): string =>
  normalizedKey(address, 100).replace(/(?<=^[^+@]+)\+[^@]*(?=@)/, '')

/** Whether administrators have set up what mail is sent by. */
export function isMailOn({ settings }: Pick<Ctx, 'settings'>): boolean {
  const { mail_host, mail_from } = settings.current
  return mail_host !== '' && mail_from !== ''
}

/** Throws `mail_off`. */
export function requireMail(ctx: Ctx): void {
  if (!isMailOn(ctx)) throw new AppError('mail_off')
}

type Mail<K extends MailKind> = { to: string; kind: K; userId?: number } & (MailValues<K> extends undefined
  ? { values?: undefined }
  : { values: MailValues<K> })

/**
 * Sends a mail once the caller's transaction is committed. False, and nothing is sent, where mail is off or the address
 * got too many of the class in an hour.
 */
export async function sendMail<K extends MailKind>(t: Ctx, { to, kind, userId, values }: Mail<K>): Promise<boolean> {
  if (!isMailOn(t)) return false
  const now = t.clock.now()
  const recipient_key = mailboxKey(to)
  const most = MOST_IN_AN_HOUR * t.config.limitFactor
  const kinds = (Object.keys(KINDS) as MailKind[]).filter((other) => KINDS[other].with === KINDS[kind].with)
  if ((await repo.countMailTo(t.db, recipient_key, kinds, now - HOUR_MS)) >= most) return false
  const { config, settings } = t
  const site = { name: settings.current.site_name, url: config.publicUrl ?? null }
  const write = MAILS[kind] as (site: object, values?: object) => MailText
  await repo.insertMail(t.db, {
    kind,
    user_id: userId ?? null,
    recipient: to,
    recipient_key,
    body: sealBody(t, to, write(site, values)),
    state: 'waiting',
    next_at: now,
    expires_at: now + KINDS[kind].keptMs,
    node: null,
    lease_until: 0,
    tried_at: null,
    fault: null,
    problem: null,
    created_at: now,
  })
  return true
}

/** A time, by default now, as mails name it. */
export const mailTime = ({ clock, config }: Ctx, at = clock.now()): string =>
  localTime(config.timeZone)(iso(at)).slice(0, 16)

/** Codes are in it: a copy of the database must not be enough to read them. */
function sealBody({ config }: Ctx, recipient: string, body: MailText): string {
  return seal(config.jwtSecret, { purpose: 'mail', owner: recipient }, new TextEncoder().encode(JSON.stringify(body)))
}

/** Null where the site's secret is another one now. */
export function openBody({ config }: Ctx, { recipient, body }: repo.MailRow): MailText | null {
  const bytes = body && unseal(config.jwtSecret, { purpose: 'mail', owner: recipient }, body)
  return bytes ? JSON.parse(new TextDecoder().decode(bytes)) : null
}

type Server = Pick<Settings, 'mail_host' | 'mail_user'>

/** Bound to server and user: whoever changes those learns nothing of the password. */
const loginSealing = ({ mail_host, mail_user }: Server) => ({
  purpose: 'mail login',
  owner: `${mail_user} ${mail_host.toLowerCase()}`,
})

/** Keeps the password for the present server and user name; an empty one deletes what is kept. */
export async function setMailPassword(t: Ctx, password: string, username: string): Promise<void> {
  const sealing = loginSealing(t.settings.current)
  const sealed = () => seal(t.config.jwtSecret, sealing, new TextEncoder().encode(password))
  const row = password === '' ? null : { password: sealed(), username, updated_at: t.clock.now() }
  await repo.replaceLogin(t.db, row)
  await clearMailBackoff(t)
}

/** What waits for the server is tried at once: it takes mail again, or somebody changed how mail is sent. */
export async function clearMailBackoff(t: Ctx): Promise<void> {
  await setMark(t.db, 'mail', 0)
  await repo.endPauses(t.db, t.clock.now())
}

/** `cli doctor` has no more of the application. */
type Source = Pick<Ctx, 'db'> & { config: Pick<Ctx['config'], 'jwtSecret'>; settings: Pick<Ctx['settings'], 'current'> }

type MailPassword = { state: 'none' } | { state: 'stale' } | { state: 'set'; password: string }

/** `stale` where it is for another server or user name, or was encrypted with another secret of the site. */
export async function readMailPassword({ db, config, settings }: Source): Promise<MailPassword> {
  const login = await repo.findLogin(db)
  if (!login) return { state: 'none' }
  const bytes = unseal(config.jwtSecret, loginSealing(settings.current), login.password)
  return bytes ? { state: 'set', password: new TextDecoder().decode(bytes) } : { state: 'stale' }
}

/** What the settings say, with the password. Throws `SmtpError` where that is missing. */
export async function smtpServer(source: Source): Promise<SmtpServer> {
  const { mail_host: host, mail_port: port, mail_security: security, mail_user: user } = source.settings.current
  if (user === '') return { host, port, security, login: null }
  const kept = await readMailPassword(source)
  if (kept.state === 'set') return { host, port, security, login: { user, password: kept.password } }
  if (kept.state === 'none') throw new SmtpError('connection', '还没有填写发信密码', '请在网站设置里填写')
  throw new SmtpError('connection', '服务器、用户名或网站的密钥换过了', '请在网站设置里重新填写发信密码')
}

/** How sending fares. */
export async function getMailState(ctx: Ctx): Promise<MailState> {
  const counts = await repo.countByState(ctx.db)
  const tests = await repo.listNewestOfKind(ctx.db, 'test', TESTS_SHOWN)
  return {
    enabled: isMailOn(ctx),
    password: (await readMailPassword(ctx)).state,
    waiting: counts.get('waiting') ?? 0,
    failed: counts.get('failed') ?? 0,
    sent: counts.get('sent') ?? 0,
    problem: await mailProblem(ctx),
    tests: tests.map(({ id, recipient, state, problem, created_at }) => {
      return { id, to: recipient, state, problem, created_at: iso(created_at) }
    }),
  }
}

/** Why mail does not leave, in words; null where it does, or is off. */
export async function mailProblem(ctx: Ctx): Promise<string | null> {
  if (!isMailOn(ctx)) return null
  const last = await repo.findLastTried(ctx.db)
  return last?.fault === 'server' ? last.problem : null
}

/** For the deletion of the account. */
export const deleteMailOfUser = (t: Ctx, userId: number): Promise<void> => repo.deleteMailOfUser(t.db, userId)

/** Called by a timer: deletes what is a day old, whatever became of it. */
export async function purgeMail(ctx: Ctx): Promise<void> {
  await deleteInBatches(
    (limit) => repo.listIdsBefore(ctx.db, ctx.clock.now() - DAY_MS, limit),
    (ids) => repo.deleteMail(ctx.db, ids),
  )
}
