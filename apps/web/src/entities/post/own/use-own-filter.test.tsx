import { act, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { useOwnFilter } from './own-filter.ts'

it('keeps a change that the address does not show yet when another one follows', () => {
  const { result } = renderHook(() => ({ change: useOwnFilter()[1], search: useLocation().search }), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={['/?category=5&page=2']}>{children}</MemoryRouter>,
  })
  act(() => {
    const { change } = result.current
    change({ category: 1 })
    change({ keyword: '笔记' })
  })
  expect(Object.fromEntries(new URLSearchParams(result.current.search))).toEqual({ category: '1', keyword: '笔记' })
  act(() => result.current.change({ page: 3 }))
  expect(new URLSearchParams(result.current.search).get('page')).toBe('3')
})
