import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { PageBar } from './PageBar.tsx'

/** The texts of the page buttons and gaps, in order. */
function items(page: number, pages: number): string[] {
  const markup = renderToStaticMarkup(
    <PageBar
      pagination={{ page, limit: 20, total: pages * 20, pages }}
      page={page}
      onPage={() => {}}
      onPreload={() => {}}
    />,
  )
  return Array.from(markup.matchAll(/>(\d+|…)<\/(?:button|span)>/g), ([, text = '']) => text)
}
const shown = (page: number, pages: number) => items(page, pages).join(' ')

describe('the page bar', () => {
  it('shows all of up to seven pages', () => {
    expect(shown(1, 0)).toBe('1')
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

  it('always has seven items that include the current page, each page once', () => {
    for (let pages = 8; pages < 30; pages += 1) {
      for (let page = 1; page <= pages; page += 1) {
        const all = items(page, pages)
        const numbers = all.filter((item) => item !== '…')
        expect(all).toHaveLength(7)
        expect(numbers).toContain(String(page))
        expect(new Set(numbers).size).toBe(numbers.length)
      }
    }
  })
})
