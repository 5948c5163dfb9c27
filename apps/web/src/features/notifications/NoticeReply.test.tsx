import * as comments from '@shiliu/contract/comments'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { writeItem } from '#api/storage.ts'
import { fakeServer, renderInApp, signIn, viewer } from '#test/render.tsx'
import { NoticeReply } from './NoticeReply.tsx'

/** Two notifications about comments of one note, with open replies. */
function Replies() {
  const [first, setFirst] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setFirst(false)}>
        收起
      </button>
      {first && <NoticeReply postId={7} commentId={12} name="小一" onClose={vi.fn()} />}
      <NoticeReply postId={7} commentId={13} name="小二" onClose={vi.fn()} />
    </>
  )
}

/** What an earlier visit left: an editor takes no typing outside a browser. */
const leave = (commentId: number) =>
  writeItem(
    `copy:user-${viewer.id}:notice-reply/${commentId}:left`,
    JSON.stringify({ keptAt: Date.now(), value: '同意' }),
  )

it('waits for itself, and no more once it is gone', async () => {
  signIn()
  leave(12)
  leave(13)
  const server = fakeServer()
  server.reply(comments.create, () => ({ status: 429, retryAfter: 30, message: '操作太频繁，请 30 秒后再试' }))
  const { user } = renderInApp(<Replies />)
  for (const nth of [0, 1]) {
    const button = () => screen.getAllByRole('button', { name: '发送' })[nth] as HTMLElement
    await waitFor(() => expect(button()).toBeEnabled())
    await user.click(button())
    await waitFor(() => expect(screen.getAllByText(/秒后自动再试/)).toHaveLength(nth + 1))
  }
  await user.click(screen.getByRole('button', { name: '收起' }))
  expect(await screen.findByText('操作太频繁，请 30 秒后再试')).toBeVisible()
  expect(screen.getAllByText(/秒后自动再试/)).toHaveLength(1)
  expect(server.requests.map(({ body }) => (body as { parent_id: number }).parent_id)).toEqual([12, 13])
})
