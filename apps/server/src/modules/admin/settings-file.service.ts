/** Settings as a file: to keep, to compare, and to bring to another site (docs/product.md#settings). */
import {
  DEFAULT_SETTINGS,
  SETTING_FIELDS,
  type SettingName,
  type Settings,
  type SettingsState,
  settingSchemas,
} from '@shiliu/contract/admin/settings'
import {
  type importFile,
  SETTINGS_FORMAT,
  type SettingsFile,
  type SettingsPreview,
} from '@shiliu/contract/admin/settings-file'
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import { readSettings } from '#platform/db/settings.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { updateSettings } from './settings.service.ts'

type Values = Record<string, unknown>

/** A picture of this site is none of another's. */
const NOT_IN_FILES: ReadonlySet<string> = new Set<SettingName>(['site_logo'])

/** All of them, those that have their default, too. */
export async function exportSettings(ctx: Ctx): Promise<SettingsFile> {
  const stored = await readSettings(ctx.db)
  const settings = Object.fromEntries(Object.entries(stored).filter(([name]) => !NOT_IN_FILES.has(name)))
  return { format: SETTINGS_FORMAT, exported_at: iso(ctx.clock.now()), settings }
}

/** What importing these would change. Throws `invalid_input` for the first that is wrong. */
export async function previewSettings(ctx: Ctx, values: Values): Promise<SettingsPreview> {
  const { settings, unknown } = readValues(values)
  const before = await readSettings(ctx.db)
  const changed = SETTING_FIELDS.filter(({ name }) => name in settings && !isEqual(settings[name], before[name]))
  const changes = changed.map(({ name, label }) => ({ name, label, before: before[name], after: settings[name] }))
  return { changes, unknown }
}

/** All in one transaction, or none. Throws `invalid_input`, and what `updateSettings` throws. */
export async function importSettings(
  ctx: Ctx,
  viewer: AdminViewer,
  { settings: values, began = {} }: BodyOf<typeof importFile>,
): Promise<SettingsState> {
  const { settings } = readValues(values)
  const names = Object.keys(settings) as SettingName[]
  // What has its default follows that of later versions.
  const reset = names.filter((name) => isEqual(settings[name], DEFAULT_SETTINGS[name]))
  const others = names.filter((name) => !reset.includes(name)).map((name) => [name, settings[name]])
  return updateSettings(ctx, viewer, { ...Object.fromEntries(others), reset, began: readValues(began).settings })
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function readValues(values: Values): { settings: Partial<Settings>; unknown: string[] } {
  const settings: Values = {}
  const unknown: string[] = []
  for (const [name, value] of Object.entries(values)) {
    const field = SETTING_FIELDS.find((one) => one.name === name)
    if (!field || NOT_IN_FILES.has(name)) {
      unknown.push(name.slice(0, 100))
      continue
    }
    const parsed = settingSchemas[field.name].safeParse(value)
    if (!parsed.success) {
      const reason = parsed.error.issues[0]?.message ?? '值不正确'
      throw new AppError('invalid_input', { field: `settings.${name}`, message: `${field.label}：${reason}` })
    }
    settings[name] = parsed.data
  }
  return { settings, unknown }
}
