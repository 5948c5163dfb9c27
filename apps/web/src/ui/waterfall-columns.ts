/** Columns and gap of the waterfall by the window's width (spec section 9 «Feed columns»). */

type Columns = { columns: number; gap: number }

const STEPS: readonly [from: number, Columns][] = [
  [1200, { columns: 4, gap: 16 }],
  [900, { columns: 4, gap: 15 }],
  [600, { columns: 3, gap: 12 }],
  [0, { columns: 2, gap: 10 }],
]
const NARROWEST: Columns = { columns: 2, gap: 10 }

export function columnsFor(windowWidth: number): Columns {
  return STEPS.find(([from]) => windowWidth >= from)?.[1] ?? NARROWEST
}

/** Whole pixels, so that text and pictures stay sharp. */
export function columnWidth(width: number, { columns, gap }: Columns): number {
  return Math.max(0, Math.floor((width - gap * (columns - 1)) / columns))
}
