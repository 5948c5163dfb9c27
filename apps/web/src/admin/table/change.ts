/** What a line of the audit trail tells: fields with their words before and after. */
import { parseRichText, toldText } from '@shiliu/contract/rich-text'
import type { Column, Reading } from '../define-resource.ts'
import { textOf } from './cell-text.ts'
import { PERSONALITY } from './personality.ts'

export type State = Record<string, unknown> | null
export type ChangedField = { label: string; before: string; after: string; long: boolean }

/** Fields that are no columns. */
const LABELS: Readonly<Record<string, string>> = { password: '密码', ...Object.fromEntries(PERSONALITY) }
/** Changes with every write, and tells nothing. */
const SILENT = 'updated_at'
/** Kinds whose cell says all of a value that there is. */
const WORDED = new Set<Column['kind']>(['date', 'flag', 'mapped'])
const LONG = 24

/**
 * The fields that differ, of a record that is new or gone all that held something; what the table has no word for is
 * not for reading. `resource` is what the record belongs to, undefined where the back office no longer knows it.
 */
export function changedFields(resource: Reading | undefined, before: State, after: State): ChangedField[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const label = labelOf(resource, name)
    const old = wordsOf(resource, name, before?.[name])
    const now = wordsOf(resource, name, after?.[name])
    if (label === null || name === SILENT || old === now) return []
    return { label, before: old, after: now, long: Math.max(old.length, now.length) > LONG }
  })
}

/** What the table calls a field; null where it has no word for it. */
export function labelOf(resource: Reading | undefined, name: string): string | null {
  if (!resource) return name
  return resource.columns.find(({ key }) => key === name)?.label ?? LABELS[name] ?? null
}

function wordsOf(resource: Reading | undefined, name: string, value: unknown): string {
  const column = resource?.columns.find(({ key }) => key === name)
  // Line by line, or a change of nothing but lines would be none.
  if (column?.kind === 'rich') return toldText(parseRichText(plain(value)))
  return column && WORDED.has(column.kind) ? textOf(column, { id: 0, [name]: value } as { id: number }) : plain(value)
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(plain).join('，')
  if (typeof value !== 'object') return String(value)
  return 'name' in value ? plain(value.name) : JSON.stringify(value)
}
