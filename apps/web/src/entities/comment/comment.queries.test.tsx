import * as api from '@shiliu/contract/comments'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { comments, notes, tick } from '#data/records.ts'
import { makeComment, makePost } from '#test/data.ts'
import { fakeServer, renderInApp, signIn } from '#test/render.tsx'
import { dropComment, loadReplies, useComments, useReplies, writeComment } from './comment.queries.ts'

const page = { page: 1, limit: 5, total: 4, pages: 1 }
const reply = (id: number, parent_id = 4) => makeComment({ id, parent_id })
const thread = (id: number, ...replies: ReturnType<typeof reply>[]) => ({
  ...makeComment({ id, reply_count: replies.length }),
  replies,
  reply_total: replies.length,
})

function Comments() {
  const { query, items } = useComments(7, 'desc', 1)
  return (
    <>
      <button type="button" onClick={() => query.fetchNextPage()}>
        more
      </button>
      <ul>
        {items.map((one) => (
          <li key={one.id}>
            {one.id}
            <Replies thread={one} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Replies(props: { thread: Parameters<typeof useReplies>[0] }) {
  const replies = useReplies(props.thread)
  return replies.map(({ id }) => `,${id}`)
}

const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

/** Note 7 with the threads 4, which has the reply 6, and 3. */
async function setUp() {
  signIn()
  const server = fakeServer()
  server.reply(api.listOfPost, () => ({
    data: { comments: [thread(4, reply(6)), thread(3)], pagination: { ...page, next_cursor: 'after 3' } },
  }))
  notes.put([makePost({ id: 7, comment_count: 1 })], tick())
  renderInApp(<Comments />)
  await waitFor(() => expect(shown()).toEqual(['4,6', '3']))
  return server
}

describe('comments', () => {
  it('written and deleted while the next page loads stay so, and are counted', async () => {
    const server = await setUp()
    expect(notes.get(7)?.comment_count).toBe(4)
    const answer = server.hold(api.listOfPost, () => ({
      data: { comments: [thread(3), thread(2)], pagination: { ...page, next_cursor: null } },
    }))
    act(() => screen.getByRole('button').click())
    server.reply(api.create, () => ({ data: makeComment({ id: 9 }) }))
    await act(() => writeComment(7, '好', null))
    server.reply(api.create, () => ({ data: reply(10, 6) }))
    await act(() => writeComment(7, '好', 6))
    act(() => dropComment(7, 3, 1))
    expect(notes.get(7)?.comment_count).toBe(5)
    answer()
    await waitFor(() => expect(shown()).toEqual(['9', '4,6,10', '2']))
    expect(comments.get(6)?.reply_count).toBe(1)
  })

  it('deleted take their replies along', async () => {
    const server = await setUp()
    server.reply(api.create, () => ({ data: reply(10, 6) }))
    await act(() => writeComment(7, '好', 6))
    expect(shown()).toEqual(['4,6,10', '3'])
    act(() => dropComment(7, 6, 2))
    expect(shown()).toEqual(['4', '3'])
    expect(comments.get(4)).toMatchObject({ reply_total: 0, reply_count: 0 })
    expect(notes.get(7)?.comment_count).toBe(3)
  })

  it('load the replies of a thread to the end, though others are written and deleted meanwhile', async () => {
    const server = await setUp()
    comments.patch([4], { reply_total: 4, next: { page: 1 } }, tick())
    const cursors: (string | undefined)[] = []
    server.reply(api.replies, ({ query }) => {
      cursors.push(query.cursor)
      const found = query.cursor ? [reply(12)] : [reply(6), reply(8), reply(11)]
      return { data: { comments: found, pagination: { ...page, next_cursor: query.cursor ? null : 'after 11' } } }
    })
    await act(() => loadReplies(4))
    server.reply(api.create, () => ({ data: reply(20) }))
    await act(() => writeComment(7, '好', 4))
    act(() => dropComment(7, 8, 1))
    await act(() => loadReplies(4))
    expect(cursors).toEqual([undefined, 'after 11'])
    expect(shown()).toEqual(['4,6,11,12,20', '3'])
    expect(comments.get(4)?.next).toBeNull()
  })
})
