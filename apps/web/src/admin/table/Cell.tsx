import { useState } from 'react'
import { DialogFrame } from '#ui/DialogFrame.tsx'
import type { Column, Row } from '../define-resource.ts'
import classes from './Cell.module.css'
import { dateText } from './date-text.ts'

const EMPTY = '-'
const LONG_MAX = 30

type Props = { column: Column; row: Row }

/** A value as its column shows it; nothing is «-». */
export function Cell({ column, row }: Props) {
  const value: unknown = Reflect.get(row, column.key)
  if (value === null || value === undefined || value === '') return <span className={classes.empty}>{EMPTY}</span>
  switch (column.kind) {
    case 'number':
      return String(value)
    case 'date':
      return <time dateTime={String(value)}>{dateText(String(value))}</time>
    case 'flag': {
      const [yes, no] = column.words ?? ['是', '否']
      return (
        <span className={classes.flag} data-on={Boolean(value)}>
          {value ? yes : no}
        </span>
      )
    }
    case 'long':
      return <LongText label={column.label} text={String(value)} max={column.max ?? LONG_MAX} />
    case 'text':
      return (
        <span className={classes.text} title={String(value)}>
          {String(value)}
        </span>
      )
  }
}

function LongText({ label, text, max }: { label: string; text: string; max: number }) {
  const [open, setOpen] = useState(false)
  const characters = [...text]
  if (characters.length <= max) return text
  return (
    <>
      <button type="button" className={classes.long} title="查看全文" onClick={() => setOpen(true)}>
        {characters.slice(0, max).join('')}…
      </button>
      <DialogFrame opened={open} onClose={() => setOpen(false)} title={label} width={560}>
        <p className={classes.whole}>{text}</p>
      </DialogFrame>
    </>
  )
}
