import { expect, test } from 'vitest'
import { columnsFor, columnWidth } from './Waterfall.tsx'

test.each([
  [390, 2, 10],
  [599, 2, 10],
  [600, 3, 12],
  [899, 3, 12],
  [900, 4, 15],
  [1199, 4, 15],
  [1200, 4, 16],
  [1920, 4, 16],
])('a window of %i px has %i columns with gaps of %i px', (width, columns, gap) => {
  expect(columnsFor(width)).toEqual({ columns, gap })
})

test('columns and gaps never exceed the width', () => {
  for (const width of [320, 366, 390, 641, 733, 1153]) {
    const layout = columnsFor(width)
    const used = columnWidth(width, layout) * layout.columns + layout.gap * (layout.columns - 1)
    expect(used).toBeLessThanOrEqual(width)
    expect(width - used).toBeLessThan(layout.columns)
  }
})
