import type { Change } from '../define-column.ts'
import type { Row } from '../define-resource.ts'
import { resources } from '../resources.ts'
import { type ChangedField, changedFields } from './change.ts'

export type Changes = { fields: ChangedField[]; updated: boolean }

/** What a row of the audit trail tells; `updated` where the record was there before and after. */
export function changesOf(row: Row): Changes {
  const { before, after, resource } = row as Row & Change
  const known = resources.find(({ path }) => path === resource)
  return { fields: changedFields(known, before, after), updated: before !== null && after !== null }
}

/** The names of the fields that changed. */
export function summaryOf({ fields, updated }: Changes): string {
  if (fields.length === 0) return '没有变化'
  return updated ? fields.map(({ label }) => label).join('、') : '查看内容'
}
