/** A user's text as plain text: in a textarea, where mentions are their markup, as a length, as one line. */
import { cleanTokens, parseRichText, plainText, type Token } from '@shiliu/contract/rich-text'
import { length } from '@shiliu/contract/rules'
import { isVisible } from '@shiliu/contract/text'
import { truncate } from '#ui/text/truncate.ts'

function tokenText(token: Token): string {
  if (token.kind === 'text') return token.text
  if (token.kind === 'mention') return `[@${token.nickname}:${token.userId}]`
  return token.kind === 'break' ? '\n' : ''
}

/** The inverse of `fromPlainText` of the contract. */
export function toPlainField(source: string): string {
  return parseRichText(source).map(tokenText).join('')
}

/** Converts an offset in the plain field to an editor position; inside a mention's markup to the position behind it. */
export function toEditorPosition(source: string, offset: number): number {
  // ProseMirror counts a paragraph's start and end: position 1 is the first line's start, a line break takes two.
  let position = 1
  let left = offset
  for (const token of parseRichText(source)) {
    const size = tokenText(token).length
    if (left <= 0) break
    if (token.kind === 'text') position += Math.min(left, size)
    else if (token.kind !== 'image') position += token.kind === 'break' ? 2 : 1
    left -= size
  }
  return position
}

/** Length in characters as the server counts it, after its clean-up. */
export function textLength(source: string): number {
  return length(plainText(cleanTokens(source, { images: false })))
}

/** Empty where nothing of it is visible. */
export function oneLine(source: string): string {
  const text = plainText(parseRichText(source))
  return isVisible(text) ? text.replace(/\s+/g, ' ').trim() : ''
}

const EXCERPT_LENGTH = 100

export function excerpt(source: string): string {
  return truncate(oneLine(source), EXCERPT_LENGTH)
}
