export type Part = { kind: 'same' | 'gone' | 'new'; text: string }
type Run = { kind: Part['kind']; words: string[] }

/** Characters of what stayed that are shown on each side of what did not. */
const AROUND = 24
/** Comparisons that are made at most; larger texts are told whole. */
const WORK_MAX = 6_000_000
/** Words in a row that must have stayed between two changes to be told apart from them. */
const KEPT_MIN = 3
/** Where less than this share stayed, it is another text. */
const ALIKE = 0.4

/** Latin words and numbers whole, other characters one by one. */
const wordsIn = (text: string): string[] => text.match(/[\p{Script=Latin}\d_]+|./gsu) ?? []

/** Two texts as one: what stayed, shortened, and between it what went and what came. Two different texts are those two. */
export function differenceOf(before: string, after: string): Part[] {
  const [old, now] = [wordsIn(before), wordsIn(after)]
  const runs = joined(folded(joined(compared(old, now))))
  const stayed = runs.reduce((sum, { kind, words }) => sum + (kind === 'same' ? words.length : 0), 0)
  const told: Run[] = [
    { kind: 'gone', words: old },
    { kind: 'new', words: now },
  ]
  const alike = stayed >= Math.min(old.length, now.length) * ALIKE
  return (alike ? runs : told)
    .map(({ kind, words }, index, all): Part => {
      const text = words.join('')
      return { kind, text: kind === 'same' ? shortened(text, index > 0, index < all.length - 1) : text }
    })
    .filter(({ text }) => text !== '')
}

/** Word for word by the longest common sequence; their common ends need no comparing. */
function compared(old: string[], now: string[]): Run[] {
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  const room = Math.min(old.length, now.length) - head
  while (tail < room && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  return [
    { kind: 'same', words: old.slice(0, head) },
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    { kind: 'same', words: old.slice(old.length - tail) },
  ]
}

function middle(old: string[], now: string[]): Run[] {
  const width = now.length + 1
  if (old.length * now.length > WORK_MAX) {
    return [
      { kind: 'gone', words: old },
      { kind: 'new', words: now },
    ]
  }
  // How long the common sequence of what follows is, from each pair of places.
  const common = new Uint16Array((old.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const runs: Run[] = []
  let [row, column] = [0, 0]
  while (row < old.length || column < now.length) {
    const [gone = '', come = ''] = [old[row], now[column]]
    if (row < old.length && column < now.length && gone === come) {
      runs.push({ kind: 'same', words: [gone] })
      row += 1
      column += 1
    } else if (row < old.length && (column === now.length || at(row + 1, column) >= at(row, column + 1))) {
      runs.push({ kind: 'gone', words: [gone] })
      row += 1
    } else {
      runs.push({ kind: 'new', words: [come] })
      column += 1
    }
  }
  return runs
}

/** Neighbours of a kind as one; between two that stayed, all that went before all that came. */
function joined(runs: Run[]): Run[] {
  const result: Run[] = []
  let [gone, come]: [string[], string[]] = [[], []]
  function tell() {
    if (gone.length > 0) result.push({ kind: 'gone', words: gone })
    if (come.length > 0) result.push({ kind: 'new', words: come })
    gone = []
    come = []
  }
  for (const { kind, words } of runs) {
    if (words.length === 0) continue
    if (kind === 'gone') gone.push(...words)
    else if (kind === 'new') come.push(...words)
    else {
      tell()
      const last = result.at(-1)
      if (last?.kind === 'same') last.words.push(...words)
      else result.push({ kind, words: [...words] })
    }
  }
  tell()
  return result
}

/** A word or two that stayed between changes is chance: it went and came. */
function folded(runs: Run[]): Run[] {
  return runs.flatMap((run, index): Run[] => {
    const between = index > 0 && index < runs.length - 1
    if (run.kind !== 'same' || run.words.length >= KEPT_MIN || !between) return [run]
    return [
      { kind: 'gone', words: run.words },
      { kind: 'new', words: run.words },
    ]
  })
}

/** What is near a change, `before` it and after it. */
function shortened(text: string, after: boolean, before: boolean): string {
  const characters = [...text]
  const [start, end] = [after ? AROUND : 0, before ? AROUND : 0]
  if (start + end === 0 || characters.length <= start + end) return text
  const from = characters.slice(0, start).join('')
  const to = end > 0 ? characters.slice(-end).join('') : ''
  return `${from}…${to}`
}
