import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderInApp } from '#test/render.tsx'
import { PillSelect } from './PillSelect.tsx'

const choices = [
  { value: 'new', label: '最新' },
  { value: 'hot', label: '最热' },
]

describe('PillSelect', () => {
  it('reports another choice made with the keyboard', async () => {
    const onChange = vi.fn()
    const { user } = renderInApp(<PillSelect label="排序" choices={choices} value="new" onChange={onChange} />)
    await user.click(screen.getByRole('button', { name: '排序：最新' }))
    expect(await screen.findByRole('option', { name: '最新' })).toHaveAttribute('aria-selected', 'true')
    expect(document.documentElement).toHaveAttribute('data-scroll-locked')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onChange.mock.calls).toEqual([['hot']])
    await waitFor(() => expect(document.documentElement).not.toHaveAttribute('data-scroll-locked'))
  })

  it('does not report the current choice', async () => {
    const onChange = vi.fn()
    const { user } = renderInApp(<PillSelect label="排序" choices={choices} value="new" onChange={onChange} />)
    await user.click(screen.getByRole('button', { name: '排序：最新' }))
    await user.click(await screen.findByRole('option', { name: '最新' }))
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    expect(onChange).not.toHaveBeenCalled()
  })
})
