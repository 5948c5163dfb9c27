import { audits } from '@shiliu/contract/admin/audits'
import { categories as api } from '@shiliu/contract/admin/categories'
import { likes } from '@shiliu/contract/admin/likes'
import { users } from '@shiliu/contract/admin/users'
import { IconCategory } from '@tabler/icons-react'
import { expect, it } from 'vitest'
import { defineReadOnlyResource, defineResource, isEditable, titleOf } from './define-resource.ts'

const base = {
  path: 'x',
  noun: '项',
  Icon: IconCategory,
  nameOf: () => '',
  columns: [],
  filters: [],
  fields: [],
} as const

/** Checked by the compiler: each would show or send something unknown to the API. */
export const rejectedByTypes = () => [
  // @ts-expect-error no such column
  defineResource(api, { ...base, columns: [{ key: 'nickname', label: '', kind: 'text' }] }),
  // @ts-expect-error a number is not text
  defineResource(api, { ...base, columns: [{ key: 'id', label: '', kind: 'text' }] }),
  // @ts-expect-error a text is not a flag
  defineResource(api, { ...base, columns: [{ key: 'name', label: '', kind: 'flag' }] }),
  // @ts-expect-error no such filter
  defineResource(api, { ...base, filters: [{ name: 'rank', label: '', kind: 'text' }] }),
  // @ts-expect-error a counter cannot be edited
  defineResource(api, { ...base, fields: [{ name: 'post_count', label: '', kind: 'number' }] }),
  // @ts-expect-error no such column
  defineResource(api, { ...base, defaultSort: { field: 'rank', order: 'asc' } }),
  // @ts-expect-error a user cell needs the account
  defineResource(likes, { ...base, columns: [{ key: 'user_id', label: '', kind: 'user' }] }),
  // @ts-expect-error a category has no personality fields
  defineResource(api, { ...base, columns: [{ key: 'personality_tags', label: '', kind: 'personality' }] }),
  defineResource(users, { ...base, columns: [{ key: 'personality_tags', label: '', kind: 'personality' }] }),
  // @ts-expect-error rows have no title
  defineResource(api, { ...base, nameOf: (row) => row.title }),
]

it('combines the endpoints with the definition', () => {
  expect(defineResource(api, base).api.list).toMatchObject({ method: 'GET', path: '/admin/categories' })
})

it('tells editable resources from read-only ones', () => {
  const { fields: _, ...read } = base
  expect(isEditable(defineReadOnlyResource(audits, read))).toBe(false)
  expect(isEditable(defineResource(api, base))).toBe(true)
})

it('uses the noun as the title unless one is given', () => {
  expect(titleOf(defineResource(api, base))).toBe('项管理')
  expect(titleOf(defineResource(api, { ...base, title: '记录' }))).toBe('记录')
})
