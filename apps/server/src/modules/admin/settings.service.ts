/** Settings of the site that administrators change while it runs (docs/product.md#settings). */
import { DEFAULT_SETTINGS, type SettingName, type Settings, type SettingsState } from '@shiliu/contract/admin/settings'
import type { Ctx } from '#deps.ts'
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
export async function updateSettings(ctx: Ctx, viewer: AdminViewer, input: Partial<Settings>): Promise<SettingsState> {
  const before = ctx.settings.current
  const names = (Object.keys(input) as SettingName[]).filter(
    (name) => input[name] !== undefined && JSON.stringify(input[name]) !== JSON.stringify(before[name]),
  )
  const only = (values: Partial<Settings>) => Object.fromEntries(names.map((name) => [name, values[name]]))
  await tx(ctx, async (t) => {
    const admin = await findAdminById(t.db, viewer.id)
    await writeSettings(t, only(input), { username: admin?.username ?? '', updated_at: t.clock.now() })
    if (names.length === 0) return
    const record = { resource: 'settings', record_id: 0, record_name: '', before: only(before), after: only(input) }
    await recordAudits(t, viewer, 'update', [record])
  })
  return getSettings(ctx)
}
