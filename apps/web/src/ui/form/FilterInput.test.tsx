import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderInApp } from '#test/render.tsx'
import { setOverlayAddress } from '#ui/overlay/overlay.ts'
import { FilterInput } from './FilterInput.tsx'

describe('FilterInput', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    setOverlayAddress(false)
    vi.useRealTimers()
  })

  let applied: string[]
  function List() {
    const [filter, setFilter] = useState('旧')
    return (
      <>
        <FilterInput
          label="搜索笔记"
          value={filter}
          maxLength={10}
          onChange={(value) => {
            applied.push(value)
            setFilter(value)
          }}
        />
        <button type="button" onClick={() => setFilter('')}>
          清空条件
        </button>
      </>
    )
  }
  function show() {
    applied = []
    renderInApp(<List />)
    return screen.getByRole('searchbox', { name: '搜索笔记' })
  }
  const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

  it('applies the trimmed text once typing pauses', () => {
    const box = show()
    type(box, '图')
    wait(299)
    type(box, '图书 ')
    wait(299)
    expect(applied).toEqual([])
    wait(1)
    expect(applied).toEqual(['图书'])
    expect(box).toHaveValue('图书 ')
    wait(2000)
    expect(applied).toEqual(['图书'])
  })

  it('applies at once on Enter, and when cleared', () => {
    const box = show()
    type(box, '图书')
    fireEvent.submit(box)
    expect(applied).toEqual(['图书'])
    fireEvent.click(screen.getByRole('button', { name: '清空' }))
    expect(applied).toEqual(['图书', ''])
    wait(2000)
    expect(applied).toEqual(['图书', ''])
  })

  it('waits for the input method to finish', () => {
    const box = show()
    fireEvent.compositionStart(box)
    type(box, 'tu')
    wait(2000)
    expect(applied).toEqual([])
    type(box, '图')
    fireEvent.compositionEnd(box)
    wait(300)
    expect(applied).toEqual(['图'])
  })

  it('waits while a note covers the list, whose address the filter would change', () => {
    const box = show()
    type(box, '图书')
    setOverlayAddress(true)
    wait(2000)
    expect(applied).toEqual([])
    setOverlayAddress(false)
    wait(300)
    expect(applied).toEqual(['图书'])
  })

  it('takes over a filter that is changed from outside', () => {
    const box = show()
    type(box, '图书')
    fireEvent.click(screen.getByRole('button', { name: '清空条件' }))
    expect(box).toHaveValue('')
    wait(2000)
    expect(applied).toEqual([])
  })
})
