/** Where the bars of a small chart stand. Pure: fractions of its width, and heights in pixels. */

const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10] as const

/** The next round whole number at or above the largest value: 4, 15, 600; 1 where there is none. */
export function topOf(values: readonly number[]): number {
  const most = Math.max(1, ...values)
  const power = 10 ** Math.floor(Math.log10(most))
  return STEPS.map((step) => step * power).find((top) => top >= most && Number.isInteger(top)) ?? most
}

/** A day with little must be told from one with nothing, however large another one is. */
const LEAST_PX = 3
/** How much of a day's room its bar takes. */
const FULL = 0.68

export type Bar = { x: number; width: number; height: number }

/** One bar for each value, evenly spaced; the chart is `height` pixels high at `topOf(values)`. Nothing has no height. */
export function barsOf(values: readonly number[], height: number): Bar[] {
  const top = topOf(values)
  const room = 1 / values.length
  return values.map((value, index) => ({
    x: (index + (1 - FULL) / 2) * room,
    width: room * FULL,
    height: value <= 0 ? 0 : Math.max(LEAST_PX, (value / top) * height),
  }))
}

/** Which of `count` days lies at this fraction of the width; the nearest one beyond its ends. */
export function dayAt(fraction: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(fraction * count)))
}

/** Where a key leads from a day; null for keys that lead nowhere. */
export function dayByKey(key: string, from: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    PageDown: from - 7,
    PageUp: from + 7,
    Home: 0,
    End: count - 1,
  }
  const to = steps[key]
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to))
}
