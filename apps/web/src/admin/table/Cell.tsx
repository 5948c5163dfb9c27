import { parseRichText } from '@shiliu/contract/rich-text'
import { cut } from '#ui/cut.ts'
import type { Column, Row } from '../define-resource.ts'
import classes from './Cell.module.css'
import { CUT, textOf, valueIn } from './cell-text.ts'
import { changesOf, summaryOf } from './changes-of.ts'
import { NoteCell, UserCell } from './LinkCells.tsx'
import { GalleryCell, ImageCell } from './PictureCells.tsx'
import { wholeView } from './whole-view.ts'

const EMPTY = '-'

type Props = { column: Column; row: Row }

/** A value as its column shows it, in one line; nothing is «-». */
export function Cell({ column, row }: Props) {
  const text = textOf(column, row)
  switch (column.kind) {
    case 'tags':
      return <More column={column} row={row} text={`${text || 0} 个`} none={!Number(text)} />
    case 'personality':
      return <More column={column} row={row} text={cut(text || '未设置', CUT.rich)} none={!text} />
    case 'change':
      return <More column={column} row={row} text={cut(summaryOf(changesOf(row)), CUT.rich)} />
  }
  if (text === '') return <span className={classes.empty}>{EMPTY}</span>
  switch (column.kind) {
    case 'date':
      return <time dateTime={String(valueIn(row, column.key))}>{text}</time>
    case 'flag':
      return (
        <span className={classes.flag} data-lit={Boolean(valueIn(row, column.key)) === (column.lit ?? true)}>
          {text}
        </span>
      )
    case 'long': {
      const shown = cut(text, column.max ?? CUT.long)
      return shown === text ? <Line text={text} /> : <More column={column} row={row} text={shown} />
    }
    case 'rich': {
      const shown = cut(text, column.max ?? CUT.rich)
      if (shown !== text || !isPlain(row, column)) return <More column={column} row={row} text={shown} />
      return column.post ? <NoteCell column={column} row={row} text={text} /> : <Line text={text} />
    }
    case 'image':
      return <ImageCell column={column} src={text} />
    case 'images':
      return <GalleryCell column={column} row={row} />
    case 'user':
      return <UserCell column={column} row={row} text={cut(text, column.max ?? Number.POSITIVE_INFINITY)} />
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

/** Whether the one line is all there is to see. */
function isPlain(row: Row, column: Extract<Column, { kind: 'rich' }>): boolean {
  const tokens = parseRichText(String(valueIn(row, column.key)))
  return tokens.every((token) => token.kind === 'text')
}

/** All there is to a text; where the column is too narrow for it, it is told beside the pointer. */
function Line({ text }: { text: string }) {
  return (
    <span className={classes.long} title={text}>
      {text}
    </span>
  )
}

/** Opens the whole value above the page; `none` where there is little to see. */
function More({ column, row, text, none }: Props & { text: string; none?: boolean }) {
  return (
    <button
      type="button"
      className={classes.more}
      data-none={none || undefined}
      title={`查看${column.label}`}
      aria-haspopup="dialog"
      onClick={() => wholeView.set({ column, row })}
    >
      {text}
    </button>
  )
}
