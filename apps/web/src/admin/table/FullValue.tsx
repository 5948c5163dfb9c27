import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { picturesOf } from '#entities/user/pictures-of.ts'
import { RichText } from '#entities/user/RichText.tsx'
import type { Column, Row } from '../define-resource.ts'
import { Cell } from './Cell.tsx'
import { Change } from './Change.tsx'
import { textOf, valueIn } from './cell-text.ts'
import { Gallery } from './Gallery.tsx'
import { UserCell } from './LinkCells.tsx'
import { picturesIn } from './PictureCells.tsx'
import { personalityOf } from './personality.ts'
import classes from './WholeValue.module.css'

type Props = { column: Column; row: Row }

/** A value with all there is to it: what a cell opens above the page, and what a row's detail is made of. */
export function WholeValue({ column, row }: Props) {
  const text = textOf(column, row)
  switch (column.kind) {
    case 'text':
    case 'long':
      return text ? <p className={classes.text}>{text}</p> : <Cell column={column} row={row} />
    case 'rich':
      return text ? <Writing column={column} row={row} /> : <Cell column={column} row={row} />
    case 'images':
      return <Gallery pictures={picturesIn(row, column)} label={column.label} />
    case 'tags':
      return <Tags tags={valueIn(row, column.key)} />
    case 'personality':
      return <Personality row={row} />
    case 'change':
      return <Change row={row} />
    case 'user':
      return <UserCell column={column} row={row} text={text} card={false} />
    default:
      return <Cell column={column} row={row} />
  }
}

function Writing({ column, row }: { column: Extract<Column, { kind: 'rich' }>; row: Row }) {
  const source = String(valueIn(row, column.key))
  const pictures = picturesOf(source)
  const post = column.post?.(row) ?? null
  return (
    <div className={classes.writing}>
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
          <dd data-untold={text === '' || undefined}>{text || '未设置'}</dd>
        </div>
      ))}
    </dl>
  )
}
