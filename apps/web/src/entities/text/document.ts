// Converts a text between its stored form (contract/rich-text.ts) and the editor's document: a paragraph per line, a
// mention as one atom. Lossless both ways but for pictures, which the editor does not show.
import { formatRichText, parseRichText, type Token } from '@shiliu/contract/rich-text'

export type Mention = { userId: string; nickname: string }

type InlineJson =
  | { type: 'text'; text: string }
  | { type: 'mention'; attrs: { id: string; label: string } }
  /** Inserted by some on-screen keyboards for a new line. */
  | { type: 'hardBreak' }
type LineJson = { type: 'paragraph'; content?: InlineJson[] }
export type DocumentJson = { type: 'doc'; content: LineJson[] }

export function mentionJson({ userId, nickname }: Mention): InlineJson {
  return { type: 'mention', attrs: { id: userId, label: nickname } }
}

/** A line of plain text: markup in it stays text. */
export function lineJson(text: string): LineJson {
  return text ? { type: 'paragraph', content: [{ type: 'text', text }] } : { type: 'paragraph' }
}

export function toDocument(source: string): DocumentJson {
  const lines: InlineJson[][] = [[]]
  for (const token of parseRichText(source)) {
    if (token.kind === 'break') lines.push([])
    else if (token.kind === 'text') lines.at(-1)?.push({ type: 'text', text: token.text })
    else if (token.kind === 'mention') lines.at(-1)?.push(mentionJson(token))
  }
  const content = lines.map((line): LineJson => ({ type: 'paragraph', ...(line.length > 0 && { content: line }) }))
  return { type: 'doc', content }
}

export function toMarkup({ content }: DocumentJson): string {
  const tokens = content.flatMap(({ content: line = [] }, index): Token[] => [
    ...(index > 0 ? [{ kind: 'break' } as const] : []),
    ...line.map(toToken),
  ])
  return formatRichText(tokens)
}

function toToken(node: InlineJson): Token {
  if (node.type === 'text') return { kind: 'text', text: node.text }
  if (node.type === 'hardBreak') return { kind: 'break' }
  return { kind: 'mention', userId: node.attrs.id, nickname: node.attrs.label }
}

/** The canonical stored form of a text, without its pictures. */
export function canonical(source: string): string {
  return toMarkup(toDocument(source))
}

/** Appends pictures to a text, as comments store them. */
export function withPictures(source: string, urls: readonly string[]): string {
  return source + formatRichText(urls.map((url) => ({ kind: 'image', url })))
}

export function picturesOf(source: string): string[] {
  return [...new Set(parseRichText(source).flatMap((token) => (token.kind === 'image' ? [token.url] : [])))]
}
