/** Names of rows, and the texts of the deletion dialogs. */
import type { Impact } from '@shiliu/contract/admin/resource'
import { site } from '#ui/site.ts'
import { truncate } from '#ui/text/truncate.ts'
import type { Resource, Row } from '../define-resource.ts'

export const NAMED_MAX = 5
const NAME_MAX = 24

/** A short name of the row, in one line: comments are named by their content. */
export function shortName(resource: Pick<Resource, 'nameOf'>, row: Row): string {
  return truncate(resource.nameOf(row).replace(/\s+/g, ' '), NAME_MAX)
}

/** For example 「学习」「校园」等 12 项. */
export function namesText(names: readonly string[]): string {
  const named = names
    .slice(0, NAMED_MAX)
    .map((name) => `「${name}」`)
    .join('')
  return names.length > NAMED_MAX ? `${named}等 ${names.length} 项` : named
}

/** Why `what` cannot be deleted; null if it can. */
export function obstacleText(what: string, impact: Impact): string | null {
  const blocking = impact.filter(({ fate }) => fate === 'blocks').map(({ noun, count }) => `${noun} ${count}`)
  return blocking.length > 0 ? `${what}还有${blocking.join('、')}，先处理它们才能删除。` : null
}

/** What goes into the trash when it is deleted (docs/product.md#moderation). */
const TRASHED = ['用户', '笔记', '评论', '标签', '分类']

/** The question; several records are listed below it. */
export function questionText(noun: string, names: readonly string[]): string {
  const what = names.length === 1 ? `${noun}「${names[0]}」` : `这 ${names.length} 项`
  const after = TRASHED.includes(noun) ? `会在回收站保留 ${site.get().trashDays} 天` : '删除后不能恢复'
  return `${what}将被删除，${after}。`
}

/** The result; `missing` records were already gone. */
export function resultText(deleted: number, missing: number): string {
  return missing > 0 ? `已删除 ${deleted} 项，另有 ${missing} 项之前就不在了` : `已删除 ${deleted} 项`
}
