import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { scrollBehavior } from './scroll.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

afterEach(() => void vi.unstubAllGlobals())

test.each([
  { less: true, motion: 'instant' },
  { less: false, motion: 'smooth' },
])('scrolls $motion when reduced motion is $less', ({ less, motion }) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: less && query === '(prefers-reduced-motion: reduce)' }))
  expect(scrollBehavior()).toBe(motion)
})

// A script’s `behavior` overrides the style sheet’s rule for reduced motion.
test('no script scrolls smoothly without checking for reduced motion', () => {
  const scripts = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  expect(scripts.length).toBeGreaterThan(200)
  expect(scripts.filter((file) => /behavior:[^,}]*'smooth'/.test(readFileSync(root + file, 'utf8')))).toEqual([])
})
