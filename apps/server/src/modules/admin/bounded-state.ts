/** Keeps a line of the audit trail small: long texts and lists are cut, and say so. */
import { createHash } from 'node:crypto'

/** Characters of JSON in a line, before and after together. */
export const LINE_MAX = 16_000

/** Tried in this order until the state fits. */
const CUTS = [
  { text: 4000, list: 60 },
  { text: 1500, list: 30 },
  { text: 400, list: 15 },
  { text: 80, list: 5 },
] as const
type Cut = (typeof CUTS)[number]

/** The states of a line as JSON, of at most `LINE_MAX` characters together. */
export function boundedStates(before: object | null, after: object | null): [string | null, string | null] {
  const texts = [before, after].map((state) => state && JSON.stringify(state)) as [string | null, string | null]
  if (lengthOf(texts[0]) + lengthOf(texts[1]) <= LINE_MAX) return texts
  const isSmall = (text: string | null) => lengthOf(text) <= LINE_MAX / 4
  // A small one leaves its room to the other.
  const rest = LINE_MAX - Math.min(...texts.map(lengthOf))
  const room = texts.some(isSmall) ? rest : LINE_MAX / 2
  return [before, after].map((state) => state && bounded(state, room)) as [string | null, string | null]
}

const lengthOf = (text: string | null) => text?.length ?? 0

function bounded(state: object, room: number): string {
  const whole = JSON.stringify(state)
  if (whole.length <= room) return whole
  for (const limits of CUTS) {
    const text = JSON.stringify(cut(state, limits))
    if (text.length <= room) return text
  }
  const kept: Record<string, unknown> = {}
  let left = room - 100
  for (const [name, value] of Object.entries(cut(state, CUTS[3]) as object)) {
    left -= JSON.stringify({ [name]: value }).length
    if (left < 0) break
    kept[name] = value
  }
  return JSON.stringify({ ...kept, omitted: '其余内容太长，没有记下' })
}

function cut(value: unknown, limits: Cut): unknown {
  if (typeof value === 'string') return cutText(value, limits.text)
  if (Array.isArray(value)) {
    const shown = value.slice(0, limits.list).map((item) => cut(item, limits))
    return shown.length < value.length ? [...shown, `…（共 ${value.length} 项）`] : shown
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner, limits)]))
}

/** With a digest, so that texts that differ after the cut still differ. */
function cutText(text: string, max: number): string {
  const characters = [...text]
  if (characters.length <= max) return text
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return `${characters.slice(0, max).join('')}…（共 ${characters.length} 字，摘要 ${digest}）`
}

const CUT_TEXT = /…（共 \d+ 字，摘要 [0-9a-f]{8}）$/
const CUT_LIST = /^…（共 \d+ 项）$/

/** Whether something of a state that was read from a line was left out. */
export function isCut(value: unknown): boolean {
  if (typeof value === 'string') return CUT_TEXT.test(value) || CUT_LIST.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(isCut)
}
