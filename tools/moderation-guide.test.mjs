// Checks that the words which docs/moderation.md quotes from the screens are those of the screens.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/run.mjs'

const guide = readFileSync(join(root, 'docs/moderation.md'), 'utf8')

/** What people see: texts of the web app, and of the contract where both sides use them. */
const sources = ['apps/web/src', 'packages/contract/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')),
)
// Tables without a title of their own are named after their noun (`titleOf` of define-resource.ts).
const titles = sources.flatMap((text) =>
  Array.from(text.matchAll(/^ {2}noun: '(.+)',$/gm), ([, noun]) => `${noun}管理`),
)
const shown = [...sources, ...titles].join('\n')

/** Whether the screens have it, and not only as a part of another word. */
function isShown(/** @type {string} */ text) {
  const pattern = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<!\\p{Script=Han})${pattern}(?!\\p{Script=Han})`, 'u').test(shown)
}

const quoted = (/** @type {RegExp} */ marks) => [...new Set(Array.from(guide.matchAll(marks), ([, text = '']) => text))]

it('names areas and buttons as the screens do', () => {
  // Sentences in bold are the guide's own.
  const names = quoted(/\*\*([^*\n]+)\*\*/g).filter((name) => !name.endsWith('。'))
  expect(names).toContain('审核队列')
  expect(names.filter((name) => !isShown(name))).toEqual([])
})

it('quotes what the screens say', () => {
  const texts = quoted(/「([^」\n]+)」/g)
  expect(texts).toContain('先审后发')
  expect(texts.filter((text) => !isShown(text))).toEqual([])
})

it('names the keys of the queue with their buttons', () => {
  const source = readFileSync(join(root, 'apps/web/src/admin/queue/QueueActions.tsx'), 'utf8')
  const keys = Array.from(source.matchAll(/\['([a-z])', '([^']+)', '[a-z]+'\]/g), ([, key = '', label]) => {
    return `| \`${key.toUpperCase()}\` | **${label}**`
  })
  expect(keys).toHaveLength(7)
  expect(keys.filter((row) => !guide.includes(row))).toEqual([])
})
