import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type FocusEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Place } from './use-place.ts'
import classes from './Waterfall.module.css'
import type { WaterfallProps } from './Waterfall.tsx'
import { columnsFor, columnWidth } from './waterfall-columns.ts'

/** Rows kept above and below the screen. */
const OVERSCAN = 2
const FIRST_ROWS = 2
/** Another list is told by its first cards; pages added at the end leave them. */
const HEAD = 20

export function WaterfallLanes<Item>(props: WaterfallProps<Item> & { place: Place }) {
  const { items, keyOf, heightOf, renderCard, label, scrollTo, place } = props
  const layout = columnsFor(place.windowWidth)
  const width = columnWidth(place.width, layout)

  // The card with the focus stays in the document when it is scrolled out of sight.
  const [focused, setFocused] = useState<number | null>(null)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      if (focused === null || focused >= range.count || shown.includes(focused)) return shown
      return [...shown, focused].sort((a, b) => a - b)
    },
    [focused],
  )

  const keyAt = useCallback(
    (index: number) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    [items, keyOf],
  )

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    lanes: layout.columns,
    gap: layout.gap,
    overscan: OVERSCAN,
    scrollMargin: place.top,
    initialOffset: () => scrollTo ?? window.scrollY,
    estimateSize(index) {
      const item = items[index]
      return item === undefined ? 0 : heightOf(item, width)
    },
    getItemKey: keyAt,
    rangeExtractor,
  })

  // The virtualizer remembers which column each index is in; other cards or another width mean a new layout.
  const head = items.slice(0, HEAD).map(keyOf).join()
  const laidOut = useRef({ head, width })
  useLayoutEffect(() => {
    const before = laidOut.current
    if (before.head === head && before.width === width) return
    laidOut.current = { head, width }
    virtualizer.measure()
  }, [virtualizer, head, width])

  useLayoutEffect(() => {
    if (scrollTo !== undefined) window.scrollTo({ top: scrollTo, behavior: 'instant' })
  }, [scrollTo])

  function keepFocused(event: FocusEvent<HTMLElement>) {
    const index = Number(event.target.closest<HTMLElement>('[data-index]')?.dataset.index)
    setFocused(Number.isInteger(index) ? index : null)
  }

  const total = { '--cards-height': `${virtualizer.getTotalSize()}px` } as CSSProperties
  return (
    <ul className={classes.cards} style={total} aria-label={label} onFocus={keepFocused}>
      {virtualizer.getVirtualItems().map(({ key, index, lane, start, size }) => {
        const item = items[index]
        if (item === undefined) return null
        const variables = {
          '--card-x': `${lane * (width + layout.gap)}px`,
          '--card-y': `${start - place.top}px`,
          '--card-width': `${width}px`,
          '--card-height': `${size}px`,
        } as CSSProperties
        return (
          <li
            key={String(key)}
            className={classes.card}
            style={variables}
            data-index={index}
            aria-setsize={items.length}
            aria-posinset={index + 1}
          >
            {renderCard(item, { width, index, first: index < layout.columns * FIRST_ROWS })}
          </li>
        )
      })}
    </ul>
  )
}
