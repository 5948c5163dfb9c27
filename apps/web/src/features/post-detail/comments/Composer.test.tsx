import * as comments from '@shiliu/contract/comments'
import { act, screen, waitFor } from '@testing-library/react'
import { useEffect, useEffectEvent } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { userSession } from '#api/session.ts'
import { writeItem } from '#api/storage.ts'
import { countCopies } from '#data/local-copies.ts'
import { cancelWaiting } from '#data/patience.ts'
import { commentStep } from '#entities/comment/comment.queries.ts'
import { WaitingLine } from '#entities/query/WaitingLine.tsx'
import { makeComment } from '#test/data.ts'
import { fakeServer, renderInApp, signIn, viewer } from '#test/render.tsx'
import { Composer } from './Composer.tsx'
import { type ComposerState, type ReplyTarget, useComposer } from './use-composer.ts'

type Props = { target: ReplyTarget | null; onSent: (id: number) => void; onState: (state: ComposerState) => void }

function Footer({ target, onSent, onState }: Props) {
  const composer = useComposer(7, onSent)
  const report = useEffectEvent(onState)
  useEffect(() => report(composer), [composer])
  return (
    <>
      <WaitingLine name={commentStep(7, composer.target?.commentId ?? null)} />
      {composer.opened ? (
        <Composer composer={composer} />
      ) : (
        <button type="button" disabled={composer.sending} onClick={() => composer.open(target)}>
          写评论
        </button>
      )}
    </>
  )
}

/** An open composer below note 7. The text is set directly: an editor takes no typing outside a browser. */
async function setUp({ target = null as ReplyTarget | null, text = '' } = {}) {
  signIn()
  const server = fakeServer()
  const onSent = vi.fn()
  const onState = vi.fn<(state: ComposerState) => void>()
  const { user, unmount } = renderInApp(<Footer target={target} onSent={onSent} onState={onState} />)
  await user.click(screen.getByRole('button', { name: '写评论' }))
  const state = () => onState.mock.lastCall?.[0]
  act(() => state()?.setContent(text))
  return { server, user, unmount, onSent, state }
}

/** A form asks for 150 ms which copies others are writing. */
const offersAreKnown = () => act(() => new Promise((resolve) => setTimeout(resolve, 200)))

const send = () => screen.getByRole('button', { name: '发送' })

describe('Composer', () => {
  it.each([
    ['nothing', ''],
    ['nothing that anybody would see', '\u200b\u3164<br>\u2800'],
  ])('cannot send %s', async (_, text) => {
    const { server, state } = await setUp({ text })
    expect(send()).toBeDisabled()
    await act(async () => state()?.send())
    expect(screen.getByText('请输入评论内容或上传图片')).toBeVisible()
    expect(server.requests).toEqual([])
  })

  it('counts what is too long and does not send it', async () => {
    const { user, state } = await setUp({ text: '长'.repeat(1001) })
    expect(await screen.findByText('超出 1 字')).toHaveAttribute('role', 'alert')
    expect(screen.getByRole('textbox', { name: '写评论' })).toBeInvalid()
    expect(send()).toBeDisabled()
    act(() => state()?.setContent('长'.repeat(1000)))
    expect(await screen.findByText('还能写 0 字')).not.toHaveAttribute('role')
    expect(send()).toBeEnabled()
    await user.click(screen.getByRole('button', { name: '取消' }))
    expect(state()?.content).toBe('')
  })

  it('closes at once, sends once and reports the new comment', async () => {
    const { server, user, onSent, state } = await setUp({ text: '好吃' })
    const respond = server.hold(comments.create, () => ({ data: makeComment({ id: 31 }) }))
    await user.click(send())
    expect(screen.getByRole('button', { name: '写评论' })).toBeDisabled()
    await act(async () => state()?.send())
    respond()
    expect(await screen.findByText('评论成功')).toBeVisible()
    expect(onSent.mock.calls).toEqual([[31]])
    expect(server.requests.map(({ body }) => body)).toEqual([{ post_id: 7, content: '好吃', parent_id: null }])
    expect(state()?.content).toBe('')
  })

  it('opens again with the text and the target when sending fails', async () => {
    const target = { commentId: 12, nickname: '小二' }
    const { server, user, onSent, state } = await setUp({ target, text: '同意' })
    server.reply(comments.create, () => ({ status: 404, message: '评论不存在' }))
    await user.click(send())
    expect(await screen.findByText('评论不存在')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('textbox', { name: '回复 小二' })).toHaveTextContent('同意'))
    expect(state()).toMatchObject({ content: '同意', target, opened: true, sending: false })
    expect(server.requests.map(({ body }) => body)).toEqual([{ post_id: 7, content: '同意', parent_id: 12 }])
    expect(onSent).not.toHaveBeenCalled()
  })

  it('waits as long as the server says, counts down and sends again by itself', async () => {
    const { server, user, onSent } = await setUp({ text: '慢一点' })
    const answers = [{ status: 429, retryAfter: 1 }, { data: makeComment({ id: 31 }) }]
    server.reply(comments.create, () => answers.shift() ?? { status: 500 })
    await user.click(send())
    expect(await screen.findByText('1 秒后自动再试')).toBeVisible()
    await waitFor(() => expect(onSent.mock.calls).toEqual([[31]]), { timeout: 5000 })
    const [first, second] = server.requests.map(({ key }) => key)
    expect([first, server.requests.length]).toEqual([second, 2])
  })

  it('counts down a reply apart from the comments and other replies of the note', async () => {
    const { server, user } = await setUp({ target: { commentId: 12, nickname: '小二' }, text: '慢一点' })
    server.reply(comments.create, () => ({ status: 429, retryAfter: 30 }))
    await user.click(send())
    expect(await screen.findByText('30 秒后自动再试')).toBeVisible()
    act(() => {
      cancelWaiting(commentStep(7, null))
      cancelWaiting(commentStep(7, 13))
    })
    expect(screen.getByText(/秒后自动再试/)).toBeVisible()
    act(() => cancelWaiting(commentStep(7, 12)))
    await waitFor(() => expect(screen.queryByText(/秒后自动再试/)).toBeNull())
  })

  it('sends nothing and stays closed when the person signs out meanwhile', async () => {
    const { server, user, state } = await setUp({ text: '不等' })
    server.reply(comments.create, () => ({ status: 429, retryAfter: 30 }))
    await user.click(send())
    expect(await screen.findByText('30 秒后自动再试')).toBeVisible()
    act(() => userSession.clear())
    await waitFor(() => expect(state()).toMatchObject({ content: '', opened: false, sending: false }))
    expect(screen.getByText('已退出登录，没有再发送')).toBeVisible()
    expect(server.requests).toHaveLength(1)
  })

  it('waits no more once the note was left, and has the text at the next visit', async () => {
    const { server, user, unmount } = await setUp({ text: '等不及' })
    server.reply(comments.create, () => ({ status: 429, retryAfter: 30 }))
    await user.click(send())
    expect(await screen.findByText('30 秒后自动再试')).toBeVisible()
    unmount()
    const next = renderInApp(<Footer target={null} onSent={vi.fn()} onState={vi.fn()} />)
    expect(screen.queryByText(/自动再试/)).toBeNull()
    await next.user.click(screen.getByRole('button', { name: '写评论' }))
    await waitFor(() => expect(screen.getByRole('textbox', { name: '写评论' })).toHaveTextContent('等不及'))
    expect(server.requests).toHaveLength(1)
  })

  it('says which pictures an earlier visit could not upload', async () => {
    const value = { content: '有图', target: null, images: ['/a.webp'], unsent: 2 }
    writeItem(`copy:user-${viewer.id}:comment/7:left`, JSON.stringify({ keptAt: Date.now(), value }))
    const { state } = await setUp()
    expect(await screen.findByText('评论里有2张图片没有传完，要重新选')).toBeVisible()
    expect(state()?.uploader.get()).toMatchObject([{ url: '/a.webp', status: 'done' }])
    act(() => state()?.clear())
  })

  it('does not offer at the next visit what is still being sent', async () => {
    const { server, user, unmount } = await setUp({ text: '在路上' })
    const respond = server.hold(comments.create, () => ({ data: makeComment({ id: 31 }) }))
    await user.click(send())
    unmount()
    const next = renderInApp(<Footer target={null} onSent={vi.fn()} onState={vi.fn()} />)
    await next.user.click(screen.getByRole('button', { name: '写评论' }))
    await offersAreKnown()
    expect(screen.getByRole('textbox', { name: '写评论' })).toHaveTextContent('')
    expect(countCopies('user', 1)).toBe(1)
    respond()
    await waitFor(() => expect(countCopies('user', 1)).toBe(0))
    expect(screen.getByRole('textbox', { name: '写评论' })).toHaveTextContent('')
  })

  it('gives the text back when the waiting is called off', async () => {
    const { server, user, state } = await setUp({ text: '不等' })
    server.reply(comments.create, () => ({ status: 429, retryAfter: 30, message: '操作太频繁，请 30 秒后再试' }))
    await user.click(send())
    await user.click(await screen.findByRole('button', { name: '不等了' }))
    expect(await screen.findByText('操作太频繁，请 30 秒后再试')).toBeVisible()
    expect(state()).toMatchObject({ content: '不等', opened: true, sending: false })
    expect(server.requests).toHaveLength(1)
  })
})
