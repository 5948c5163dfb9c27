/** Markup in users' texts: line breaks, mentions, pictures. Never inserted as HTML (docs/api.md#content-markup). */
import { MENTION } from './limits.ts'
import { isVisible, tidy } from './text.ts'

export type Token =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'mention'; nickname: string; userId: string }
  | { kind: 'image'; url: string }

/** Start of an HTML comment or of an element that is dropped with its content. */
const SCRIPT_START = /<(!--|(?:script|style|template|noscript|iframe)\b)/gi
const scriptEnd = (start: string) => (start === '!--' ? /-->/g : new RegExp(`</${start}\\s*>`, 'gi'))
const MARKUP =
  /(?<break><br\b[^>]*>|\r\n|\r|\n|<\/(?:p|div|li|h[1-6])\s*>)|(?<image><img\b[^>]*>)|(?<tag><\/?[a-z][^>]*>?)|\[@(?<nickname>[^[\]:<>\n]{1,40}):(?<userId>[A-Za-z0-9_]{1,15})\]/gi
const SOURCE = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[String(name).toLowerCase()] ?? whole
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
  })
}

function encode(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

/** Removes closed HTML comments and scripts. Searches for a missing end only once, to avoid quadratic time. */
function withoutScripts(source: string): string {
  const endless = new Set<string>()
  let result = ''
  let from = 0
  for (const match of source.matchAll(SCRIPT_START)) {
    const start = match[1]?.toLowerCase() ?? ''
    if (match.index < from || endless.has(start)) continue
    const end = scriptEnd(start)
    end.lastIndex = match.index + match[0].length
    if (end.test(source)) {
      result += source.slice(from, match.index)
      from = end.lastIndex
    } else endless.add(start)
  }
  return result + source.slice(from)
}

/** Drops tags that are not part of the markup, but keeps their inner text. */
export function parseRichText(source: string): Token[] {
  const tokens: Token[] = []
  const addText = (raw: string) => {
    const text = tidy(decode(raw))
    if (text) tokens.push({ kind: 'text', text })
  }
  const input = withoutScripts(source)
  let end = 0
  for (const match of input.matchAll(MARKUP)) {
    addText(input.slice(end, match.index))
    end = match.index + match[0].length
    const { break: lineBreak, image, nickname, userId } = match.groups ?? {}
    if (lineBreak) tokens.push({ kind: 'break' })
    else if (nickname && userId) tokens.push({ kind: 'mention', nickname: tidy(decode(nickname)), userId })
    else if (image) {
      const [, double, single, bare] = SOURCE.exec(image) ?? []
      const url = decode(double ?? single ?? bare ?? '').trim()
      if (url) tokens.push({ kind: 'image', url })
    }
  }
  addText(input.slice(end))
  return tokens
}

/** Returns the canonical form, which is stored. */
export function formatRichText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      // Text that looks like a mention must not become one when it is parsed again.
      if (token.kind === 'text') return encode(token.text).replace(/\[@/g, '&#91;@')
      if (token.kind === 'break') return '<br>'
      if (token.kind === 'mention') return `[@${token.nickname.replace(/[[\]:<>\n]/g, '')}:${token.userId}]`
      return `<img src="${encode(token.url).replace(/"/g, '&quot;')}" alt="评论图片" class="comment-image" />`
    })
    .join('')
}

const isBlank = (token: Token | undefined) => token?.kind === 'text' && !isVisible(token.text)

/** Keeps at most one blank line between lines, trims both ends, also of what is not visible; pictures if `images`. */
export function cleanTokens(source: string, options: { images: boolean }): Token[] {
  const kept: Token[] = []
  for (const token of parseRichText(source)) {
    if (token.kind === 'image' && !options.images) continue
    if (token.kind === 'break') {
      while (isBlank(kept.at(-1))) kept.pop()
      if (kept.length === 0 || (kept.at(-1)?.kind === 'break' && kept.at(-2)?.kind === 'break')) continue
    }
    kept.push(token)
  }
  while (kept.at(-1)?.kind === 'break' || isBlank(kept.at(-1))) kept.pop()
  while (isBlank(kept[0])) kept.shift()
  return kept.map((token, index) => {
    if (token.kind !== 'text') return token
    const start = index === 0 ? token.text.trimStart() : token.text
    return { kind: 'text', text: index === kept.length - 1 ? start.trimEnd() : start }
  })
}

function joinTokens(tokens: readonly Token[], picture: string): string {
  return tokens
    .map((token) => {
      if (token.kind === 'text') return token.text
      if (token.kind === 'mention') return `@${token.nickname}`
      return token.kind === 'break' ? '\n' : picture
    })
    .join('')
}

/** The visible text, for search, excerpts and lengths. A mention becomes `@昵称`. */
export function plainText(tokens: readonly Token[]): string {
  return joinTokens(tokens, '')
}

/** As `plainText`, with `[图片]` for each picture. */
export function textWithPictures(tokens: readonly Token[]): string {
  return joinTokens(tokens, '[图片]')
}

/** Distinct public ids, at most `MENTION.notifiedMax`. */
export function mentionedIds(tokens: readonly Token[]): string[] {
  const ids = new Set(tokens.flatMap((token) => (token.kind === 'mention' ? [token.userId] : [])))
  return [...ids].slice(0, MENTION.notifiedMax)
}

/** Converts the text of an input to the stored form. Mentions in it stay mentions. */
export function fromPlainText(text: string): string {
  return encode(text.replace(/\r\n?/g, '\n')).replace(/\n/g, '<br>')
}
