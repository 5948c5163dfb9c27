import type { ReactNode } from 'react'
import classes from './PicturesField.module.css'
import { PictureTile } from './PictureTile.tsx'
import type { PictureItem } from './uploader.ts'

export type TileActions = {
  remove: (id: string) => void
  retry: (id: string) => void
  move: (id: string, overId: string) => void
}

export type TilesProps = {
  items: readonly PictureItem[]
  disabled: boolean
  actions: TileActions
  /** The last tile, to add more. */
  after: ReactNode
}

/** The pictures while putting them in order is not possible: one alone, or before that code is there. */
export function PlainTiles({ items, disabled, actions, after }: TilesProps) {
  return (
    <ul className={classes.tiles}>
      {items.map((item, index) => (
        <li key={item.id} className={classes.place}>
          <PictureTile item={item} index={index} disabled={disabled} actions={actions} />
        </li>
      ))}
      {after && <li className={classes.place}>{after}</li>}
    </ul>
  )
}
