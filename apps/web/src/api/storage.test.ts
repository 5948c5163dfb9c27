import { afterEach, expect, test, vi } from 'vitest'
import { readItem, sessionItems, writeItem } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

function refuse(): never {
  throw new DOMException('denied', 'SecurityError')
}
const refusing = { getItem: refuse, setItem: refuse, removeItem: refuse }

test('a tab without storage goes without what it would keep', () => {
  vi.stubGlobal('sessionStorage', refusing)
  expect(sessionItems.write('a', '1')).toBe(false)
  expect(sessionItems.write('a', null)).toBe(false)
  expect(sessionItems.read('a')).toBeNull()
})

test('a tab with storage keeps it until it is removed', () => {
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
  expect([sessionItems.write('a', '1'), sessionItems.read('a')]).toEqual([true, '1'])
  expect([sessionItems.write('a', null), sessionItems.read('a')]).toEqual([true, null])
})

test('what is kept for longer stays in memory where it is refused', () => {
  vi.stubGlobal('localStorage', refusing)
  expect([writeItem('b', '1'), readItem('b')]).toEqual([false, '1'])
  writeItem('b', null)
  expect(readItem('b')).toBeNull()
})
