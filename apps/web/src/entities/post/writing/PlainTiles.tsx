import type { ReactNode } from 'react'
import { PictureTile } from '#entities/picture/PictureTile.tsx'
import type { PictureItem } from '#entities/picture/uploader.ts'
import classes from './PicturesField.module.css'

/** The first picture is the one that lists show. */
export const COVER = '封面'

type TileActions = {
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
          <PictureTile
            item={item}
            index={index}
            badge={index === 0 ? COVER : undefined}
            disabled={disabled}
            actions={actions}
          />
        </li>
      ))}
      {after && <li className={classes.place}>{after}</li>}
    </ul>
  )
}
