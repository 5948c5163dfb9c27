import { expect, it } from 'vitest'
import { SETTING_FIELDS } from './setting-fields.ts'
import { DEFAULT_SETTINGS, settingSchemas } from './settings.ts'

it('the form has every setting once, with a name and a description', () => {
  expect(SETTING_FIELDS.map(({ name }) => name).sort()).toEqual(Object.keys(DEFAULT_SETTINGS).sort())
  for (const { label, heading, description } of SETTING_FIELDS) {
    for (const text of [label, heading, description]) expect(text).toMatch(/\p{Script=Han}/u)
  }
  const labels = SETTING_FIELDS.map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
})

it('every default is a value that its setting allows', () => {
  for (const { name } of SETTING_FIELDS)
    expect(settingSchemas[name].parse(DEFAULT_SETTINGS[name])).toEqual(DEFAULT_SETTINGS[name])
})

it('a number has the bounds of its schema', () => {
  for (const field of SETTING_FIELDS) {
    if (field.kind !== 'number') continue
    const schema = settingSchemas[field.name]
    const allows = (value: number) => schema.safeParse(value).success
    expect([field.min - 1, field.min, field.max, field.max + 1].map(allows)).toEqual([false, true, true, false])
  }
})
