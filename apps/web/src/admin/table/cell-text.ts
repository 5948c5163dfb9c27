/** Cells as text, and the layout of their columns. */
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import type { Personality } from '../define-column.ts'
import type { Column, Row } from '../define-resource.ts'

/** Characters shown in the table, by kind of cell, unless the column says otherwise. */
export const MAX_LENGTH = { long: 30, rich: 20, user: 15 } as const

/** Kinds of columns that are as narrow as possible; text columns share the remaining width. */
const NARROW = new Set<Column['kind']>(['date', 'flag', 'enum', 'image', 'images', 'tags'])

/** Numbers, and links that show a number. */
export function isNumeric(column: Column): boolean {
  return column.kind === 'number' || ('numeric' in column && column.numeric === true)
}

export function cellProps(column: Column) {
  const numeric = isNumeric(column)
  return { 'data-numeric': numeric || undefined, 'data-tight': numeric || NARROW.has(column.kind) || undefined }
}

export function cellValue(row: object, key: string): unknown {
  return Reflect.get(row, key)
}

/** The text of a cell, '' if there is nothing to show. */
export function cellText(column: Column, row: Row): string {
  if (column.kind === 'diff') return ''
  if (column.kind === 'personality') {
    return personalityOf(row)
      .flatMap(({ text }) => text || [])
      .join(' · ')
  }
  const value = cellValue(row, column.key)
  if (value === null || value === undefined) return ''
  switch (column.kind) {
    case 'date':
      return dateText(String(value))
    case 'flag': {
      const [yes, no] = column.labels ?? ['是', '否']
      return value ? yes : no
    }
    case 'enum':
      return column.labels[String(value)] ?? String(value)
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

/** The text in one line, with a word for its pictures. */
function richText(source: string): string {
  const tokens = parseRichText(source)
  const pictures = tokens.some((token) => token.kind === 'image') ? '[图片]' : ''
  return [plainText(tokens).replace(/\s+/g, ' ').trim(), pictures].filter(Boolean).join(' ')
}

const dateFormat = new Intl.DateTimeFormat('zh-CN', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** For example 2025/09/09 08:30, in the local time zone; '-' for an invalid date. */
function dateText(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '-' : dateFormat.format(date)
}

export const PERSONALITY: readonly [keyof Personality, label: string][] = [
  ['gender', '性别'],
  ['zodiac_sign', '星座'],
  ['mbti', 'MBTI'],
  ['education', '学历'],
  ['major', '专业'],
  ['interests', '兴趣爱好'],
]

/** The personality fields of a row; the text of an unset one is ''. */
export function personalityOf(row: object): { label: string; text: string }[] {
  return PERSONALITY.map(([key, label]) => {
    const value = cellValue(row, key)
    return { label, text: Array.isArray(value) ? value.join('，') : String(value ?? '') }
  })
}
