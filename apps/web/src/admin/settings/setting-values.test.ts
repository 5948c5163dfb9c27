import { DEFAULT_SETTINGS, type SettingName, type SettingsState } from '@shiliu/contract/admin/settings'
import { expect, it } from 'vitest'
import {
  changeOf,
  conflictsOf,
  type Edits,
  edit,
  NO_EDITS,
  readEdits,
  rebase,
  SECTIONS,
  warningOf,
} from './setting-values.ts'

const state = (changed: Partial<SettingsState['settings']> = {}): SettingsState => ({
  settings: { ...DEFAULT_SETTINGS, ...changed },
  defaults: DEFAULT_SETTINGS,
  changes: [],
  has_invitation: false,
  has_campus: false,
})

/** What is left of texts that are typed one after the other. */
const edits = (typed: Partial<Record<SettingName, string>>, before = state()): Edits =>
  (Object.entries(typed) as [SettingName, string][]).reduce(
    (all, [name, text]) => edit(all, name, text, before),
    NO_EDITS,
  )

it('sends only what was changed, with what was there', () => {
  const typed = { notes_per_day: ' 7 ', comments_per_minute: String(DEFAULT_SETTINGS.comments_per_minute) }
  const body = { notes_per_day: 7, began: { notes_per_day: DEFAULT_SETTINGS.notes_per_day } }
  expect(changeOf(edits(typed), state())).toEqual({ body, errors: {} })
  expect(edit(edits(typed), 'notes_per_day', String(DEFAULT_SETTINGS.notes_per_day), state())).toEqual(NO_EDITS)
})

it('sends what is the default again as reset', () => {
  const before = state({ notes_per_day: 7 })
  const typed = edits({ notes_per_day: String(DEFAULT_SETTINGS.notes_per_day) }, before)
  const body = { reset: ['notes_per_day'], began: { notes_per_day: 7 } }
  expect(changeOf(typed, before)).toEqual({ body, errors: {} })
})

it('names what another administrator changed meanwhile, and goes on with theirs or mine', () => {
  const mine = edits({ notes_per_day: '7', comments_per_minute: '8', registration: 'closed' })
  const now = state({ notes_per_day: 9, comments_per_minute: 8, registration: 'invite', new_account_days: 1 })
  expect(conflictsOf(mine, now)).toMatchObject([
    { name: 'notes_per_day', label: '一天的笔记', theirs: '9', mine: '7' },
    { name: 'registration', label: '谁可以注册', theirs: '有邀请码的人', mine: '不开放' },
  ])
  expect(conflictsOf(mine, state())).toEqual([])
  expect(rebase(mine, now, 'theirs')).toEqual(NO_EDITS)
  const kept = rebase(mine, now, 'mine')
  expect(conflictsOf(kept, now)).toEqual([])
  const body = { notes_per_day: 7, registration: 'closed', began: { notes_per_day: 9, registration: 'invite' } }
  expect(changeOf(kept, now)).toEqual({ body, errors: {} })
})

it.each(['', '0', '100001', '1.5', '-1', '1e3', '五'])('refuses "%s" for a number from 1 to 100000', (text) => {
  expect(changeOf(edits({ notes_per_day: text }), state())).toMatchObject({
    errors: { notes_per_day: '请填写 1 到 100000 的整数' },
  })
})

it('takes from a copy only texts of settings that there are', () => {
  const typed = { notes_per_day: '7', forgotten: '1', comments_per_minute: 8 }
  expect(readEdits({ typed, began: { notes_per_day: 5, comments_per_minute: 6 } })).toEqual({
    typed: { notes_per_day: '7' },
    began: { notes_per_day: 5 },
  })
  for (const nothing of [null, 'text', [], {}, { typed: null }, { typed: { forgotten: '1' } }]) {
    expect(readEdits(nothing)).toBeNull()
  }
})

it('warns of invitations without a code, and of campus accounts without a provider', () => {
  const warning = (typed: object, registration: 'open' | 'invite' | 'campus', has = false) =>
    warningOf('registration', typed, { ...state({ registration }), has_invitation: has, has_campus: has })
  expect(warning({ registration: 'campus' }, 'open')).toMatch(/^还没有能用的校园登录，谁也注册不了/)
  expect(warning({}, 'campus', true)).toBeNull()
  expect(warning({ registration: 'invite' }, 'open')).toMatch(/^还没有能用的邀请码，谁也注册不了/)
  expect(warning({}, 'invite')).not.toBeNull()
  expect(warning({}, 'invite', true)).toBeNull()
  expect(warning({ registration: 'open' }, 'invite')).toBeNull()
})

it('asks for every setting under one heading', () => {
  const names = SECTIONS.flatMap(({ fields }) => fields.map(({ name }) => name))
  expect(names.sort()).toEqual(Object.keys(DEFAULT_SETTINGS).sort())
})
