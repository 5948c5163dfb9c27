// What docs/operations.md quotes of the product, it says: whoever searches the page for a line of the log finds it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './lib/run.mjs'

const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const section = page.slice(page.indexOf('\n## 出问题时\n'))

/** Comments and regular expressions, which nobody reads; strings; what stands between tags. The first wins. */
const PIECES = new RegExp(
  [
    /\/\*.*?\*\/|(?<!:)\/\/[^\n]*/,
    /(?<=[(,=:[!&|?]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//,
    /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/,
    />([^<>{}=;]+)</,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gs',
)

/** What the texts of these sources say: one string or text of JSX each; of other files their lines without comments. */
const said = ['apps/server/src', 'apps/web/src', 'packages/contract/src', 'tools', 'deploy']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file)),
  )
  .filter((file) => /\.(?:tsx?|mjs|yml|sh)$/.test(file) && !/\.test\.|node_modules/.test(file))
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    if (/\.(?:yml|sh)$/.test(file)) return text.split('\n').filter((line) => !/^\s*#/.test(line))
    return Array.from(text.matchAll(PIECES), ([, ...pieces]) => pieces.find((piece) => piece !== undefined) ?? '')
  })

/** Not ours: what SQLite, Linux and Node say. */
const OTHERS = ['SQLITE_FULL', 'ENOSPC', 'oom-kill', 'JavaScript heap out of memory']

/** The rows of the tables whose first column is what the product says. */
const rows = Array.from(section.matchAll(/^\| (?!它说 |现象 |-)(.*?) \| (.*?) ?\| (.*?) \|$/gm), (match) =>
  match.slice(1),
)
const quoted = (/** @type {string} */ cell) =>
  Array.from(cell.matchAll(/`([^`]+)`|「([^」]+)」/g), ([, code, words]) => code ?? words ?? '')

/** As a part of a string; a single word, which many have in them, and a line of the log by its field as a whole one. */
function isSaid(/** @type {string} */ words) {
  const whole = /^"msg":"(.*)"$/.exec(words)?.[1] ?? /^[\w-]+$/.exec(words)?.[0]
  return OTHERS.includes(words) || said.some((one) => (whole ? one === whole : one.includes(words)))
}

it('comments and names are not what the product says', () => {
  expect(isSaid('acquireSingleInstanceLock')).toBe(false)
  expect(isSaid('Makes the exit code 1')).toBe(false)
  expect(isSaid('waitin')).toBe(false)
  expect([isSaid('never finished'), isSaid('数据库没有回答')]).toEqual([true, true])
})

describe('the symptoms', () => {
  it('are many, each with what to look at or to do', () => {
    expect(rows.length).toBeGreaterThan(35)
    expect(rows.filter(([, look, help]) => !look && !help)).toEqual([])
    expect(new Set(rows.map(([symptom]) => symptom)).size).toBe(rows.length)
  })

  it('are in words of the product', () => {
    const words = rows.flatMap(([symptom = '']) => quoted(symptom))
    expect(words.length).toBeGreaterThan(40)
    // The address, settings and commands stand in the page's own words.
    expect(words.filter((one) => !isSaid(one) && !/^(?:health|jwt-secret)$/.test(one))).toEqual([])
  })
})

it('lines of the log that the page quotes are written', () => {
  const lines = Array.from(
    page.matchAll(/日志[^`\n|]{0,24}\n?`([a-z][\w,:' -]+ [\w ,:'-]+)`/g),
    ([, line = '']) => line,
  )
  expect(lines.length).toBeGreaterThan(8)
  // With a value in it.
  const pieces = lines.map((line) => line.replace(/ \d+ ms$/, ''))
  expect(pieces.filter((line) => !isSaid(line))).toEqual([])
})
