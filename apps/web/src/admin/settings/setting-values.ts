/** What is typed into the settings' form: a text per setting, whatever it holds. */
import {
  SETTING_FIELDS,
  type SettingField,
  type SettingName,
  type SettingsState,
} from '@shiliu/contract/admin/settings'

/** Of the settings whose text is not the stored value's. */
export type Typed = Readonly<Partial<Record<SettingName, string>>>
export type Change = { body: Record<string, unknown>; errors: Partial<Record<SettingName, string>> }

export const fieldNamed = (name: string): SettingField | undefined =>
  SETTING_FIELDS.find((field) => field.name === name)

/** The headings in the order of the form, each with its fields. */
export const SECTIONS = [...new Set(SETTING_FIELDS.map(({ heading }) => heading))].map((heading) => ({
  heading,
  fields: SETTING_FIELDS.filter((field) => field.heading === heading),
}))

export function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : String(value ?? '')
}

/** A value in words, as the form and the audit trail name it. */
export function wordsOf(field: SettingField, value: unknown): string {
  if (field.kind === 'flag') return value ? '是' : '否'
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? textOf(value)
  if (field.kind === 'lines' && Array.isArray(value)) return value.join('、')
  return textOf(value)
}

/** Copies of an older release may name settings that are gone. */
export function readTyped(stored: unknown): Typed | null {
  if (typeof stored !== 'object' || stored === null) return null
  const known = Object.entries(stored).filter(([name, text]) => fieldNamed(name) && typeof text === 'string')
  return known.length > 0 ? Object.fromEntries(known) : null
}

/** Without what is the stored value anyway. */
export function differing(typed: Typed, { settings }: SettingsState): Typed {
  const names = Object.keys(typed) as SettingName[]
  return Object.fromEntries(
    names.filter((name) => typed[name] !== textOf(settings[name])).map((name) => [name, typed[name]]),
  )
}

/** What is to be sent: only what was changed, and what is the default again as `reset`, so that it follows a later one. */
export function changeOf(typed: Typed, state: SettingsState): Change {
  const body: Record<string, unknown> = {}
  const errors: Change['errors'] = {}
  const reset: SettingName[] = []
  for (const [name, text] of Object.entries(differing(typed, state)) as [SettingName, string][]) {
    const field = fieldNamed(name)
    if (!field) continue
    const value = parsedOf(field, text)
    if (text === textOf(state.defaults[name])) reset.push(name)
    else if (value === undefined) errors[name] = errorOf(field)
    else body[name] = value
  }
  return { body: reset.length > 0 ? { ...body, reset } : body, errors }
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
