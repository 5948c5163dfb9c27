/** What watched words do to the texts that users send: refuse, review, mask or flag (docs/product.md#watched-words). */
import type { WordAction } from '@shiliu/contract/admin/words'
import { WATCHED_WORD } from '@shiliu/contract/limits'
import { MODERATION } from '@shiliu/contract/moderation'
import { cleanTokens, formatRichText, type Token } from '@shiliu/contract/rich-text'
import { length } from '@shiliu/contract/rules'
import type { Ctx } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import { type Decision, SITE } from './history.service.ts'
import type { Found } from './word-matcher.ts'
import type { Word } from './words.service.ts'

type Finding = { word: string; action: WordAction; field: string }

/** Checks the fields of one text, one call for each. */
export type WordCheck = {
  /** A plain text, with masked words. Throws `invalid_input` where it has a word that is refused. */
  line(field: string, text: string): string
  /** As `line`, for markup. */
  markup(field: string, source: string): string
  /** Of all fields so far, without what was only masked. */
  findings: readonly Finding[]
}

/** Begins the check of one text with the words in force. */
export function checkWords({ words }: Ctx): WordCheck {
  const findings: Finding[] = []
  function note(field: string, found: Found<Word>[]) {
    if (found.some(({ word }) => word.action === 'refuse')) {
      throw new AppError('invalid_input', { field, message: REFUSED[field] ?? '里面有不能发布的内容，请修改后再试' })
    }
    for (const { word } of found) {
      const isKnown = findings.some((one) => one.word === word.word && one.field === field)
      if (!isKnown && word.action !== 'mask') findings.push({ word: word.word, action: word.action, field })
    }
  }
  return {
    findings,
    line(field, text) {
      const found = words.current(text)
      note(field, found)
      return maskLine(text, found)
    },
    markup(field, source) {
      const tokens = cleanTokens(source, { images: true })
      const found = words.current(shown(tokens))
      note(field, found)
      return found.some(isMasked) ? formatRichText(maskTokens(tokens, found)) : source
    },
  }
}

const REFUSED: Readonly<Record<string, string>> = {
  title: '标题里有不能发布的内容，请修改后再试',
  content: '正文里有不能发布的内容，请修改后再试',
  tags: '标签里有不能发布的内容，请修改后再试',
  nickname: '这个昵称不能使用，请换一个',
  bio: '个人简介里有不能发布的内容，请修改后再试',
  major: '专业里有不能发布的内容，请修改后再试',
  interests: '兴趣爱好里有不能发布的内容，请修改后再试',
}

const isMasked = ({ word }: Found<Word>) => word.action === 'mask'

/** What a text would look like, and which words were found in it; for moderators, who may see the list. */
export function tryWords({ words }: Ctx, text: string): { masked: string; found: Word[] } {
  const found = words.current(text)
  const unique = new Map(found.map(({ word }) => [word.word, word]))
  return { masked: maskLine(text, found), found: [...unique.values()] }
}

function maskLine(text: string, found: Found<Word>[]): string {
  let result = ''
  let from = 0
  for (const { start, end } of rangesOf(found)) {
    result += text.slice(from, start) + maskOf(text.slice(start, end))
    from = end
  }
  return result + text.slice(from)
}

/** Never longer than what it replaces. */
const maskOf = (text: string) => Array.from(WATCHED_WORD.mask).slice(0, length(text)).join('')

/** Where masked words are, in order; those that overlap are one. */
function rangesOf(found: Found<Word>[]): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = []
  for (const { start, end } of found.filter(isMasked).toSorted((a, b) => a.start - b.start)) {
    const last = ranges.at(-1)
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else ranges.push({ start, end })
  }
  return ranges
}

/** What a reader sees, with one place for each break and picture. */
const shownText = (token: Token): string => {
  if (token.kind === 'text') return token.text
  return token.kind === 'mention' ? `@${token.nickname}` : '\n'
}
const shown = (tokens: readonly Token[]) => tokens.map(shownText).join('')

/** Of a word that spans tokens each part is masked; breaks and pictures stay. */
function maskTokens(tokens: readonly Token[], found: Found<Word>[]): Token[] {
  const ranges = rangesOf(found)
  let at = 0
  return tokens.map((token) => {
    const text = shownText(token)
    const start = at
    at += text.length
    const inside = ranges.flatMap((range) => {
      const part = { start: Math.max(range.start - start, 0), end: Math.min(range.end - start, text.length) }
      return part.start < part.end ? [{ word: MASKED, ...part }] : []
    })
    if (inside.length === 0) return token
    if (token.kind === 'text') return { kind: 'text', text: maskLine(text, inside) }
    return token.kind === 'mention' ? { ...token, nickname: maskLine(text, inside).replace(/^@/, '') } : token
  })
}

const MASKED: Word = { word: '', action: 'mask', whole: false }

const NAMED = '敏感词：'

/** A reason of `submissionFor` without the words, for who may not read the list. */
export const withoutWords = (reason: string | null) => (reason?.startsWith(NAMED) ? '敏感词' : reason)

/** The decision that sends a text to review for the words that were found in it; null where none asks for it. */
export function submissionFor({ findings }: WordCheck): Decision | null {
  const words = new Set(findings.flatMap(({ word, action }) => (action === 'review' ? [word] : [])))
  if (words.size === 0) return null
  const reason = Array.from(`${NAMED}${[...words].join('、')}`)
    .slice(0, MODERATION.reasonMax)
    .join('')
  return { actor: SITE, action: 'submit', reason }
}
