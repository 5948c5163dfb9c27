/** Computes the size of a note's card before it is rendered, so that the waterfall never jumps (docs/look.md#card). */
import { coverOf } from '@shiliu/contract/media'
import type { Post } from '@shiliu/contract/posts'
import type { ReactNode } from 'react'
import { truncate } from '#ui/text/truncate.ts'

/** Pixels; PostCard.module.css uses the same numbers. */
const CARD = {
  padding: 8,
  titleSize: 14,
  titleWeight: 500,
  titleLine: 20,
  excerptGap: 4,
  excerptSize: 12,
  excerptWeight: 400,
  excerptLine: 18,
  footer: 36,
} as const
/** Pixels of a text that stands for the picture; TextCover.module.css uses the same numbers. */
const TEXT = { padding: 16, size: 16, weight: 500, line: 26 } as const
/** Lines break before their end: a text needs this much more than its width. */
const BREAKS = 1.1

const RATIO_MIN = 3 / 4
const RATIO_MAX = 4 / 3

/** Width divided by height of the card's picture: its own ratio between 3:4 and 4:3, or 3:4 when it is unknown. */
export function cardRatio(picture: { width: number | null; height: number | null } | undefined): number {
  if (!picture?.width || !picture.height) return RATIO_MIN
  return Math.min(RATIO_MAX, Math.max(RATIO_MIN, picture.width / picture.height))
}

export type CardSize = {
  picture: number
  lines: 0 | 1 | 2
  /** With the gap above it. */
  excerpt: number
  height: number
  /** The text in place of the picture; null where there is one. */
  cover: { text: string; lines: number } | null
}

type Measure = (text: string, size: number, weight: number) => number
type Sized = Pick<Post, 'title' | 'content' | 'pictures'>

const COVER_MAX = 100
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', '#91': '[' }

/** What stands on the cover of a note without pictures. Reads the stored form: the parser is not in the first load. */
export function coverText({ title, content }: Pick<Post, 'title' | 'content'>): string {
  const text = content
    .replace(/<[^>]*>/g, ' ')
    .replace(/\[@([^[\]:<>\n]+):\w+\]/g, '@$1')
    .replace(/&(amp|lt|gt|#91);/g, (whole, name) => ENTITIES[name] ?? whole)
  return truncate(text.replace(/\s+/g, ' ').trim(), COVER_MAX) || title
}

/** What a list shows of its own on a card, such as the words that a search has found. */
export type CardExtras = {
  title?: ReactNode
  author?: ReactNode
  /** Instead of the beginning of the text, where there is no picture. */
  cover?: { text: string; content: ReactNode } | null
  /** Below the title, in one line or two. */
  excerpt?: { text: string; content: ReactNode } | null
  /** Above the picture. */
  badge?: ReactNode
  /** At the top of this list. */
  pinned?: true
}

/** Heights in a column of `width` pixels; `measure` answers the width of a text on one line. */
export function cardSize(post: Sized, width: number, measure: Measure, extras?: CardExtras): CardSize {
  const picture = coverOf(post.pictures)
  const cover = picture ? null : (extras?.cover?.text ?? coverText(post))
  const pictureHeight = Math.round(cover === null ? width / cardRatio(picture) : textHeight(cover, width, measure))
  const excerpt = extras?.excerpt ? excerptHeight(extras.excerpt.text, width, measure) : 0
  const lines = post.title === '' ? 0 : measure(post.title, CARD.titleSize, CARD.titleWeight) <= width ? 1 : 2
  return {
    picture: pictureHeight,
    lines,
    excerpt,
    height: pictureHeight + CARD.padding + lines * CARD.titleLine + excerpt + CARD.footer,
    cover: cover === null ? null : { text: cover, lines: Math.floor((pictureHeight - 2 * TEXT.padding) / TEXT.line) },
  }
}

function excerptHeight(text: string, width: number, measure: Measure): number {
  const lines = measure(text, CARD.excerptSize, CARD.excerptWeight) * BREAKS <= width ? 1 : 2
  return CARD.excerptGap + lines * CARD.excerptLine
}

/** As high as the text needs, within the ratios of pictures. */
function textHeight(text: string, width: number, measure: Measure): number {
  const line = Math.max(1, width - 2 * TEXT.padding)
  const lines = Math.ceil((measure(text, TEXT.size, TEXT.weight) * BREAKS) / line)
  return Math.min(width / RATIO_MIN, Math.max(width / RATIO_MAX, lines * TEXT.line + 2 * TEXT.padding))
}
