/** What a row of the audit trail says changed: labelled fields with their texts before and after. */
import { parseRichText, textWithPictures } from '@shiliu/contract/rich-text'
import type { Change } from '../define-column.ts'
import type { Column, Resource, Row } from '../define-resource.ts'
import { resources } from '../resources.ts'
import { fieldNamed, wordsOf } from '../settings/setting-values.ts'
import { cellText, PERSONALITY } from './cell-text.ts'

type State = Record<string, unknown> | null
export type ChangedField = { label: string; before: string; after: string; long: boolean }
type AuditChanges = { fields: ChangedField[]; isUpdate: boolean }

/** What is no resource but is in the trail, too. */
const SETTINGS = 'settings'
/** Labels of fields that no column shows. */
const LABELS: Readonly<Record<string, string>> = { password: '密码', ...Object.fromEntries(PERSONALITY) }
/** Changes with every write. */
const IGNORED = 'updated_at'
/** Kinds whose cell text is the full value. */
const FULL_TEXT = new Set<Column['kind']>(['date', 'flag', 'enum'])
const LONG = 24

/** The changes of an audit row; `isUpdate` is false for a created or deleted record. */
export function changesOf(row: Row): AuditChanges {
  const { before, after, resource } = row as Row & Change
  if (resource === SETTINGS) return { fields: changedSettings(before ?? {}, after ?? {}), isUpdate: true }
  const known = resources.find(({ path }) => path === resource)
  return { fields: changedFields(known, before, after), isUpdate: before !== null && after !== null }
}

export function summaryOf({ fields, isUpdate }: AuditChanges): string {
  if (fields.length === 0) return '没有变化'
  return isUpdate ? fields.map(({ label }) => label).join('、') : '查看内容'
}

/**
 * null stands for a record that does not exist. Fields without a label are left out; names serve as labels for a
 * `resource` that the back office no longer has (undefined).
 */
export function changedFields(resource: Resource | undefined, before: State, after: State): ChangedField[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const label = labelOf(resource, name)
    const oldText = textOf(resource, name, before?.[name])
    const newText = textOf(resource, name, after?.[name])
    if (label === null || name === IGNORED || oldText === newText) return []
    return { label, before: oldText, after: newText, long: Math.max(oldText.length, newText.length) > LONG }
  })
}

function changedSettings(before: object, after: object): ChangedField[] {
  return Object.keys(after).map((name) => {
    const field = fieldNamed(name)
    const words = (values: object) =>
      field ? wordsOf(field, Reflect.get(values, name)) : plain(Reflect.get(values, name))
    const [oldText, newText] = [words(before), words(after)]
    const long = Math.max(oldText.length, newText.length) > LONG
    return { label: field?.label ?? name, before: oldText, after: newText, long }
  })
}

function labelOf(resource: Resource | undefined, name: string): string | null {
  if (!resource) return name
  return resource.columns.find(({ key }) => key === name)?.label ?? LABELS[name] ?? null
}

function textOf(resource: Resource | undefined, name: string, value: unknown): string {
  const column = resource?.columns.find(({ key }) => key === name)
  // Line breaks are kept, or a change of nothing but line breaks would be lost.
  if (column?.kind === 'rich') return textWithPictures(parseRichText(plain(value)))
  return column && FULL_TEXT.has(column.kind)
    ? cellText(column, { id: 0, [name]: value } as { id: number })
    : plain(value)
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(plain).join('，')
  if (typeof value !== 'object') return String(value)
  return 'name' in value ? plain(value.name) : JSON.stringify(value)
}
