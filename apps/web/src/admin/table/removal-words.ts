/** What the question before a deletion says (spec section 2: the impact comes from the server). */
import type { Impact } from '@shiliu/contract/admin/resource'

const listed = (parts: Impact) => parts.map(({ noun, count }) => `${noun} ${count}`).join('、')

/** Why `what` cannot be deleted; null where it can. */
export function obstacleOf(what: string, impact: Impact): string | null {
  const blocking = impact.filter(({ fate }) => fate === 'blocks')
  return blocking.length > 0 ? `${what}还有${listed(blocking)}，先处理它们才能删除。` : null
}

/** The question itself; several are named in a list of their own. */
export function leadOf(noun: string, names: readonly string[]): string {
  const what = names.length === 1 ? `${noun}「${names[0]}」` : `这 ${names.length} 项`
  return `${what}将被删除，删除后不能恢复。`
}

/** How many went, and that some were gone before. */
export function doneOf(deleted: number, missing: number): string {
  return missing > 0 ? `已删除 ${deleted} 项，另有 ${missing} 项之前就不在了` : `已删除 ${deleted} 项`
}
