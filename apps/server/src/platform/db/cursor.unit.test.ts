import { PAGE } from '@shiliu/contract/limits'
import { describe, expect, it } from 'vitest'
import { idKey, listCursor, valueAndIdKey } from './cursor.ts'

const list = listCursor('numbers', valueAndIdKey)
const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const first = { page: 1, limit: 2 }
const rows = [
  { value: 0.1 + 0.2, id: 3 },
  { value: 0.1, id: 2 },
  { value: -1, id: 1 },
]
const keyOf = (row: { value: number; id: number }): [number, number] => [row.value, row.id]

describe('a cursor', () => {
  it('continues after the last row of the page, with the next ordinal and any limit', () => {
    const { rows: shown, pagination } = list.page(rows, list.position(first), 7, keyOf)
    expect(shown).toEqual(rows.slice(0, 2))
    expect(pagination).toEqual({ page: 1, limit: 2, total: 7, pages: 4, next_cursor: expect.any(String) })
    const cursor = pagination.next_cursor ?? undefined
    const second = list.position({ page: 9, limit: 5, cursor })
    expect(second).toEqual({ page: 2, limit: 5, after: [0.1, 2] })
    expect(list.page(rows.slice(2), second, 7, keyOf).pagination).toMatchObject({ page: 2, next_cursor: null })
  })

  it('is short and ends with the rows', () => {
    const large = Array.from({ length: 2 }, () => ({ value: -Number.MAX_VALUE, id: Number.MAX_SAFE_INTEGER }))
    const at = { page: 1_000_000, limit: 1 }
    expect(list.page(large, at, 2, keyOf).pagination.next_cursor?.length).toBeLessThan(PAGE.maxCursor / 2)
    expect(list.page(rows.slice(0, 2), first, 2, keyOf).pagination.next_cursor).toBeNull()
    expect(list.page([], first, 0, keyOf)).toMatchObject({ rows: [], pagination: { next_cursor: null } })
  })

  const good = list.page(rows, first, 3, keyOf).pagination.next_cursor ?? ''
  const [name] = JSON.parse(Buffer.from(good, 'base64url').toString())
  it.each([
    ['of another list', listCursor('letters', valueAndIdKey).page(rows, first, 3, keyOf).pagination.next_cursor],
    ['of another kind', listCursor('numbers', idKey).page(rows, first, 3, ({ id }) => id).pagination.next_cursor],
    ['made of nothing', '!'],
    ['that is no JSON', 'abc'],
    ['that is no array', cursorOf({ page: 2 })],
    ['without a key', cursorOf([name, 2])],
    ['with a text as key', cursorOf([name, 2, ['1', 1]])],
    ['with a fraction as id', cursorOf([name, 2, [1, 1.5]])],
    ['with a longer key', cursorOf([name, 2, [1, 1, 1]])],
    ['of the first page', cursorOf([name, 1, [1, 1]])],
    ['with more behind it', cursorOf([name, 2, [1, 1], 1])],
    ['spelled differently', `${good}=`],
    ['with spaces', Buffer.from(`[ "${name}",2,[1,1]]`).toString('base64url')],
  ])('%s is refused', (_, cursor) => {
    expect(() => list.position({ ...first, cursor: String(cursor) })).toThrow('分页游标无效')
  })
})
