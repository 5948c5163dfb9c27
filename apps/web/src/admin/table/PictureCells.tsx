import { Avatar } from '#ui/Avatar.tsx'
import { Picture } from '#ui/Picture.tsx'
import { openViewer, warmViewer } from '#ui/viewer/open-viewer.ts'
import type { Column, Row } from '../define-resource.ts'
import classes from './Cell.module.css'
import { valueIn } from './cell-text.ts'
import { wholeView } from './whole-view.ts'

type Props = { column: Column; row: Row }

/** Addresses of the pictures in a column. */
export function picturesIn(row: Row, column: Column): string[] {
  const value = valueIn(row, column.key)
  return [value].flat().filter((src): src is string => typeof src === 'string' && src !== '')
}

export function ImageCell({ column, src }: { column: Column; src: string }) {
  const round = column.kind === 'image' && column.round
  return (
    <button
      type="button"
      className={classes.image}
      aria-label={`查看${column.label}`}
      onPointerEnter={warmViewer}
      onClick={() => openViewer({ pictures: [{ src, alt: column.label }], index: 0 })}
    >
      {round ? (
        <Avatar src={src} name="" size={32} decorative />
      ) : (
        <Picture src={src} alt="" width={32} height={32} className={classes.thumb ?? ''} />
      )}
    </button>
  )
}

/** The first picture and how many there are; all of them open above the page. */
export function GalleryCell({ column, row }: Props & { column: Extract<Column, { kind: 'images' }> }) {
  const pictures = picturesIn(row, column)
  if (pictures.length === 0) return <span className={classes.empty}>-</span>
  return (
    <button
      type="button"
      className={classes.image}
      aria-label={`查看 ${pictures.length} 张图片`}
      aria-haspopup="dialog"
      onClick={() => wholeView.set({ column, row })}
    >
      <Picture src={column.cover?.(row) ?? pictures[0]} alt="" width={32} height={32} className={classes.thumb ?? ''} />
      <span aria-hidden>{pictures.length} 张</span>
    </button>
  )
}
