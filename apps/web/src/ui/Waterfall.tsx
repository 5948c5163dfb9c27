import type { Key, ReactNode } from 'react'
import { usePlace } from './use-place.ts'
import classes from './Waterfall.module.css'
import { WaterfallLanes } from './WaterfallLanes.tsx'

export type CardPlace = {
  /** Pixels of a column. */
  width: number
  index: number
  /** In sight on arrival: its picture should load at once. */
  first: boolean
}

export type WaterfallProps<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => Key & (string | number)
  /** Pixels of the card in a column of that width; must be exact, for it is the card's height. */
  heightOf: (item: Item, width: number) => number
  renderCard: (item: Item, place: CardPlace) => ReactNode
  label: string
  /** Pixels to scroll to when first shown, e.g. on going back. */
  scrollTo?: number | undefined
}

/**
 * Cards in columns, each under the shortest one. Heights are known beforehand, so nothing jumps, and only the cards near
 * the screen are in the document, however many there are.
 */
export function Waterfall<Item>(props: WaterfallProps<Item>) {
  const [ref, place] = usePlace()
  return (
    <div ref={ref} className={classes.waterfall}>
      {place && <WaterfallLanes {...props} place={place} />}
    </div>
  )
}
