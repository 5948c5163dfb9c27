let context: CanvasRenderingContext2D | null = null
let family = ''
const widths = new Map<string, number>()
const CACHE_MAX = 4000

/** Pixels of one line of `text` in the page's font. Cached, since lists lay the same titles out again. */
export function textWidth(text: string, size: number, weight: number): number {
  const key = `${weight} ${size} ${text}`
  const cached = widths.get(key)
  if (cached !== undefined) return cached
  context ??= document.createElement('canvas').getContext('2d')
  family ||= getComputedStyle(document.body).fontFamily
  if (!context) return Number.POSITIVE_INFINITY
  context.font = `${weight} ${size}px ${family}`
  const { width } = context.measureText(text)
  if (widths.size >= CACHE_MAX) widths.clear()
  widths.set(key, width)
  return width
}
