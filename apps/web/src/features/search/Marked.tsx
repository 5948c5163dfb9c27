import type { Range } from '@shiliu/contract/search-text'
import classes from './Marked.module.css'

/** A text with what a search has found in it marked. */
export function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  const parts = ranges.map(([start, end], index) => {
    const before = text.slice(ranges[index - 1]?.[1] ?? 0, start)
    return [
      before,
      <mark key={start} className={classes.mark}>
        {text.slice(start, end)}
      </mark>,
    ]
  })
  return (
    <>
      {parts}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  )
}
