import type { Pagination } from '@shiliu/contract/common'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { messageOf } from '#api/error.ts'
import { queryClient } from '#api/query-client.ts'
import { renderInApp } from '#test/render.tsx'
import { change } from './changes.ts'
import { addToList, invalidate, reload, useList } from './lists.ts'
import { createRecords, type PageStart, tick } from './records.ts'

type Thing = { id: number; liked: boolean }

const KEY = ['things']
const things = createRecords<Thing, 'id'>('id')

type Answer = { items: Thing[]; pagination: Pagination }

/** A list whose requests the test answers: `answer` answers the latest one and returns where its page starts. */
function setUp() {
  const asked: { start: PageStart; resolve: (answer: Answer) => void }[] = []
  const fetch = (start: PageStart) => new Promise<Answer>((resolve) => asked.push({ start, resolve }))
  async function answer(next_cursor: string | null, ...items: Thing[]) {
    await waitFor(() => expect(asked).not.toEqual([]))
    const latest = asked.splice(0).at(-1)
    await act(async () =>
      latest?.resolve({ items, pagination: { page: 1, limit: 2, total: 9, pages: 5, next_cursor } }),
    )
    return latest?.start
  }
  function List() {
    const { query, items } = useList({ key: KEY, records: things, fetch })
    return (
      <>
        <p data-testid="shown">{items.map(({ id, liked }) => (liked ? `${id}♥` : id)).join(' ')}</p>
        <p>{query.isFetchNextPageError && messageOf(query.error, '')}</p>
        <button type="button" disabled={!query.hasNextPage} onClick={() => query.fetchNextPage()}>
          more
        </button>
      </>
    )
  }
  const { unmount } = renderInApp(<List />)
  const shows = (text: string) => waitFor(() => expect(screen.getByTestId('shown').textContent).toBe(text))
  async function more() {
    await waitFor(() => expect(screen.getByRole('button')).toBeEnabled())
    act(() => screen.getByRole('button').click())
  }
  return { answer, shows, more, unmount }
}

const thing = (id: number, liked = false) => ({ id, liked })

describe('a list', () => {
  it('continues at the cursor, with each thing once and without what is gone', async () => {
    const { answer, shows, more } = setUp()
    await answer('after 2', thing(1), thing(2))
    await more()
    expect(await answer(null, thing(2), thing(3))).toEqual({ cursor: 'after 2' })
    act(() => things.remove(1))
    await shows('2 3')
    expect(screen.getByRole('button')).toBeDisabled()
  })

  it('shows a change that was confirmed while a page that knows nothing of it was under way', async () => {
    const { answer, shows, more } = setUp()
    await answer('after 2', thing(1), thing(2))
    await more()
    const like = { kind: 'like', choice: true, show: () => ({ liked: true }), send: async () => ({ liked: true }) }
    await act(() => change(things, 1, like))
    await answer(null, thing(1), thing(3))
    await shows('1♥ 2 3')
  })

  it('puts what was added first until it is asked for from its start again', async () => {
    const { answer, shows, more } = setUp()
    await answer('after 2', thing(1), thing(2))
    await more()
    act(() => {
      things.put([thing(9)], tick())
      addToList(KEY, 9)
    })
    await answer(null, thing(3))
    await shows('9 1 2 3')
    await act(async () => reload(KEY))
    await answer(null, thing(1), thing(9))
    await shows('1 9')
  })

  // As a browser does that leaves the cursor out of the address.
  it('stops at a page that leads to itself, says so and asks once more when told to', async () => {
    const { answer, shows, more } = setUp()
    await answer('after 2', thing(1), thing(2))
    await more()
    await answer('after 2', thing(1), thing(2))
    await screen.findByText('没有取到新的内容，已经停下')
    await shows('1 2')
    await more()
    expect(await answer(null, thing(3))).toEqual({ cursor: 'after 2' })
    await shows('1 2 3')
    expect(screen.queryByText('没有取到新的内容，已经停下')).toBeNull()
  })

  it('ends where the next page would be one that it has', async () => {
    const { answer, more } = setUp()
    await answer('after 1', thing(1))
    await more()
    await answer('after 2', thing(2))
    await more()
    await answer('after 1', thing(3))
    await waitFor(() => expect(screen.getByRole('button')).toBeDisabled())
  })

  it('keeps its first page while it is reloaded, and all pages when everything is asked for again', async () => {
    const { answer, shows, more, unmount } = setUp()
    await answer('after 1', thing(1))
    await more()
    await answer(null, thing(2))
    await act(async () => invalidate())
    await shows('1 2')
    await answer('after 1', thing(1))
    await answer(null, thing(2))
    await shows('1 2')
    await act(async () => reload(KEY))
    await shows('1')
    await answer('after 1', thing(1))
    await more()
    await answer(null, thing(2))
    unmount()
    // A list that is not shown is short when it is opened again.
    invalidate()
    expect(queryClient.getQueryData<{ pages: unknown[] }>(KEY)?.pages).toHaveLength(1)
  })
})
