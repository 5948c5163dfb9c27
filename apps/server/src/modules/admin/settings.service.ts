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
import { lockUploaded } from '#modules/media/media.service.ts'
import { iso } from '#platform/clock.ts'
import { listSettings, writeSettings } from '#platform/db/settings.ts'
import { tx } from '#platform/db/tx.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { findAdminById } from './admins.repo.ts'
import { recordAudits } from './audits.service.ts'

export async function getSettings(ctx: Ctx): Promise<SettingsState> {
  const changes = await listSettings(ctx.db)
  return {
    settings: ctx.settings.current,
    defaults: DEFAULT_SETTINGS,
    changes: changes.map(({ name, username, updated_at }) => ({ name, username, updated_at: iso(updated_at) })),
  }
}

/** Stores what differs from the current values, which are in force on all nodes within a second. */
export async function updateSettings(
  ctx: Ctx,
  viewer: AdminViewer,
  { reset = [], ...input }: BodyOf<typeof update>,
): Promise<SettingsState> {
  const before = ctx.settings.current
  const wanted: Partial<Settings> = { ...input, ...pick(DEFAULT_SETTINGS, reset) }
  const names = (Object.keys(wanted) as SettingName[]).filter(
    (name) => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(before[name]),
  )
  const stored = names.filter((name) => !reset.includes(name))
  await tx(ctx, async (t) => {
    if (wanted.site_logo) await lockUploaded(t, wanted.site_logo, 'site_logo')
    const admin = await findAdminById(t.db, viewer.id)
    const by = { username: admin?.username ?? '', updated_at: t.clock.now() }
    await writeSettings(t, { changes: pick(wanted, stored), reset }, by)
    if (names.length === 0) return
    const states = { before: pick(before, names), after: pick(wanted, names) }
    await recordAudits(t, viewer, 'update', [{ resource: 'settings', record_id: 0, record_name: '', ...states }])
  })
  return getSettings(ctx)
}

const pick = (values: Partial<Settings>, names: SettingName[]): Partial<Settings> =>
  Object.fromEntries(names.map((name) => [name, values[name]]))
