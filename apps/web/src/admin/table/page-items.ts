/** A page number, or the gap where some are left out. */
export type PageItem = number | 'gap-before' | 'gap-after'

const SHOWN = 7

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/**
 * What the page bar offers: up to seven pages all of them, otherwise the first, the last and those around the current
 * one, always seven places so that the bar does not jump (spec section 9 «Admin table»).
 */
export function pageItems(current: number, pages: number): PageItem[] {
  if (pages <= SHOWN) return span(1, pages)
  if (current <= 4) return [...span(1, 5), 'gap-after', pages]
  if (current >= pages - 3) return [1, 'gap-before', ...span(pages - 4, pages)]
  return [1, 'gap-before', ...span(current - 1, current + 1), 'gap-after', pages]
}
