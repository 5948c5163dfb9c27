import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cssAboveFloor } from './css.ts'
import { FLOOR, HARMLESS_CSS } from './floor.ts'
import { aboveEs5, apisAboveFloor, syntaxAboveFloor } from './javascript.ts'

const apis = (...codes: string[]) =>
  apisAboveFloor(codes.map((code, index) => ({ id: `${index}.ts`, code }))).map(({ text }) => text)

describe('interfaces', () => {
  test.each([
    ['const search = new URLSearchParams(); search.size', 'URLSearchParams.size (Chromium 113, Safari 17) in 0.ts'],
    ['new URLSearchParams(location.search).size', 'URLSearchParams.size'],
    ['text().toWellFormed()', 'String.toWellFormed'],
    ['list().toSorted()', 'Array.toSorted (Chromium 110, Safari 16)'],
    ['const { toSorted } = list()', 'Array.toSorted'],
    ['URL.canParse("a")', 'URL.canParse'],
    ['part.checkVisibility()', 'Element.checkVisibility'],
    ['new OffscreenCanvas(1, 1)', 'OffscreenCanvas'],
    ['requestIdleCallback(work)', 'requestIdleCallback'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['AbortSignal.any([])', 'AbortSignal.any'],
    ['document.startViewTransition()', 'Document.startViewTransition'],
    ['list.addEventListener("scrollend", done)', 'scrollend'],
    ['jsx("div", { popover: "auto" })', 'html.popover'],
    ['(0, runtime.jsx)("search", {})', 'html.<search>'],
  ])('%s', (code, feature) => {
    expect(apis(code)).toEqual([expect.stringContaining(feature)])
  })

  test.each([
    'new Map().size',
    'size(picture.size)',
    'structuredClone({}); list().at(-1); list().findLast(Boolean); Object.hasOwn({}, "a"); signal.throwIfAborted()',
    'if (window.requestIdleCallback) window.requestIdleCallback(work)',
    'typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1)',
    'part.checkVisibility?.()',
    'const OffscreenCanvas = make(); new OffscreenCanvas()',
    'const own = { toSorted() {} }; own.toSorted()',
    'jsx("div", { hidden: true })',
  ])('%s is fine', (code) => {
    expect(apis(code)).toEqual([])
  })

  test('a test for a feature counts in its own module only', () => {
    expect(apis('part.checkVisibility?.()', 'part.checkVisibility()')).toEqual([expect.stringMatching(/in 1\.ts$/)])
  })
})

test.each(['class A { static { b() } }', '/(?<=a)b/.test(c)', 'new RegExp("(?<!a)b")', '/[a--b]/v.test(c)'])(
  'the syntax %s',
  (code) => {
    expect(syntaxAboveFloor(code)).toHaveLength(1)
  },
)

test('the syntax of ES2022 is fine', () => {
  expect(syntaxAboveFloor('class A { #b = 1; static c = 2; d() { return this.#b ??= 3 } }; /(?<a>b)/du')).toEqual([])
})

test('ES5', () => {
  expect(aboveEs5(';(function () { var a = { b: 1 }; try { a.b++ } catch (_) {} })()')).toEqual([])
  for (const code of ['const a = 1', '() => 1', '`a`', 'a?.b', 'f({ a })', 'try {} catch {}', 'f(...a)'])
    expect(aboveEs5(code), code).not.toEqual([])
})

describe('CSS', () => {
  const css = (source: string) => cssAboveFloor(source, HARMLESS_CSS)

  test.each([
    ['@media (width <= 960px) { a { color: red } }', '@media with < or >'],
    ['a { b { color: red } }', 'nested rules'],
    ['a { height: 100dvh }', 'dvh (Chromium 108)'],
    ['a { height: 100vh; height: calc(100dvh - var(--b)) }', 'dvh'],
    ['a { --b: 100dvh }', 'dvh'],
    ['a { width: 50cqw }', 'cqw'],
    ['a { color: color-mix(in srgb, red, blue) }', 'color-mix()'],
    ['a { overflow: clip }', 'overflow: clip (Safari 16)'],
    ['a { translate: 1px }', 'translate (Chromium 104)'],
    ['a:focus, a:has(b) { color: red }', ':has (Chromium 105, Firefox 121)'],
    ['@container (min-width: 1px) { a { color: red } }', '@container'],
    ['@starting-style { a { color: red } }', '@starting-style'],
  ])('%s', (source, feature) => {
    expect(css(source)).toEqual([expect.stringContaining(feature)])
  })

  test.each([
    '@media (max-width: 960px) { a { inset: 0; aspect-ratio: 1; accent-color: red } }',
    'a { height: 100vh; height: 100dvh }',
    '@supports (height: 100dvh) { a { height: 100dvh } }',
    'a:is(:hover, :has(b)) { color: red }',
    'a:has(:focus-visible) { outline: none }',
    'html:has(a) { scrollbar-gutter: auto }',
    'a { text-wrap: balance; -webkit-user-select: none }',
    '@layer b { a:focus-visible { color: rgb(0 0 0 / 60%) } }',
  ])('%s is fine', (source) => {
    expect(css(source)).toEqual([])
  })
})

test('what people read names the same floor', () => {
  const root = join(import.meta.dirname, '../../..')
  const { Safari, Chromium, Firefox } = FLOOR
  for (const page of ['README.md', 'README.en.md', 'docs/product.md', 'apps/web/public/boot.js']) {
    const text = readFileSync(join(root, page), 'utf8')
    for (const name of [`Safari ${Safari.version}`, `Firefox ${Firefox.version}`]) expect(text, page).toContain(name)
    expect(text, page).toMatch(new RegExp(`Chromium (内核 )?${Chromium.version}`))
  }
})
