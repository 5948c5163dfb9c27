import { categories as api } from '@shiliu/contract/admin/categories'
import { IconCategory } from '@tabler/icons-react'
import { expect, it } from 'vitest'
import { defineResource } from './define-resource.ts'

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
  // @ts-expect-error rows have no title
  defineResource(api, { ...base, nameOf: (row) => row.title }),
]

it('keeps the endpoints beside what is shown of them', () => {
  expect(defineResource(api, base).api.list).toMatchObject({ method: 'GET', path: '/admin/categories' })
})
