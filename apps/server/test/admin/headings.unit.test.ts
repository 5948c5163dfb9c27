/** Exported files have the headings and words of the back office's tables, which are defined in the web app. */
import { readFileSync } from 'node:fs'
import { AUDIENCE_WORDS, KIND_WORDS, PROGRESS_WORDS } from '@shiliu/contract/admin/announcements'
import { AUDIT_WORDS, AUDITED_WORDS } from '@shiliu/contract/admin/audits'
import { ROLE_WORDS } from '@shiliu/contract/admin/roles'
import { TRASH_WORDS } from '@shiliu/contract/admin/trash'
import { FINDING_FIELD_WORDS, FINDING_TARGET_WORDS, WORD_ACTION_WORDS } from '@shiliu/contract/admin/words'
import { STATE_WORDS } from '@shiliu/contract/moderation'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { resourceName } from '#modules/admin/resource.ts'
import { EDITABLE_RESOURCES, READ_ONLY_RESOURCES } from '#modules/admin/resources.ts'

const named = [...READ_ONLY_RESOURCES, ...EDITABLE_RESOURCES].map(
  (resource) => [resourceName(resource), resource] as const,
)
const source = (name: string) =>
  readFileSync(new URL(`../../../web/src/admin/resources/${name}.ts`, import.meta.url), 'utf8')

const COLUMN = /\{\s*key: '(\w+)',\s*label: '([^']+)',\s*kind: '(\w+)'(?:, labels: \['([^']+)', '([^']+)'\])?/g

it.each(named)('%s', (name, { api }) => {
  const shape = api.export.output?.shape ?? {}
  const columns = [...source(name).matchAll(COLUMN)].filter(([, key = '']) => key in shape)
  expect(columns.length).toBeGreaterThan(3)
  for (const [, key = '', label, kind, yes, no] of columns) {
    const schema: z.ZodType = Reflect.get(shape, key)
    expect(schema.description?.split('：')[0], key).toBe(label)
    const { words } = (z.globalRegistry.get(schema) ?? {}) as { words?: object }
    if (kind === 'flag') expect(words, key).toEqual({ 1: yes, 0: no })
    // Their labels stand in another place of the file, or are the contract's own.
    const labels = `${source(name)}${sharedWords(name)}`
    if (kind === 'enum') for (const word of Object.values(words ?? {})) expect(labels).toContain(word)
    expect(kind === 'enum' || kind === 'flag', key).toBe(words !== undefined)
  }
})

const SHARED = {
  AUDIENCE_WORDS,
  KIND_WORDS,
  PROGRESS_WORDS,
  STATE_WORDS,
  TRASH_WORDS,
  AUDIT_WORDS,
  AUDITED_WORDS,
  ROLE_WORDS,
  WORD_ACTION_WORDS,
  FINDING_TARGET_WORDS,
  FINDING_FIELD_WORDS,
}

/** The words of those tables of the contract that a file uses as labels. */
const sharedWords = (name: string) =>
  Object.entries(SHARED).flatMap(([table, words]) =>
    source(name).includes(`labels: ${table}`) || source(name).includes(`...${table}`) ? Object.values(words) : [],
  )
