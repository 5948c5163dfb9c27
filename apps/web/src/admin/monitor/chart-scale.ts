/** Geometry of a small bar chart: positions as fractions of its width, heights in pixels. */

const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10] as const

/** The round number at or above the largest value: 4, 15, 600; 1 if there are no values. */
export function axisMax(values: readonly number[]): number {
  const largest = Math.max(1, ...values)
  const power = 10 ** Math.floor(Math.log10(largest))
  return STEPS.map((step) => step * power).find((top) => top >= largest && Number.isInteger(top)) ?? largest
}

/** Height of the smallest bar, so that it differs from an empty day. */
const BAR_MIN_PX = 3
const BAR_WIDTH = 0.68

type Bar = { x: number; width: number; height: number }

/** One bar per value, evenly spaced; `axisMax(values)` is `height` pixels high, 0 has no height. */
export function layoutBars(values: readonly number[], height: number): Bar[] {
  const top = axisMax(values)
  const column = 1 / values.length
  return values.map((value, index) => ({
    x: (index + (1 - BAR_WIDTH) / 2) * column,
    width: column * BAR_WIDTH,
    height: value <= 0 ? 0 : Math.max(BAR_MIN_PX, (value / top) * height),
  }))
}

/** Index of the column at a fraction of the width, clamped to the chart. */
export function columnAt(fraction: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(fraction * count)))
}

/** Index of the column that a key moves to; null for other keys. */
export function columnAfterKey(key: string, from: number, count: number): number | null {
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
