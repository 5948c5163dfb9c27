import * as collections from '@shiliu/contract/collections'
import * as likes from '@shiliu/contract/likes'
import * as posts from '@shiliu/contract/posts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { authDialog } from '#entities/user/require-login.ts'
import { makePost } from '#test/data.ts'
import { fakeServer, renderInApp, signIn } from '#test/render.tsx'
import { toggleCollect, toggleLike, useNote } from './post.queries.ts'
import { CollectButton, LikeButton } from './ReactionButtons.tsx'

/** The buttons of a note. */
function Reactions({ id }: { id: number }) {
  const { post } = useNote(id)
  if (!post) return null
  return (
    <>
      <LikeButton liked={post.liked} count={post.like_count} onToggle={() => toggleLike(post, { announce: true })} />
      <CollectButton collected={post.collected} count={post.collect_count} onToggle={() => toggleCollect(post)} />
    </>
  )
}

const like = (count: number) => screen.findByRole('button', { name: `点赞 ${count}` })
const collect = (count: number) => screen.findByRole('button', { name: `收藏 ${count}` })

/** A note with 4 likes and 2 collections, neither by the viewer. */
function setUp(id: number) {
  const server = fakeServer()
  server.reply(posts.get, () => ({ data: makePost({ id }) }))
  const writes = () => server.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method)
  return { server, writes, ...renderInApp(<Reactions id={id} />) }
}

describe('like and collect buttons', () => {
  it('like at once and take the count that the server answers', async () => {
    signIn()
    const { server, user } = setUp(1)
    const respond = server.hold(likes.create, () => ({ data: { liked: true, likeCount: 9 } }))
    await user.click(await like(4))
    expect(await like(5)).toHaveAttribute('aria-pressed', 'true')
    expect(screen.queryByText('点赞成功')).toBeNull()
    respond()
    expect(await like(9)).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByText('点赞成功')).toBeVisible()
    expect(server.requests.at(-1)?.body).toEqual({ target_type: 1, target_id: 1 })
  })

  it('roll back with a message when the server fails', async () => {
    signIn()
    const { server, user } = setUp(4)
    const respond = server.hold(collections.create, () => ({ status: 500, message: '服务器内部错误' }))
    await user.click(await collect(2))
    expect(await collect(3)).toHaveAttribute('aria-pressed', 'true')
    respond()
    expect(await collect(2)).toHaveAttribute('aria-pressed', 'false')
    expect(screen.getByText('操作失败，请重试')).toBeVisible()
  })

  it('fetch the note again when it turns out to be deleted', async () => {
    signIn()
    const { server, user } = setUp(6)
    server.reply(likes.create, () => ({ status: 404, message: '笔记不存在' }))
    const button = await like(4)
    server.requests.length = 0
    await user.click(button)
    expect(await screen.findByText('笔记不存在')).toBeVisible()
    await waitFor(() => expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']))
  })

  it('ask a guest to sign in and send nothing', async () => {
    const { user, writes } = setUp(7)
    const opened = vi.spyOn(authDialog, 'set')
    await user.click(await like(4))
    await user.click(await collect(2))
    expect(opened.mock.calls).toEqual([['login'], ['login']])
    expect(screen.getByText('请先登录')).toBeVisible()
    expect(await like(4)).toHaveAttribute('aria-pressed', 'false')
    expect(writes()).toEqual([])
  })
})
