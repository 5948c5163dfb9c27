import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './WordsBox.module.css'

type Props = {
  words: readonly string[]
  /** What stands before each, and how it looks. */
  kind: 'plain' | 'tag'
  removeLabel: (word: string) => string
  onRemove: (word: string) => void
  invalid: boolean
  disabled: boolean
  /** The input for the next one. */
  children: ReactNode
}

/** Words as pills, each with a button that takes it out, and the field for the next one behind them. */
export function WordsBox({ words, kind, removeLabel, onRemove, invalid, disabled, children }: Props) {
  return (
    <div className={classes.box} data-invalid={invalid || undefined}>
      {words.map((word) => (
        <span key={word} className={classes.word} data-kind={kind}>
          <span className={classes.name}>{kind === 'tag' ? `#${word}` : word}</span>
          <button type="button" aria-label={removeLabel(word)} disabled={disabled} onClick={() => onRemove(word)}>
            <IconX size={14} stroke={2} aria-hidden />
          </button>
        </span>
      ))}
      {children}
    </div>
  )
}
