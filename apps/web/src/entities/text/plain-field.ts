/** The same text as it stands in a plain field: lines, and mentions as their markers. */
import { cleanTokens, parseRichText, plainText, type Token } from '@shiliu/contract/rich-text'
import { length } from '@shiliu/contract/rules'

function typedForm(token: Token): string {
  if (token.kind === 'text') return token.text
  if (token.kind === 'mention') return `[@${token.nickname}:${token.userId}]`
  return token.kind === 'break' ? '\n' : ''
}

/** A stored text as it was typed: what `fromPlainText` turns back into the same. */
export function toTyped(source: string): string {
  return parseRichText(source).map(typedForm).join('')
}

/** Where the editor's caret belongs that stood at `offset` of the typed form; within a marker, behind the mention. */
export function positionOf(source: string, offset: number): number {
  // The document's first line begins behind its opening; each line's end and the next one's opening count one.
  let position = 1
  let left = offset
  for (const token of parseRichText(source)) {
    const size = typedForm(token).length
    if (left <= 0) break
    if (token.kind === 'text') position += Math.min(left, size)
    else if (token.kind !== 'image') position += token.kind === 'break' ? 2 : 1
    left -= size
  }
  return position
}

/** Characters that count, as the server counts them: of the text as it will be kept. */
export function textLength(source: string): number {
  return length(plainText(cleanTokens(source, { images: false })))
}

/** On one line, for where there is no room for more. */
export function oneLine(source: string): string {
  return plainText(parseRichText(source)).replace(/\s+/g, ' ').trim()
}
