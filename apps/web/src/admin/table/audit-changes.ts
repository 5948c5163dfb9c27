/** What a row of the audit trail says changed: labelled fields with their texts before and after. */

import { wordsOf } from '@shiliu/contract/admin/setting-words'
import { parseRichText, textWithPictures } from '@shiliu/contract/rich-text'
import type { Change } from '../define-column.ts'
import type { Column, Resource, Row } from '../define-resource.ts'
import { resources } from '../resources.ts'
import { fieldNamed } from '../settings/setting-values.ts'
import { cellText, PERSONALITY } from './cell-text.ts'

type State = Record<string, unknown> | null
export type ChangedField = { label: string; before: string; after: string; long: boolean }
type AuditChanges = { fields: ChangedField[]; isUpdate: boolean }

/** What is no resource but is in the trail, too. */
const SETTINGS = 'settings'
/** Labels of fields that no column shows. */
const LABELS: Readonly<Record<string, string>> = {
  password: '密码',
  ...Object.fromEntries(PERSONALITY),
  reason: '原因',
  state: '审核',
  until: '期限',
  pinned_in: '置顶频道',
  muted: '禁言',
  warned: '警告',
  second_factor: '两步验证',
  recovery_codes: '恢复码',
  user_agent: '设备',
  location: '地点',
  session_id: '会话',
  more: '说明',
  rows: '行数',
  ids: '编号',
  related: '一并影响',
  note: '备注',
  assigned: '由谁处理',
  outcome: '处理结果',
  user_id: '用户',
  synonym: '同义词',
  merged_into: '合并到',
  omitted: '省略',
}
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
  // What was decided about, with what was decided.
  if (after && 'undo_id' in after)
    return { fields: changedFields(known, null, { ...before, ...after }), isUpdate: false }
  return { fields: changedFields(known, before, after), isUpdate: before !== null && after !== null }
}

export function summaryOf({ fields, isUpdate }: AuditChanges): string {
  if (fields.length === 0) return isUpdate ? '没有变化' : '-'
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
  if (!resource) return LABELS[name] ?? name
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
