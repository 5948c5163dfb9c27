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
import { requireAnyOffered } from '#modules/campus/providers.service.ts'
import { lockUploaded, storedAddresses } from '#modules/media/media.service.ts'
import { iso } from '#platform/clock.ts'
import { listSettings, readSettings, writeSettings } from '#platform/db/settings.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { shownAddress } from '#platform/storage/addresses.ts'
import { lockAdmins } from './admins.repo.ts'
import { recordAudits } from './audits.service.ts'

/** Values in force, defaults, and who changed what. */
export async function getSettings(ctx: Ctx): Promise<SettingsState> {
  const changes = await listSettings(ctx.db)
  const { current } = ctx.settings
  return {
    settings: { ...current, site_logo: shownAddress(ctx.storage, current.site_logo) },
    defaults: DEFAULT_SETTINGS,
    changes: changes.map(({ name, username, updated_at }) => ({ name, username, updated_at: iso(updated_at) })),
    has_invitation: await hasUsableInvitation(ctx),
  }
}

/**
 * Stores what differs from the current values; in force on all nodes within a second. Throws `conflict` where one of the
 * values that the change began from is another one now.
 */
export async function updateSettings(
  ctx: Ctx,
  viewer: AdminViewer,
  { reset = [], began = {}, ...input }: BodyOf<typeof update>,
  action: 'update' | 'undo' = 'update',
): Promise<SettingsState> {
  const wanted: Partial<Settings> = { ...(await withStoredLogo(ctx, input)), ...pick(DEFAULT_SETTINGS, reset) }
  const expected = await withStoredLogo(ctx, began)
  await tx(ctx, async (t) => {
    // One after another, on all nodes: a setting that was never changed has no row to lock.
    const admin = (await lockAdmins(t.db, t.engine)).find(({ id }) => id === viewer.id)
    const before = await readSettings(t.db)
    const differs = (values: Partial<Settings>) => (name: SettingName) =>
      values[name] !== undefined && JSON.stringify(values[name]) !== JSON.stringify(before[name])
    if ((Object.keys(expected) as SettingName[]).some(differs(expected))) throw new AppError('conflict')
    if (wanted.site_logo) await lockUploaded(t, wanted.site_logo, 'site_logo')
    const names = (Object.keys(wanted) as SettingName[]).filter(differs(wanted))
    if (names.includes('local_passwords') && wanted.local_passwords === false) await requireAnyOffered(t)
    const stored = names.filter((name) => !reset.includes(name))
    const by = { username: admin?.username ?? '', updated_at: t.clock.now() }
    await writeSettings(t, { changes: pick(wanted, stored), reset }, by)
    if (names.length === 0) return
    const states = { before: pick(before, names), after: pick(wanted, names) }
    await recordAudits(t, viewer, action, [{ resource: 'settings', record_id: 0, record_name: '', ...states }])
  })
  return getSettings(ctx)
}

async function withStoredLogo(ctx: Ctx, values: Partial<Settings>): Promise<Partial<Settings>> {
  if (!values.site_logo) return values
  const [site_logo = values.site_logo] = await storedAddresses(ctx, [values.site_logo])
  return { ...values, site_logo }
}

const pick = (values: Partial<Settings>, names: SettingName[]): Partial<Settings> =>
  Object.fromEntries(names.map((name) => [name, values[name]]))
