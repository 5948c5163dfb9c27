import type { CSSProperties, ReactNode } from 'react'
import classes from './TextCover.module.css'

/** Colours in TextCover.module.css. */
const TONES = 6

type Props = {
  /** Chooses the colour. */
  postId: number
  text: string
  /** Of a text cut to whole lines. */
  lines: number
  /** `md` on cards, `sm` on small covers, `xs` on the smallest. */
  size?: 'md' | 'sm' | 'xs'
  /** The text as it is shown, where it is more than text; then it is read aloud, too. */
  content?: ReactNode
  /** Leaves room for a badge above the text. */
  badged?: boolean
}

/** In place of the cover of a note without pictures: its text on a colour. The title beside it names the note. */
export function TextCover({ postId, text, lines, size = 'md', content, badged = false }: Props) {
  return (
    <span
      className={classes.cover}
      style={{ '--text-lines': badged ? Math.max(1, lines - 1) : lines } as CSSProperties}
      data-tone={postId % TONES}
      data-size={size}
      data-badged={badged || undefined}
      aria-hidden={content === undefined || undefined}
    >
      <span className={classes.text} dir="auto">
        {content ?? text}
      </span>
    </span>
  )
}
