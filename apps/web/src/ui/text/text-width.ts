/** Widths of one line of text, measured off screen. */

let context: CanvasRenderingContext2D | null = null
let family = ''
const known = new Map<string, number>()
const KNOWN_MAX = 4000

/** Pixels of `text` in the page's own font. Kept, since lists lay the same titles out again. */
export function textWidth(text: string, size: number, weight: number): number {
  const key = `${weight} ${size} ${text}`
  const before = known.get(key)
  if (before !== undefined) return before
  context ??= document.createElement('canvas').getContext('2d')
  family ||= getComputedStyle(document.body).fontFamily
  if (!context) return Number.POSITIVE_INFINITY
  context.font = `${weight} ${size}px ${family}`
  const { width } = context.measureText(text)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(key, width)
  return width
}
