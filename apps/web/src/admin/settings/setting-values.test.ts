import { DEFAULT_SETTINGS, type SettingsState } from '@shiliu/contract/admin/settings'
import { expect, it } from 'vitest'
import { changeOf, readTyped, SECTIONS } from './setting-values.ts'

const state = (changed: Partial<SettingsState['settings']> = {}): SettingsState => ({
  settings: { ...DEFAULT_SETTINGS, ...changed },
  defaults: DEFAULT_SETTINGS,
  changes: [],
})

it('sends only what was changed', () => {
  const typed = { notes_per_day: ' 7 ', comments_per_minute: String(DEFAULT_SETTINGS.comments_per_minute) }
  expect(changeOf(typed, state())).toEqual({ body: { notes_per_day: 7 }, errors: {} })
})

it('sends what is the default again as reset', () => {
  const typed = { notes_per_day: String(DEFAULT_SETTINGS.notes_per_day) }
  expect(changeOf(typed, state({ notes_per_day: 7 }))).toEqual({ body: { reset: ['notes_per_day'] }, errors: {} })
})

it.each(['', '0', '100001', '1.5', '-1', '1e3', '五'])('refuses "%s" for a number from 1 to 100000', (text) => {
  expect(changeOf({ notes_per_day: text }, state())).toEqual({
    body: {},
    errors: { notes_per_day: '请填写 1 到 100000 的整数' },
  })
})

it('takes from a copy only texts of settings that there are', () => {
  expect(readTyped({ notes_per_day: '7', forgotten: '1', comments_per_minute: 8 })).toEqual({ notes_per_day: '7' })
  for (const nothing of [null, 'text', [], {}, { forgotten: '1' }]) expect(readTyped(nothing)).toBeNull()
})

it('asks for every setting under one heading', () => {
  const names = SECTIONS.flatMap(({ fields }) => fields.map(({ name }) => name))
  expect(names.sort()).toEqual(Object.keys(DEFAULT_SETTINGS).sort())
})
