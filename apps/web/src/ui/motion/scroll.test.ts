import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { scrollMotion } from './motion.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

afterEach(() => void vi.unstubAllGlobals())

test.each([
  { less: true, motion: 'instant' },
  { less: false, motion: 'smooth' },
])('where less motion is asked for ($less) a scroll is $motion', ({ less, motion }) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: less && query === '(prefers-reduced-motion: reduce)' }))
  expect(scrollMotion()).toBe(motion)
})

// `behavior` given to a script's scroll goes before the style sheet's rule for less motion.
test('no script scrolls smoothly without asking', () => {
  const scripts = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  expect(scripts.length).toBeGreaterThan(300)
  expect(scripts.filter((file) => /behavior:[^,}]*'smooth'/.test(readFileSync(root + file, 'utf8')))).toEqual([])
})
