/**
 * The little markup that texts of users may hold (wire rule 16): a line break `<br>`, a mention `[@昵称:public_id]`, in
 * comments a picture. Everything else is text. Both sides read it into tokens; nobody ever inserts it as HTML.
 */
import { MENTION } from './limits.ts'
import { tidy } from './text.ts'

export type Token =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'mention'; nickname: string; userId: string }
  | { kind: 'image'; url: string }

/** What begins a piece that is no text, where it ends by `ENDS`. */
const BEGINS = /<(!--|(?:script|style|template|noscript|iframe)\b)/gi
const ENDS = (begun: string) => (begun === '!--' ? /-->/g : new RegExp(`</${begun}\\s*>`, 'gi'))
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

/**
 * A text without its comments and programs; those without an end stay. Looks for an end that is not there once only:
 * looking again from each beginning would take the square of the text's length.
 */
function withoutPrograms(source: string): string {
  const endless = new Set<string>()
  let kept = ''
  let from = 0
  for (const match of source.matchAll(BEGINS)) {
    const begun = match[1]?.toLowerCase() ?? ''
    if (match.index < from || endless.has(begun)) continue
    const ends = ENDS(begun)
    ends.lastIndex = match.index + match[0].length
    if (ends.test(source)) {
      kept += source.slice(from, match.index)
      from = ends.lastIndex
    } else endless.add(begun)
  }
  return kept + source.slice(from)
}

/** Reads a text into tokens. Tags that are not part of the markup are dropped, their inner text stays. */
export function parseRichText(source: string): Token[] {
  const tokens: Token[] = []
  const addText = (raw: string) => {
    const text = tidy(decode(raw))
    if (text) tokens.push({ kind: 'text', text })
  }
  const input = withoutPrograms(source)
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

/** Writes tokens in the one canonical form that is stored. */
export function formatRichText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      // A text that only looks like a mention must not become one when it is read again.
      if (token.kind === 'text') return encode(token.text).replace(/\[@/g, '&#91;@')
      if (token.kind === 'break') return '<br>'
      if (token.kind === 'mention') return `[@${token.nickname.replace(/[[\]:<>\n]/g, '')}:${token.userId}]`
      return `<img src="${encode(token.url).replace(/"/g, '&quot;')}" alt="评论图片" class="comment-image" />`
    })
    .join('')
}

const isBlank = (token: Token | undefined) => token?.kind === 'text' && token.text.trim() === ''

/** Spec section 5 «Content cleaning»: repeated breaks become one, both ends are trimmed, pictures go unless wanted. */
export function cleanTokens(source: string, options: { images: boolean }): Token[] {
  const kept: Token[] = []
  for (const token of parseRichText(source)) {
    if (token.kind === 'image' && !options.images) continue
    if (token.kind === 'break') {
      while (isBlank(kept.at(-1))) kept.pop()
      if (kept.length === 0 || kept.at(-1)?.kind === 'break') continue
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

function words(tokens: readonly Token[], picture: string): string {
  return tokens
    .map((token) => {
      if (token.kind === 'text') return token.text
      if (token.kind === 'mention') return `@${token.nickname}`
      return token.kind === 'break' ? '\n' : picture
    })
    .join('')
}

/** What a person reads: for search, excerpts, lengths. A mention counts as `@昵称`, a picture as nothing. */
export function plainText(tokens: readonly Token[]): string {
  return words(tokens, '')
}

/** As `plainText`, with pictures by word: where nothing may be left out but none can be shown. */
export function toldText(tokens: readonly Token[]): string {
  return words(tokens, '[图片]')
}

/** Public ids mentioned, each once; the first `MENTION.toldMax`, so that no text calls a whole campus. */
export function mentionedIds(tokens: readonly Token[]): string[] {
  const ids = new Set(tokens.flatMap((token) => (token.kind === 'mention' ? [token.userId] : [])))
  return [...ids].slice(0, MENTION.toldMax)
}

/** A plain text, as a person typed it into a field, in the stored form; mention markers in it stay mentions. */
export function fromPlainText(text: string): string {
  return encode(text.replace(/\r\n?/g, '\n')).replace(/\n/g, '<br>')
}
