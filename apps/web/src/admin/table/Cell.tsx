import { parseRichText } from '@shiliu/contract/rich-text'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { cardTrigger } from '#entities/user/card/user-card.ts'
import { Avatar } from '#ui/media/Avatar.tsx'
import { openLightbox, preloadLightbox } from '#ui/media/open-lightbox.ts'
import { Picture } from '#ui/media/Picture.tsx'
import { createStore } from '#ui/state/store.ts'
import { truncate } from '#ui/text/truncate.ts'
import type { Column, Row } from '../define-resource.ts'
import { changesOf, summaryOf } from './audit-changes.ts'
import classes from './Cell.module.css'
import { cellText, cellValue, MAX_LENGTH } from './cell-text.ts'

type Props = { column: Column; row: Row }
type ColumnOfKind<Kind extends Column['kind']> = Extract<Column, { kind: Kind }>
type LinkProps<Kind extends Column['kind']> = { column: ColumnOfKind<Kind>; row: Row; text: string }

/** The cell whose full value is shown in FullValueDialog. */
export const openedCell = createStore<Props | null>(null)

/** A value in one line, '-' if there is none. */
export function Cell({ column, row }: Props) {
  const text = cellText(column, row)
  switch (column.kind) {
    case 'tags':
      return <OpenButton column={column} row={row} text={`${text || 0} 个`} muted={!Number(text)} />
    case 'personality':
      return <OpenButton column={column} row={row} text={truncate(text || '未设置', MAX_LENGTH.rich)} muted={!text} />
    case 'diff':
      return <OpenButton column={column} row={row} text={truncate(summaryOf(changesOf(row)), MAX_LENGTH.rich)} />
  }
  if (text === '') return <span className={classes.empty}>-</span>
  switch (column.kind) {
    case 'date':
      return <time dateTime={String(cellValue(row, column.key))}>{text}</time>
    case 'flag':
      return (
        <span className={classes.flag} data-normal={Boolean(cellValue(row, column.key)) === (column.normal ?? true)}>
          {text}
        </span>
      )
    case 'longText': {
      const short = truncate(text, column.max ?? MAX_LENGTH.long)
      return short === text ? <LongText text={text} /> : <OpenButton column={column} row={row} text={short} />
    }
    case 'rich': {
      const short = truncate(text, column.max ?? MAX_LENGTH.rich)
      if (short !== text || !isPlain(row, column)) return <OpenButton column={column} row={row} text={short} />
      return column.post ? <NoteCell column={column} row={row} text={text} /> : <LongText text={text} />
    }
    case 'image':
      return <ImageCell column={column} src={text} />
    case 'images':
      return <GalleryCell column={column} row={row} />
    case 'number':
      return <NumberCell column={column} row={row} text={text} />
    case 'user':
      return <UserCell column={column} row={row} text={truncate(text, MAX_LENGTH.user)} />
    case 'note':
      return <NoteCell column={column} row={row} text={text} />
    default:
      return (
        <span className={classes.text} title={text}>
          {text}
        </span>
      )
  }
}

function isPlain(row: Row, column: ColumnOfKind<'rich'>): boolean {
  return parseRichText(String(cellValue(row, column.key))).every((token) => token.kind === 'text')
}

function LongText({ text }: { text: string }) {
  return (
    <span className={classes.long} title={text}>
      {text}
    </span>
  )
}

function OpenButton({ column, row, text, muted }: Props & { text: string; muted?: boolean }) {
  return (
    <button
      type="button"
      className={classes.open}
      data-muted={muted || undefined}
      title={`查看${column.label}`}
      aria-haspopup="dialog"
      onClick={() => openedCell.set({ column, row })}
    >
      {text}
    </button>
  )
}

/** Leads to the rows that it counts, if there are any. */
function NumberCell({ column, row, text }: LinkProps<'number'>) {
  const to = text === '0' ? null : (column.to?.(row) ?? null)
  if (to === null) return <span className={classes.text}>{text}</span>
  return (
    <Link className={classes.link} to={to} aria-label={`${column.label} ${text}，查看`}>
      {text}
    </Link>
  )
}

/** A link to everything about the user, with a card on hover, without the follow button of community accounts. */
export function UserCell({ column, row, text, card = true }: LinkProps<'user'> & { card?: boolean }) {
  const account = column.account(row)
  return (
    <Link
      {...(card && cardTrigger(account, { follow: false }))}
      className={classes.link}
      to={paths.adminUser(column.id(row))}
      aria-label={text.endsWith('…') ? account : undefined}
    >
      {text}
    </Link>
  )
}

/** A link to a note or to a comment in it; plain text for a draft, which has no page. */
function NoteCell({ column, row, text }: LinkProps<'note' | 'rich'>) {
  const post = column.post?.(row) ?? null
  if (post === null) {
    return (
      <span className={classes.text} title={text}>
        {text}
      </span>
    )
  }
  return (
    <Link
      className={classes.link}
      data-long={column.kind === 'rich' || undefined}
      to={paths.post(post, column.comment?.(row))}
      target="_blank"
      title={text}
    >
      {text}
    </Link>
  )
}

function ImageCell({ column, src }: { column: ColumnOfKind<'image'>; src: string }) {
  return (
    <button
      type="button"
      className={classes.image}
      aria-label={`查看${column.label}`}
      onPointerEnter={preloadLightbox}
      onClick={() => openLightbox({ pictures: [{ src, alt: column.label }], index: 0 })}
    >
      {column.round ? <Avatar src={src} name="" size={32} decorative /> : <Thumb src={src} />}
    </button>
  )
}

function GalleryCell({ column, row }: { column: ColumnOfKind<'images'>; row: Row }) {
  const pictures = pictureUrls(row, column)
  if (pictures.length === 0) return <span className={classes.empty}>-</span>
  return (
    <button
      type="button"
      className={classes.image}
      aria-label={`查看 ${pictures.length} 张图片`}
      aria-haspopup="dialog"
      onClick={() => openedCell.set({ column, row })}
    >
      <Thumb src={column.cover?.(row) ?? pictures[0]} />
      <span aria-hidden>{pictures.length} 张</span>
    </button>
  )
}

function Thumb({ src }: { src: string | undefined }) {
  return <Picture src={src} alt="" width={32} height={32} className={classes.thumb ?? ''} />
}

export function pictureUrls(row: Row, column: Column): string[] {
  const value = cellValue(row, column.key)
  return [value].flat().filter((src): src is string => typeof src === 'string' && src !== '')
}
