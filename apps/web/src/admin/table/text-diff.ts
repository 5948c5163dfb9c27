import { diffArrays } from 'diff'

type DiffPart = { kind: 'same' | 'deleted' | 'inserted'; text: string }

/** Unchanged characters shown on each side of a change. */
const CONTEXT = 24
/** Fewer unchanged words than this between two changes count as changed too. */
const SAME_MIN = 3
/** With a smaller share of unchanged words the two texts are shown whole instead of compared. */
const SIMILARITY_MIN = 0.4
/** Bounds the time that a comparison takes: enough for two different texts of 2,000 characters. */
const EDITS_MAX = 3000

/** Latin words and numbers as a whole, other characters one by one. */
const wordsIn = (text: string): string[] => text.match(/[\p{Script=Latin}\d_]+|./gsu) ?? []

/** Compares word by word and shortens what is equal. Texts with little in common give a deletion and an insertion. */
export function diffTexts(before: string, after: string): DiffPart[] {
  const [old, now] = [wordsIn(before), wordsIn(after)]
  const sameMin = Math.min(old.length, now.length) * SIMILARITY_MIN
  // jsdiff stops, and returns nothing, where the texts need more edits than similar ones do.
  const maxEditLength = Math.min(EDITS_MAX, old.length + now.length - 2 * Math.floor(sameMin))
  const changes = diffArrays(old, now, { maxEditLength }) ?? []

  const parts: DiffPart[] = []
  let [deleted, inserted, sameWords] = ['', '', 0]
  function flush() {
    if (deleted) parts.push({ kind: 'deleted', text: deleted })
    if (inserted) parts.push({ kind: 'inserted', text: inserted })
    deleted = inserted = ''
  }
  for (const [index, { value, count, added, removed }] of changes.entries()) {
    const text = value.join('')
    const [first, last] = [index === 0, index === changes.length - 1]
    if (!added && !removed && (count >= SAME_MIN || first || last)) {
      flush()
      parts.push({ kind: 'same', text: shorten(text, !first, !last) })
      sameWords += count
    } else {
      if (!added) deleted += text
      if (!removed) inserted += text
    }
  }
  flush()
  if (sameWords >= sameMin && changes.length > 0) return parts
  return [
    { kind: 'deleted', text: before },
    { kind: 'inserted', text: after },
  ]
}

/** Keeps the characters next to a change: at the start, at the end, or both. */
function shorten(text: string, start: boolean, end: boolean): string {
  const characters = [...text]
  const [head, tail] = [start ? CONTEXT : 0, end ? CONTEXT : 0]
  if (head + tail === 0 || characters.length <= head + tail) return text
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - tail).join('')}`
}
