/** What a cell says, as text. */
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import type { Column, Row } from '../define-resource.ts'
import { dateText } from './date-text.ts'
import { toldOf } from './personality.ts'

export const CUT = { long: 30, rich: 20 } as const

export function valueIn(row: object, key: string): unknown {
  return Reflect.get(row, key)
}

/** Empty where there is nothing to show. */
export function textOf(column: Column, row: Row): string {
  if (column.kind === 'personality') return toldOf(row).join(' · ')
  if (column.kind === 'change') return ''
  const value = valueIn(row, column.key)
  if (value === null || value === undefined) return ''
  switch (column.kind) {
    case 'date':
      return dateText(String(value))
    case 'flag': {
      const [yes, no] = column.words ?? ['是', '否']
      return value ? yes : no
    }
    case 'mapped':
      return column.words[String(value)] ?? String(value)
    case 'rich':
      return richText(String(value))
    case 'list':
      return Array.isArray(value) ? value.join('，') : ''
    case 'images':
    case 'tags':
      return Array.isArray(value) ? String(value.length) : ''
    default:
      return String(value)
  }
}

/** One line; pictures are told by word. */
function richText(source: string): string {
  const tokens = parseRichText(source)
  const pictures = tokens.some((token) => token.kind === 'image') ? '[图片]' : ''
  return [plainText(tokens).replace(/\s+/g, ' ').trim(), pictures].filter(Boolean).join(' ')
}
