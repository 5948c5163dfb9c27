/** Settings of the site that administrators change while it runs (docs/product.md#settings). */

import {
  DEFAULT_SETTINGS,
  type SettingName,
  type Settings,
  type SettingsState,
  type update,
} from '@shiliu/contract/admin/settings'
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { hasUsableInvitation } from '#modules/auth/invitations.service.ts'
import { listOffered, requireAnyOffered } from '#modules/campus/providers.service.ts'
import { clearMailBackoff } from '#modules/mail/outbox.service.ts'
import { lockUploaded, storedAddresses } from '#modules/media/media.service.ts'
import { iso } from '#platform/clock.ts'
import { listSettings, readSettings, writeSettings } from '#platform/db/settings.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { shownAddress } from '#platform/storage/addresses.ts'
import { lockAdmins } from './admins.repo.ts'
import { type COMMAND_LINE, recordAudits } from './audits.service.ts'
import { deleteMoveMarks } from './site-mode.service.ts'

/** Values in force, defaults, and who changed what. */
export async function getSettings(ctx: Ctx): Promise<SettingsState> {
  const changes = await listSettings(ctx.db)
  // Another node may have stored them within this second.
  const current = await readSettings(ctx.db)
  return {
    settings: { ...current, site_logo: shownAddress(ctx.storage, current.site_logo) },
    defaults: DEFAULT_SETTINGS,
    changes: changes.map(({ name, username, updated_at }) => ({ name, username, updated_at: iso(updated_at) })),
    has_invitation: await hasUsableInvitation(ctx),
    has_campus: (await listOffered(ctx)).length > 0,
  }
}

/** Who changes settings: an administrator, or who works on the server itself. */
export type Author = Pick<AdminViewer, 'id'> | typeof COMMAND_LINE
type Change = BodyOf<typeof update>

/**
 * Stores what differs from the current values; in force on all nodes within a second. Throws `conflict` where one of
 * the values that the change began from is another one now, `invalid_input` where registering would need mail that is
 * off.
 */
export async function updateSettings(
  ctx: Ctx,
  author: Author,
  change: Change,
  action: 'update' | 'undo' = 'update',
): Promise<SettingsState> {
  await changeSettings(ctx, author, change, action)
  return getSettings(ctx)
}

/** As `updateSettings`, also as a part of another transaction. */
export async function changeSettings(
  ctx: Ctx,
  author: Author,
  { reset = [], began = {}, ...input }: Change,
  action: 'update' | 'undo' = 'update',
): Promise<void> {
  const wanted: Partial<Settings> = { ...(await withStoredLogo(ctx, input)), ...pick(DEFAULT_SETTINGS, reset) }
  const expected = await withStoredLogo(ctx, began)
  await tx(ctx, async (t) => {
    // One after another, on all nodes: a setting that was never changed has no row to lock.
    const admin = (await lockAdmins(t.db, t.engine)).find(({ id }) => id === author.id)
    const before = await readSettings(t.db)
    const differs = (values: Partial<Settings>) => (name: SettingName) =>
      values[name] !== undefined && JSON.stringify(values[name]) !== JSON.stringify(before[name])
    if ((Object.keys(expected) as SettingName[]).some(differs(expected))) throw new AppError('conflict')
    if (wanted.site_logo) await lockUploaded(t, wanted.site_logo, 'site_logo')
    const names = (Object.keys(wanted) as SettingName[]).filter(differs(wanted))
    if (names.includes('local_passwords') && wanted.local_passwords === false) await requireAnyOffered(t)
    refuseWithoutMail({ ...before, ...wanted }, names)
    const stored = names.filter((name) => !reset.includes(name))
    const byCommand = 'username' in author ? author.username : ''
    const by = { username: admin?.username ?? byCommand, updated_at: t.clock.now() }
    await writeSettings(t, { changes: pick(wanted, stored), reset }, by)
    if (names.includes('site_mode')) await deleteMoveMarks(t)
    if (names.some((name) => name.startsWith('mail_'))) await clearMailBackoff(t)
    if (names.length === 0) return
    const states = { before: pick(before, names), after: pick(wanted, names) }
    await recordAudits(t, author, action, [{ resource: 'settings', record_id: 0, record_name: '', ...states }])
  })
}

/** Nobody could register who has to type a code of a mail. */
function refuseWithoutMail({ registration_email, mail_host, mail_from }: Settings, names: SettingName[]): void {
  if (registration_email === 'off' || (mail_host !== '' && mail_from !== '')) return
  if (names.includes('registration_email')) {
    const message = '先在「邮件」里填写发信服务器和发件人'
    throw new AppError('invalid_input', { field: 'registration_email', message })
  }
  const field = (['mail_host', 'mail_from'] as const).find((name) => names.includes(name))
  if (field) throw new AppError('invalid_input', { field, message: '注册还要邮箱，先把「注册时的邮箱」改成「不要」' })
}

async function withStoredLogo(ctx: Ctx, values: Partial<Settings>): Promise<Partial<Settings>> {
  if (!values.site_logo) return values
  const [site_logo = values.site_logo] = await storedAddresses(ctx, [values.site_logo])
  return { ...values, site_logo }
}

const pick = (values: Partial<Settings>, names: SettingName[]): Partial<Settings> =>
  Object.fromEntries(names.map((name) => [name, values[name]]))
