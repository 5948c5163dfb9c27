import { describe, expect, it } from 'vitest'
import { pageItems } from './page-items.ts'

const shown = (current: number, pages: number) =>
  pageItems(current, pages)
    .map((item) => (typeof item === 'number' ? item : '…'))
    .join(' ')

describe('the page bar', () => {
  it('shows up to seven pages fully', () => {
    expect(shown(1, 0)).toBe('')
    expect(shown(1, 1)).toBe('1')
    expect(shown(4, 7)).toBe('1 2 3 4 5 6 7')
  })

  it('leaves out pages far from the current one', () => {
    expect(shown(1, 8)).toBe('1 2 3 4 5 … 8')
    expect(shown(4, 8)).toBe('1 2 3 4 5 … 8')
    expect(shown(5, 8)).toBe('1 … 4 5 6 7 8')
    expect(shown(8, 8)).toBe('1 … 4 5 6 7 8')
    expect(shown(5, 9)).toBe('1 … 4 5 6 … 9')
    expect(shown(50, 100)).toBe('1 … 49 50 51 … 100')
  })

  it('always has seven places and the current page among them, each once', () => {
    for (let pages = 8; pages < 30; pages += 1) {
      for (let current = 1; current <= pages; current += 1) {
        const items = pageItems(current, pages)
        expect(items).toHaveLength(7)
        expect(items).toContain(current)
        expect(new Set(items).size).toBe(7)
      }
    }
  })
})
