import { cut } from '#ui/cut.ts'
import type { Reading, Row } from '../define-resource.ts'

const NAMED_MAX = 5
const NAME_MAX = 24

/** What a row is called, in few words: comments are named by what they say. */
export function shortName(resource: Pick<Reading, 'nameOf'>, row: Row): string {
  return cut(resource.nameOf(row).replace(/\s+/g, ' '), NAME_MAX)
}

/** 「学习」「校园」等 12 项 */
export function naming(names: readonly string[]): string {
  const named = names
    .slice(0, NAMED_MAX)
    .map((name) => `「${name}」`)
    .join('')
  return names.length > NAMED_MAX ? `${named}等 ${names.length} 项` : named
}
