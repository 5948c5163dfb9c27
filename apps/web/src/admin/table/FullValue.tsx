import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { picturesOf } from '#entities/text/document.ts'
import { RichText } from '#entities/user/RichText.tsx'
import { openLightbox, preloadLightbox } from '#ui/media/open-lightbox.ts'
import { Picture } from '#ui/media/Picture.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import type { Column, Row } from '../define-resource.ts'
import { Cell, openedCell, pictureUrls, UserCell } from './Cell.tsx'
import { ChangeList } from './ChangeList.tsx'
import { cellText, cellValue, personalityOf } from './cell-text.ts'
import classes from './FullValue.module.css'

/** Kinds whose dialog is narrow: lists of short values. */
const NARROW = new Set<Column['kind']>(['tags', 'personality', 'list'])

const close = () => openedCell.set(null)

export function FullValueDialog() {
  const cell = openedCell.use()
  // Keeps the value while the dialog fades out.
  const [shown, setShown] = useState(cell)
  if (cell && cell !== shown) setShown(cell)
  useEffect(() => close, [])
  if (!shown) return null
  const width = NARROW.has(shown.column.kind) ? 420 : 560
  return (
    <DialogFrame opened={cell !== null} onClose={close} title={shown.column.label} width={width}>
      <FullValue {...shown} />
    </DialogFrame>
  )
}

type Props = { column: Column; row: Row }

/** A value without truncation, for dialogs. */
export function FullValue({ column, row }: Props) {
  const text = cellText(column, row)
  switch (column.kind) {
    case 'text':
    case 'longText':
      return text ? <p className={classes.text}>{text}</p> : <Cell column={column} row={row} />
    case 'rich':
      return text ? <FullText column={column} row={row} /> : <Cell column={column} row={row} />
    case 'images':
      return <Gallery pictures={pictureUrls(row, column)} label={column.label} />
    case 'tags':
      return <Tags tags={cellValue(row, column.key)} />
    case 'personality':
      return <Personality row={row} />
    case 'diff':
      return <ChangeList row={row} />
    case 'user':
      return <UserCell column={column} row={row} text={text} card={false} />
    default:
      return <Cell column={column} row={row} />
  }
}

function FullText({ column, row }: { column: Extract<Column, { kind: 'rich' }>; row: Row }) {
  const source = String(cellValue(row, column.key))
  const pictures = picturesOf(source)
  const post = column.post?.(row) ?? null
  return (
    <div className={classes.rich}>
      <p className={classes.text}>
        <RichText source={source} />
      </p>
      {pictures.length > 0 && <Gallery pictures={pictures} label="图片" />}
      {post !== null && (
        <Link className={classes.link} to={paths.post(post, column.comment?.(row))} target="_blank">
          去笔记里看
        </Link>
      )}
    </div>
  )
}

function Gallery({ pictures, label }: { pictures: readonly string[]; label: string }) {
  if (pictures.length === 0) return <p className={classes.nothing}>没有图片</p>
  const all = pictures.map((src, index) => ({ src, alt: `${label} ${index + 1}` }))
  return (
    <ul className={classes.gallery}>
      {all.map(({ src, alt }, index) => (
        <li key={src}>
          <button
            type="button"
            className={classes.picture}
            aria-label={`查看${alt}`}
            onPointerEnter={preloadLightbox}
            onClick={() => openLightbox({ pictures: all, index })}
          >
            <Picture src={src} alt="" width={1} height={1} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Tags({ tags }: { tags: unknown }) {
  const list = Array.isArray(tags) ? (tags as { id: number; name: string }[]) : []
  if (list.length === 0) return <p className={classes.nothing}>该笔记暂无标签</p>
  return (
    <ul className={classes.tags}>
      {list.map(({ id, name }) => (
        <li key={id}>
          <span>{name}</span>
          <span className={classes.id}>ID {id}</span>
        </li>
      ))}
    </ul>
  )
}

function Personality({ row }: { row: Row }) {
  return (
    <dl className={classes.facts}>
      {personalityOf(row).map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-unset={text === '' || undefined}>{text || '未设置'}</dd>
        </div>
      ))}
    </dl>
  )
}
