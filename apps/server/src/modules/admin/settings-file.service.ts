/** Settings as a file: to keep, to compare, and to bring to another site (docs/product.md#settings). */
import { SETTING_FIELDS } from '@shiliu/contract/admin/setting-fields'
import {
  DEFAULT_SETTINGS,
  type SettingName,
  type Settings,
  type SettingsState,
  settingSchemas,
} from '@shiliu/contract/admin/settings'
import {
  type importFile,
  LOGO_IN_FILE,
  SETTINGS_FORMAT,
  SETTINGS_NOTE,
  type SettingsFile,
  type SettingsPreview,
} from '@shiliu/contract/admin/settings-file'
import type { BodyOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { storeProcessedPicture } from '#modules/media/uploads.service.ts'
import { iso } from '#platform/clock.ts'
import { readSettings } from '#platform/db/settings.ts'
import { AppError } from '#platform/errors.ts'
import type { UploadedFile } from '#platform/http/multipart.ts'
import { shownAddress } from '#platform/storage/addresses.ts'
import { type Author, changeSettings, getSettings } from './settings.service.ts'
import { exportLogo, importedLogo } from './settings-logo.service.ts'

type Values = Record<string, unknown>

/** Its address is none at another site; the picture stands beside the settings. */
const NOT_IN_FILES: ReadonlySet<string> = new Set<SettingName>(['site_logo'])

type FileIn = Omit<BodyOf<typeof importFile>, 'format' | 'began'>

/** All of them, those that have their default, too. */
export async function exportSettings(ctx: Ctx): Promise<SettingsFile> {
  const stored = await readSettings(ctx.db)
  const settings = Object.fromEntries(Object.entries(stored).filter(([name]) => !NOT_IN_FILES.has(name)))
  const logo = await exportLogo(ctx, stored.site_logo)
  return {
    ...{ format: SETTINGS_FORMAT, exported_at: iso(ctx.clock.now()), note: SETTINGS_NOTE, settings },
    ...(logo !== undefined && { logo }),
  }
}

/**
 * What importing these would change; `files` are pictures of the JSON body, which `embedded-files.ts` has decoded.
 * Throws `invalid_input` for the first that is wrong, `file_…` for the logo.
 */
export async function previewSettings(
  ctx: Ctx,
  author: Author,
  { settings: values, logo }: FileIn,
  files: readonly UploadedFile[] = [],
): Promise<SettingsPreview> {
  const { settings, unknown } = readValues(values)
  const before = await readSettings(ctx.db)
  const picture = await importedLogo(ctx, { logo, files, current: before.site_logo, account: accountOf(author) })
  const changes = SETTING_FIELDS.flatMap(({ name, label }) => {
    if (name === 'site_logo') {
      const address = shownAddress(ctx.storage, before.site_logo)
      return picture === undefined ? [] : { name, label, before: address, after: picture === null ? '' : LOGO_IN_FILE }
    }
    if (!(name in settings) || isEqual(settings[name], before[name])) return []
    return { name, label, before: before[name], after: settings[name] }
  })
  return { changes, unknown }
}

/** All in one transaction, or none. Throws as `previewSettings`, and what `updateSettings` throws. */
export async function importSettings(
  ctx: Ctx,
  author: Author,
  { settings: values, logo, began = {} }: Omit<BodyOf<typeof importFile>, 'format'>,
  files: readonly UploadedFile[] = [],
): Promise<SettingsState> {
  const { settings } = readValues(values)
  const names = Object.keys(settings) as SettingName[]
  const { site_logo: current } = await readSettings(ctx.db)
  const picture = await importedLogo(ctx, { logo, files, current, account: accountOf(author) })
  // What has its default follows that of later versions.
  const reset = names.filter((name) => isEqual(settings[name], DEFAULT_SETTINGS[name]))
  if (picture === null) reset.push('site_logo')
  const others = names.filter((name) => !reset.includes(name)).map((name) => [name, settings[name]])
  const seen = typeof began.site_logo === 'string' ? { site_logo: began.site_logo } : {}
  const change = { ...Object.fromEntries(others), reset, began: { ...readValues(began).settings, ...seen } }
  if (picture) {
    await storeProcessedPicture(ctx, null, picture, (t, url) =>
      changeSettings(t, author, { ...change, site_logo: url }),
    )
  } else await changeSettings(ctx, author, change)
  return getSettings(ctx)
}

const accountOf = ({ id }: Author) => `admin:${id}`

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
