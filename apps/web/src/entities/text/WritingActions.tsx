import type { ReactNode, RefObject } from 'react'
import { Button } from '#ui/Button.tsx'
import type { RichTextHandle } from './rich-text-handle.ts'
import classes from './WritingActions.module.css'
import { WritingTools } from './WritingTools.tsx'

/** Characters left below which they are counted. */
const COUNT_FROM = 100

type Props = {
  field: RefObject<RichTextHandle | null>
  /** Characters that may still be written; less than none when there are too many. */
  left: number
  /** Whether there is something that can be sent. */
  ready: boolean
  sending?: boolean
  hint?: string
  onCancel: () => void
  /** Further tools. */
  children?: ReactNode
}

/** The row beneath a short text: what helps writing it, how much room is left, 取消 and 发送, which submits the form. */
export function WritingActions({ field, left, ready, sending = false, hint, onCancel, children }: Props) {
  const over = left < 0
  return (
    <div className={classes.actions}>
      <WritingTools field={field} disabled={sending} />
      {children}
      <span className={classes.count} data-over={over || undefined} role={over ? 'alert' : undefined}>
        {over ? `超出 ${-left} 字` : left < COUNT_FROM && `还能写 ${left} 字`}
      </span>
      <Button variant="plain" size="sm" onClick={onCancel}>
        取消
      </Button>
      <Button type="submit" size="sm" disabled={!ready} loading={sending} title={hint}>
        发送
      </Button>
    </div>
  )
}
