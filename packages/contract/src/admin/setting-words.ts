/** Values of settings in words, on the form, in the audit trail and on the command line. */
import type { SettingField } from './setting-fields.ts'

/** As the form edits it. */
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
