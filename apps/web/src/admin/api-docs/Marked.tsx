import classes from './Marked.module.css'
import { partsOf } from './search.ts'

/** A text with what was searched for marked in it. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  return partsOf(text, words).map((part) =>
    part.hit ? (
      <mark key={part.at} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
