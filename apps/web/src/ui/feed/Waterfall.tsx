import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type FocusEvent,
  type Key,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { BREAKPOINTS } from '#ui/breakpoints.ts'
import classes from './Waterfall.module.css'

const OVERSCAN = 2
/** Pixels below the screen with cards before the first scroll: browsers fetch lazy pictures from much further away. */
const BELOW_SCREEN = 120
/** Items that identify a list: pages added at the end keep them. */
const HEAD = 20

export type CardLayout = {
  width: number
  index: number
  /** Visible on arrival: its picture should load at once. */
  first: boolean
}

type Props<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => Key & (string | number)
  /** Pixels of the card in a column of that width. Must be exact: cards are positioned by it. */
  heightOf: (item: Item, width: number) => number
  renderCard: (item: Item, layout: CardLayout) => ReactNode
  label: string
  /** Pixels to scroll to when first shown, e.g. after going back. */
  scrollTo?: number | undefined
}

/** Cards in columns, each under the shortest one; only those near the viewport are in the document. */
export function Waterfall<Item>(props: Props<Item>) {
  const [ref, rect] = useElementRect()
  return (
    <div ref={ref} className={classes.waterfall}>
      {rect && <Columns {...props} rect={rect} />}
    </div>
  )
}

function Columns<Item>(props: Props<Item> & { rect: ElementRect }) {
  const { items, keyOf, heightOf, renderCard, label, scrollTo, rect } = props
  const layout = columnsFor(rect.windowWidth)
  const width = columnWidth(rect.width, layout)

  // The focused card stays in the document when it is scrolled out of sight.
  const [focused, setFocused] = useState<number | null>(null)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const visible = defaultRangeExtractor(range)
      if (focused === null || focused >= range.count || visible.includes(focused)) return visible
      return [...visible, focused].sort((a, b) => a - b)
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
    scrollMargin: rect.top,
    initialOffset: () => scrollTo ?? window.scrollY,
    estimateSize(index) {
      const item = items[index]
      return item === undefined ? 0 : heightOf(item, width)
    },
    getItemKey: keyAt,
    rangeExtractor,
  })

  // The virtualizer caches the column of each index; another list or width needs a new layout.
  const head = items.slice(0, HEAD).map(keyOf).join()
  const laidOut = useRef({ head, width })
  useLayoutEffect(() => {
    const previous = laidOut.current
    if (previous.head === head && previous.width === width) return
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

  const scrolled = useScrolled(Boolean(scrollTo))
  const end = window.innerHeight + BELOW_SCREEN
  const cards = virtualizer.getVirtualItems().filter(({ start }) => scrolled || start < end)

  const total = { '--cards-height': `${virtualizer.getTotalSize()}px` } as CSSProperties
  return (
    <ul className={classes.cards} style={total} aria-label={label} onFocus={keepFocused}>
      {cards.map(({ key, index, lane, start, size }) => {
        const item = items[index]
        if (item === undefined) return null
        const variables = {
          '--card-x': `${lane * (width + layout.gap)}px`,
          '--card-y': `${start - rect.top}px`,
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
            {renderCard(item, { width, index, first: start < window.innerHeight })}
          </li>
        )
      })}
    </ul>
  )
}

/** Whether the page is scrolled, or about to be, for the first time. */
function useScrolled(before: boolean): boolean {
  const [scrolled, setScrolled] = useState(() => before || window.scrollY > 0)
  useEffect(() => {
    const note = () => setScrolled(true)
    window.addEventListener('scroll', note, { passive: true, once: true })
    return () => window.removeEventListener('scroll', note)
  }, [])
  return scrolled
}

type ElementRect = {
  width: number
  windowWidth: number
  /** Pixels from the top of the document. */
  top: number
}

function useElementRect(): [(node: HTMLElement | null) => void, ElementRect | null] {
  const [node, setNode] = useState<HTMLElement | null>(null)
  const [rect, setRect] = useState<ElementRect | null>(null)

  useLayoutEffect(() => {
    if (!node) return
    function measure(element: HTMLElement) {
      const { width, top } = element.getBoundingClientRect()
      // A hidden ancestor reports no width; keep the last one.
      if (width === 0) return
      const next = { width: Math.floor(width), windowWidth: window.innerWidth, top: Math.round(top + window.scrollY) }
      setRect((current) => {
        const same =
          current?.width === next.width && current.windowWidth === next.windowWidth && current.top === next.top
        return same ? current : next
      })
    }
    measure(node)
    const observer = new ResizeObserver(() => measure(node))
    observer.observe(node)
    // Content that grows above the element moves it without resizing it.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [node])

  return [setNode, rect]
}

const FEED_COLUMNS = [
  { from: BREAKPOINTS.wide, columns: 4, gap: 16 },
  { from: BREAKPOINTS.columns, columns: 4, gap: 15 },
  { from: BREAKPOINTS.cards, columns: 3, gap: 12 },
  { from: 0, columns: 2, gap: 10 },
] as const

type Columns = { columns: number; gap: number }

export function columnsFor(windowWidth: number): Columns {
  const { columns, gap } = FEED_COLUMNS.find(({ from }) => windowWidth >= from) ?? FEED_COLUMNS[3]
  return { columns, gap }
}

/** Whole pixels, so that text and pictures stay sharp. */
export function columnWidth(width: number, { columns, gap }: Columns): number {
  return Math.max(0, Math.floor((width - gap * (columns - 1)) / columns))
}
