/** What is typed into the settings' form: a text per setting, whatever it holds. */
import { SETTING_FIELDS, type SettingField } from '@shiliu/contract/admin/setting-fields'
import { textOf, wordsOf } from '@shiliu/contract/admin/setting-words'
import type { SettingName, Settings, SettingsState } from '@shiliu/contract/admin/settings'
import type { Difference } from '../form/form-store.ts'

/** Of the settings whose text is not the stored value's. */
export type Typed = Readonly<Partial<Record<SettingName, string>>>
/** What is typed, and which values were there when that began. */
export type Edits = { typed: Typed; began: Partial<Settings> }
export type Change = { body: Record<string, unknown>; errors: Partial<Record<SettingName, string>> }

export const fieldNamed = (name: string): SettingField | undefined =>
  SETTING_FIELDS.find((field) => field.name === name)

/** The headings in the order of the form, each with its fields. */
export const SECTIONS = [...new Set(SETTING_FIELDS.map(({ heading }) => heading))].map((heading) => ({
  heading,
  fields: SETTING_FIELDS.filter((field) => field.heading === heading),
}))

export const NO_EDITS: Edits = { typed: {}, began: {} }

/** Copies of an older release may name settings that are gone. */
export function readEdits(stored: unknown): Edits | null {
  const { typed, began } = (stored ?? {}) as Record<string, unknown>
  const known = Object.entries(typed ?? {}).filter(([name, text]) => fieldNamed(name) && typeof text === 'string')
  const names = new Set(known.map(([name]) => name))
  const before = Object.entries(began ?? {}).filter(([name]) => names.has(name))
  return known.length > 0 ? { typed: Object.fromEntries(known), began: Object.fromEntries(before) } : null
}

/** After a text was typed; what was there at first is no change. */
export function edit({ typed, began }: Edits, name: SettingName, text: string, { settings }: SettingsState): Edits {
  const first = { [name]: settings[name], ...began }
  return text === textOf(first[name])
    ? without({ typed, began }, [name])
    : { typed: { ...typed, [name]: text }, began: first }
}

function without({ typed, began }: Edits, names: readonly SettingName[]): Edits {
  const left = <T extends object>(values: T): T =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name as SettingName))) as T
  return { typed: left(typed), began: left(began) }
}

const isOutdated = ({ began }: Edits, { settings }: SettingsState, name: SettingName) =>
  began[name] !== undefined && JSON.stringify(began[name]) !== JSON.stringify(settings[name])

/** What another administrator changed since it was typed here, where the two differ. */
export function conflictsOf(edits: Edits, state: SettingsState): Difference[] {
  const entries = Object.entries(differing(edits.typed, state)) as [SettingName, string][]
  return entries.flatMap(([name, text]) => {
    const field = fieldNamed(name)
    if (!field || !isOutdated(edits, state, name)) return []
    const mine = wordsOf(field, parsedOf(field, text) ?? text)
    return { name, label: field.label, theirs: wordsOf(field, state.settings[name]), mine, changed: true }
  })
}

/** Goes on from the settings as they are now; where they were changed meanwhile, with theirs or what is typed here. */
export function rebase(edits: Edits, state: SettingsState, kept: 'theirs' | 'mine'): Edits {
  const names = Object.keys(edits.typed) as SettingName[]
  const outdated = names.filter((name) => isOutdated(edits, state, name))
  if (kept === 'theirs') return without(edits, outdated)
  const now = Object.fromEntries(outdated.map((name) => [name, state.settings[name]]))
  return { typed: edits.typed, began: { ...edits.began, ...now } }
}

/** Without what is the stored value anyway. */
export function differing(typed: Typed, { settings }: SettingsState): Typed {
  const names = Object.keys(typed) as SettingName[]
  return Object.fromEntries(
    names.filter((name) => typed[name] !== textOf(settings[name])).map((name) => [name, typed[name]]),
  )
}

/** What saving would lead to that nobody wants, by the setting that mends it; null where there is nothing. */
export function warningOf(name: SettingName, typed: Typed, state: SettingsState): string | null {
  if (name !== 'registration') return null
  const wanted = typed[name] ?? state.settings[name]
  if (wanted === 'invite' && !state.has_invitation) {
    return '还没有能用的邀请码，谁也注册不了；邀请码在「邀请码管理」里添加'
  }
  const isClosed = wanted === 'campus' && !state.has_campus
  return isClosed ? '还没有能用的校园登录，谁也注册不了；在「校园登录」里添加并启用' : null
}

/**
 * What is to be sent: only what was changed, with what was there before, and what is the default again as `reset`, so
 * that it follows a later one.
 */
export function changeOf({ typed, began }: Edits, state: SettingsState): Change {
  const body: Record<string, unknown> = {}
  const before: Record<string, unknown> = {}
  const errors: Change['errors'] = {}
  const reset: SettingName[] = []
  for (const [name, text] of Object.entries(differing(typed, state)) as [SettingName, string][]) {
    const field = fieldNamed(name)
    if (!field) continue
    const value = parsedOf(field, text)
    before[name] = began[name] ?? state.settings[name]
    if (text === textOf(state.defaults[name])) reset.push(name)
    else if (value === undefined) errors[name] = errorOf(field)
    else body[name] = value
  }
  return { body: { ...body, ...(reset.length > 0 && { reset }), began: before }, errors }
}

/** Undefined where the text is none; what else the server refuses it says itself. */
function parsedOf(field: SettingField, text: string): unknown {
  const trimmed = text.trim()
  switch (field.kind) {
    case 'number': {
      const value = Number(trimmed)
      return /^\d{1,15}$/.test(trimmed) && value >= field.min && value <= field.max ? value : undefined
    }
    case 'flag':
      return text === 'true'
    case 'lines':
      return trimmed.split('\n').flatMap((line) => line.trim() || [])
    case 'text':
      return [...trimmed].length <= field.max ? trimmed : undefined
    default:
      return trimmed
  }
}

function errorOf(field: SettingField): string {
  if (field.kind === 'number') return `请填写 ${field.min} 到 ${field.max} 的整数`
  return field.kind === 'text' ? `最多 ${field.max} 个字` : '填写的内容有误'
}
