import { describe, expect, it } from 'vitest'
import type { Column, Filter } from '../define-resource.ts'
import { formatState, nextSort, parseState, queryOf } from './table-state.ts'

const columns: Column[] = [
  { key: 'id', label: 'ID', kind: 'number', sortable: true },
  { key: 'name', label: '名称', kind: 'text', sortable: true },
  { key: 'note', label: '备注', kind: 'text' },
]
const filters: Filter[] = [
  { name: 'name', label: '名称', kind: 'text' },
  { name: 'is_active', label: '状态', kind: 'select', options: [{ value: '1', label: '激活' }] },
]
const plain = { columns, filters }
const open: Filter = { name: 'category_id', label: '分类', kind: 'select', options: [], optionsFrom: 'categories' }
const sorted = { ...plain, defaultSort: { field: 'id', order: 'asc' } as const }

const read = (text: string, resource: Parameters<typeof parseState>[0] = plain) =>
  parseState(resource, new URLSearchParams(text))

describe('the address of a table', () => {
  it('is empty for the default state', () => {
    expect(read('')).toEqual({ page: 1, filters: {}, sort: null })
    expect(String(formatState(plain, read('')))).toBe('')
    expect(read('', sorted).sort).toEqual({ field: 'id', order: 'asc' })
    expect(String(formatState(sorted, read('', sorted)))).toBe('')
  })

  it('round-trips page, filters and order', () => {
    const state = {
      page: 3,
      filters: { name: '校 园&%', is_active: '1' },
      sort: { field: 'name', order: 'desc' },
    } as const
    expect(parseState(plain, formatState(plain, state))).toEqual(state)
    expect(parseState(sorted, formatState(sorted, state))).toEqual(state)
  })

  it('ignores unknown and invalid parts', () => {
    for (const page of ['0', '-1', '1.5', 'x', '']) expect(read(`page=${page}`).page).toBe(1)
    expect(read('name=%20%20&is_active=7&other=1').filters).toEqual({})
    expect(read('sortField=note&sortOrder=asc').sort).toBeNull()
    expect(read('sortField=name&sortOrder=up').sort).toBeNull()
    expect(read('sortField=password&sortOrder=asc', sorted).sort).toEqual(sorted.defaultSort)
  })

  it('accepts any value of a filter with fetched options', () => {
    expect(read('category_id=12', { columns, filters: [open] }).filters).toEqual({ category_id: '12' })
  })

  it('maps to the query of the list endpoint', () => {
    expect(queryOf(read('page=2&name=%20校&sortField=id&sortOrder=desc'))).toEqual({
      page: 2,
      limit: 20,
      name: '校',
      sortField: 'id',
      sortOrder: 'desc',
    })
  })
})

it('sorts by the pressed button and restores the default when it is pressed again', () => {
  const asc = { field: 'name', order: 'asc' } as const
  const desc = { field: 'name', order: 'desc' } as const
  expect(nextSort(plain, null, asc)).toEqual(asc)
  expect(nextSort(plain, null, desc)).toEqual(desc)
  expect(nextSort(plain, asc, desc)).toEqual(desc)
  expect(nextSort(plain, desc, desc)).toBeNull()
  expect(nextSort(plain, asc, { field: 'id', order: 'asc' })).toEqual({ field: 'id', order: 'asc' })
  expect(nextSort(sorted, desc, desc)).toEqual(sorted.defaultSort)
  expect(nextSort(sorted, sorted.defaultSort, sorted.defaultSort)).toEqual(sorted.defaultSort)
})
