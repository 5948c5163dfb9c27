import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderInApp } from '#test/render.tsx'
import { toast } from './toast.ts'

describe('Toaster', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    act(() => void vi.runAllTimers())
    vi.useRealTimers()
  })

  const shown = () =>
    within(screen.getByRole('status'))
      .queryAllByText(/./, { selector: 'p span' })
      .map((text) => text.textContent)

  it('announces messages politely and removes each after its time', () => {
    renderInApp(null)
    expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'polite')
    act(() => toast.success('评论成功'))
    act(() => void vi.advanceTimersByTime(1000))
    act(() => toast.error('发送失败'))
    expect(shown()).toEqual(['评论成功', '发送失败'])
    act(() => void vi.advanceTimersByTime(1000))
    expect(shown()).toEqual(['发送失败'])
    act(() => void vi.advanceTimersByTime(1000))
    expect(shown()).toEqual([])
  })

  it('shows a repeated message once and three at most', () => {
    renderInApp(null)
    act(() => {
      for (const text of ['一', '一', '二', '三', '四']) toast.info(text)
    })
    expect(shown()).toEqual(['二', '三', '四'])
  })

  it('offers to take a success back for seven seconds, once', () => {
    renderInApp(null)
    const undo = vi.fn()
    act(() => toast.undoable('删除成功', undo))
    act(() => void vi.advanceTimersByTime(6999))
    fireEvent.click(screen.getByRole('button', { name: '撤销' }))
    expect(undo).toHaveBeenCalledOnce()
    expect(shown()).toEqual([])
    act(() => toast.undoable('删除成功', undo))
    act(() => void vi.advanceTimersByTime(7000))
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
  })
})
