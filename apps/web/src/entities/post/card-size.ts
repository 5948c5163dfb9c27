/** Computes the size of a note's card before it is rendered, so that the waterfall never jumps (docs/look.md#card). */
import { coverOf } from '@shiliu/contract/media'
import type { Post } from '@shiliu/contract/posts'

/** Pixels; PostCard.module.css uses the same numbers. */
const CARD = { padding: 8, titleSize: 14, titleWeight: 500, titleLine: 20, footer: 36 } as const

const RATIO_MIN = 3 / 4
const RATIO_MAX = 4 / 3

/** Width divided by height of the card's picture: its own ratio between 3:4 and 4:3, or 3:4 when it is unknown. */
export function cardRatio(picture: { width: number | null; height: number | null } | undefined): number {
  if (!picture?.width || !picture.height) return RATIO_MIN
  return Math.min(RATIO_MAX, Math.max(RATIO_MIN, picture.width / picture.height))
}

export type CardSize = { picture: number; lines: 0 | 1 | 2; height: number }

type Measure = (text: string, size: number, weight: number) => number

/** Heights in a column of `width` pixels; `measure` answers the width of a text on one line. */
export function cardSize(post: Pick<Post, 'title' | 'pictures'>, width: number, measure: Measure): CardSize {
  const picture = Math.round(width / cardRatio(coverOf(post.pictures)))
  const lines = post.title === '' ? 0 : measure(post.title, CARD.titleSize, CARD.titleWeight) <= width ? 1 : 2
  return { picture, lines, height: picture + CARD.padding + lines * CARD.titleLine + CARD.footer }
}
