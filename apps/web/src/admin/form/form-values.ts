/** From a row to what the form shows, and from there to what the API takes. */
import type { Field, Row } from '../define-resource.ts'

export type Purpose = 'create' | 'update'

/** Every field is typed or chosen as text. */
export type FormValues = Record<string, string>

export function fieldsFor(fields: readonly Field[], purpose: Purpose): readonly Field[] {
  return fields.filter((field) => !field.on || field.on === purpose)
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  // Flags are 0 and 1 in addresses and options.
  return typeof value === 'boolean' ? String(Number(value)) : String(value)
}

/** The row's values, or what a new one starts with. */
export function valuesOf(fields: readonly Field[], row: Row | null): FormValues {
  return Object.fromEntries(
    fields.map((field) => [field.name, row ? toText(Reflect.get(row, field.name)) : (field.initial ?? '')]),
  )
}

/** Texts lose the spaces around them; an empty number or choice is null. */
export function bodyOf(fields: readonly Field[], values: FormValues): Record<string, string | number | null> {
  return Object.fromEntries(
    fields.map((field) => {
      const text = (values[field.name] ?? '').trim()
      if (field.kind === 'text') return [field.name, text]
      if (text === '') return [field.name, null]
      return [field.name, field.kind === 'number' ? Number(text) : text]
    }),
  )
}

/** What is wrong, by field; null where nothing is. */
export function faultsOf(fields: readonly Field[], values: FormValues): Record<string, string | null> {
  return Object.fromEntries(
    fields.map((field) => {
      const text = values[field.name] ?? ''
      const unreadable = field.kind === 'number' && Number.isNaN(Number(text)) ? `${field.label}只能是数字` : null
      return [field.name, field.rule?.(text) ?? unreadable]
    }),
  )
}
