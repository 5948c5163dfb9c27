import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderInApp } from '#test/render.tsx'
import { Pager } from './Pager.tsx'

const button = (name: string) => screen.getByRole('button', { name })

describe('Pager', () => {
  it('goes to the neighbouring pages', async () => {
    const onPage = vi.fn()
    const { user } = renderInApp(<Pager page={2} pages={3} onPage={onPage} />)
    await user.click(button('上一页'))
    await user.click(button('下一页'))
    expect(onPage.mock.calls).toEqual([[1], [3]])
  })

  it('keeps the focus on a button that leads nowhere', async () => {
    const onPage = vi.fn()
    const { user } = renderInApp(<Pager page={3} pages={3} onPage={onPage} />)
    await user.click(button('下一页'))
    expect(button('下一页')).toHaveFocus()
    expect(button('下一页')).toHaveAttribute('aria-disabled', 'true')
    expect(onPage).not.toHaveBeenCalled()
  })

  it('is absent for a single page', () => {
    renderInApp(<Pager page={1} pages={1} onPage={() => {}} />)
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})
