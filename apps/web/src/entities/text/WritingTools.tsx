import type { ReactNode, RefObject } from 'react'
import { EmojiButton } from '#entities/emoji/EmojiButton.tsx'
import { toMention } from '#entities/mention/candidates.ts'
import { MentionButton } from '#entities/mention/MentionButton.tsx'
import { Button } from '#ui/form/Button.tsx'
import type { RichTextHandle } from './RichTextField.tsx'
import classes from './WritingTools.module.css'

type ToolsProps = { field: RefObject<RichTextHandle | null>; disabled?: boolean; accountless?: boolean }

export function WritingTools({ field, disabled = false, accountless = false }: ToolsProps) {
  return (
    <>
      <EmojiButton
        disabled={disabled}
        onPick={(emoji) => field.current?.insertText(emoji)}
        onLeave={() => field.current?.focus()}
      />
      <MentionButton
        disabled={disabled}
        accountless={accountless}
        onChoose={(person) => field.current?.insertMention(toMention(person))}
        onDone={() => field.current?.focus()}
      />
    </>
  )
}

/** The remaining characters are shown from here on. */
const COUNT_FROM = 100

type ActionsProps = {
  field: RefObject<RichTextHandle | null>
  /** Remaining characters; negative when the text is too long. */
  left: number
  ready: boolean
  sending?: boolean
  hint?: string
  onCancel: () => void
  children?: ReactNode
}

/** The row below a comment or reply field: tools, character count, 取消 and 发送, which submits the form. */
export function WritingActions({ field, left, ready, sending = false, hint, onCancel, children }: ActionsProps) {
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
