import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#api/error.ts'
import { renderInApp } from '#test/render.tsx'
import { ListEnd, type PagedQuery } from './ListEnd.tsx'

/** Tells the observers that what they observe is visible. */
let scrollToEnd: () => void

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const observers = new Set<() => void>()
  scrollToEnd = () => {
    for (const notify of observers) notify()
    act(() => void vi.advanceTimersByTime(200))
  }
  class Observer {
    notify: () => void
    constructor(callback: IntersectionObserverCallback) {
      const entries = [{ isIntersecting: true } as IntersectionObserverEntry]
      this.notify = () => callback(entries, this as unknown as IntersectionObserver)
    }
    observe() {
      observers.add(this.notify)
    }
    disconnect() {
      observers.delete(this.notify)
    }
  }
  vi.spyOn(globalThis, 'IntersectionObserver').mockImplementation(Observer as never)
  return () => vi.useRealTimers()
})

/** A list with a further page. */
function listEnd(state: Partial<PagedQuery> = {}) {
  const fetchNextPage = vi.fn()
  const query: PagedQuery = {
    isFetching: false,
    isFetchNextPageError: false,
    isFetchingNextPage: false,
    hasNextPage: true,
    error: null,
    fetchNextPage,
    ...state,
  }
  return { fetchNextPage, ...renderInApp(<ListEnd query={query} />) }
}

describe('ListEnd', () => {
  it('requests the next page when it stays in sight', () => {
    const { fetchNextPage } = listEnd()
    expect(fetchNextPage).not.toHaveBeenCalled()
    scrollToEnd()
    expect(fetchNextPage).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('没有更多内容了')).toBeNull()
  })

  it('requests nothing while a page loads', () => {
    const { fetchNextPage } = listEnd({ isFetching: true, isFetchingNextPage: true })
    expect(screen.getByText('加载中')).toBeVisible()
    scrollToEnd()
    expect(fetchNextPage).not.toHaveBeenCalled()
  })

  it('waits for the retry button after a failure', async () => {
    const { fetchNextPage } = listEnd({ isFetchNextPageError: true, error: new ApiError(0, '网络连接失败') })
    expect(screen.getByText('网络连接失败')).toBeVisible()
    scrollToEnd()
    expect(fetchNextPage).not.toHaveBeenCalled()
    act(() => screen.getByRole('button', { name: '重试' }).click())
    expect(fetchNextPage).toHaveBeenCalledTimes(1)
  })

  it('says that the list ends and requests nothing more', () => {
    const { fetchNextPage } = listEnd({ hasNextPage: false })
    expect(screen.getByText('没有更多内容了')).toBeVisible()
    scrollToEnd()
    expect(fetchNextPage).not.toHaveBeenCalled()
  })
})
