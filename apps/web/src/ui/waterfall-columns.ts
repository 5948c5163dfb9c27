/** Columns and gap of the waterfall by the window's width (spec section 9 «Feed columns»). */
import { FEED_COLUMNS } from './constants.ts'

type Columns = { columns: number; gap: number }

export function columnsFor(windowWidth: number): Columns {
  const { columns, gap } = FEED_COLUMNS.find(({ from }) => windowWidth >= from) ?? FEED_COLUMNS[3]
  return { columns, gap }
}

/** Whole pixels, so that text and pictures stay sharp. */
export function columnWidth(width: number, { columns, gap }: Columns): number {
  return Math.max(0, Math.floor((width - gap * (columns - 1)) / columns))
}
