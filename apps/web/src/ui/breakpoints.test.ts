import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { BREAKPOINTS } from './breakpoints.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const WIDTH = /\((max|min)-width: (\d+)px\)/g

// Media queries cannot read variables, so the numbers stand in every file that needs them.
test('the style sheets change their layout at the named widths only', () => {
  const known = Object.values(BREAKPOINTS).flatMap((last) => [`max ${last}`, `min ${last + 1}`])
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  const used = sheets.flatMap((sheet) =>
    [...readFileSync(root + sheet, 'utf8').matchAll(WIDTH)].map(([, kind, width]) => ({
      sheet,
      at: `${kind} ${width}`,
    })),
  )
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter(({ at }) => !known.includes(at))).toEqual([])
})
