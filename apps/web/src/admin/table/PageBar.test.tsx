import { screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { renderInApp } from '#test/render.tsx'
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

describe('the jump field', () => {
  function setUp(pages: number) {
    const onPage = vi.fn()
    const pagination = { page: 1, limit: 20, total: pages * 20, pages }
    const { user } = renderInApp(<PageBar pagination={pagination} page={2} onPage={onPage} onPreload={() => {}} />)
    return { user, onPage }
  }
  const field = () => screen.getByRole('textbox', { name: /跳到第几页/ })

  it('leads to the typed page, at most to the last', async () => {
    const { user, onPage } = setUp(12_345)
    await user.type(field(), '678{Enter}')
    await user.type(field(), '99999')
    await user.click(screen.getByRole('button', { name: '跳转' }))
    expect(onPage.mock.calls).toEqual([[678], [12_345]])
    expect(field()).toHaveValue('')
  })

  it('ignores what is no page, and the current one', async () => {
    const { user, onPage } = setUp(12)
    for (const typed of ['0', 'x', '1.5', '-3']) {
      await user.clear(field())
      await user.type(field(), `${typed}{Enter}`)
    }
    await user.clear(field())
    await user.type(field(), '{Enter}2{Enter}')
    expect(onPage).not.toHaveBeenCalled()
  })

  it('is not there where all pages are shown', () => {
    setUp(7)
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})
