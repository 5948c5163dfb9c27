import { audits } from '@shiliu/contract/admin/audits'
import { categories as api } from '@shiliu/contract/admin/categories'
import { likes } from '@shiliu/contract/admin/likes'
import { users } from '@shiliu/contract/admin/users'
import { IconCategory } from '@tabler/icons-react'
import { expect, it } from 'vitest'
import { defineReading, defineResource, isWritten, titleOf } from './define-resource.ts'

const base = {
  path: 'x',
  noun: '项',
  Icon: IconCategory,
  nameOf: () => '',
  columns: [],
  filters: [],
  fields: [],
} as const

/** Checked by the compiler: each of these would show or send something that the API does not know. */
export const refused = () => [
  // @ts-expect-error no such column
  defineResource(api, { ...base, columns: [{ key: 'nickname', label: '', kind: 'text' }] }),
  // @ts-expect-error a number is not shown as text
  defineResource(api, { ...base, columns: [{ key: 'id', label: '', kind: 'text' }] }),
  // @ts-expect-error a text is not yes or no
  defineResource(api, { ...base, columns: [{ key: 'name', label: '', kind: 'flag' }] }),
  // @ts-expect-error the list is not narrowed by it
  defineResource(api, { ...base, filters: [{ name: 'id', label: '', kind: 'text' }] }),
  // @ts-expect-error the server counts, nobody types it
  defineResource(api, { ...base, fields: [{ name: 'post_count', label: '', kind: 'number' }] }),
  // @ts-expect-error no such column
  defineResource(api, { ...base, defaultSort: { field: 'rank', order: 'asc' } }),
  // @ts-expect-error whose, it has to be told
  defineResource(likes, { ...base, columns: [{ key: 'user_id', label: '', kind: 'user' }] }),
  // @ts-expect-error a category tells nothing of a person
  defineResource(api, { ...base, columns: [{ key: 'personality_tags', label: '', kind: 'personality' }] }),
  defineResource(users, { ...base, columns: [{ key: 'personality_tags', label: '', kind: 'personality' }] }),
  // @ts-expect-error rows have no title
  defineResource(api, { ...base, nameOf: (row) => row.title }),
]

it('keeps the endpoints beside what is shown of them', () => {
  expect(defineResource(api, base).api.list).toMatchObject({ method: 'GET', path: '/admin/categories' })
})

it('knows what is only read', () => {
  const { fields: _, ...read } = base
  expect(isWritten(defineReading(audits, read))).toBe(false)
  expect(isWritten(defineResource(api, base))).toBe(true)
})

it('titles an area by its noun unless told otherwise', () => {
  expect(titleOf(defineResource(api, base))).toBe('项管理')
  expect(titleOf(defineResource(api, { ...base, title: '记录' }))).toBe('记录')
})
