import * as collections from '@shiliu/contract/collections'
import * as likes from '@shiliu/contract/likes'
import * as posts from '@shiliu/contract/posts'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { authDialog } from '#entities/user/require-login.ts'
import { makePost } from '#test/data.ts'
import { fakeServer, renderInApp, signIn } from '#test/render.tsx'
import { CollectButton, LikeButton } from './ReactionButtons.tsx'
import { useToggleCollect } from './use-toggle-collect.ts'
import { useToggleLike } from './use-toggle-like.ts'

/** The buttons of a note in the cache. */
function Reactions({ id }: { id: number }) {
  const { data: post } = useQuery({ queryKey: keys.post(id), queryFn: () => call(posts.get, { params: { id } }) })
  const toggleLike = useToggleLike({ announce: true })
  const toggleCollect = useToggleCollect()
  if (!post) return null
  return (
    <>
      <LikeButton liked={post.liked} count={post.like_count} onToggle={() => toggleLike(post)} />
      <CollectButton collected={post.collected} count={post.collect_count} onToggle={() => toggleCollect(post)} />
    </>
  )
}

const like = (count: number) => screen.findByRole('button', { name: `点赞 ${count}` })
const collect = (count: number) => screen.findByRole('button', { name: `收藏 ${count}` })

/** A note with 4 likes and 2 collections, neither by the viewer. Each test has its own: toggles are shared by id. */
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

  it('end rapid clicks in the last wish, with one request in flight at a time', async () => {
    signIn()
    const { server, user, writes } = setUp(2)
    const respond = server.hold(likes.create, () => ({ data: { liked: true, likeCount: 5 } }))
    server.reply(likes.remove, () => ({ data: { liked: false, likeCount: 4 } }))
    await user.click(await like(4))
    for (const count of [5, 4, 5]) await user.click(await like(count))
    expect(await like(4)).toHaveAttribute('aria-pressed', 'false')
    expect(writes()).toEqual(['POST'])
    respond()
    await screen.findByText('取消点赞成功')
    expect(writes()).toEqual(['POST', 'DELETE'])
    expect(await like(4)).toHaveAttribute('aria-pressed', 'false')
  })

  it('send nothing more when the last wish is what was sent', async () => {
    signIn()
    const { server, user, writes } = setUp(3)
    const respond = server.hold(collections.create, () => ({ data: { collected: true, collectCount: 3 } }))
    await user.click(await collect(2))
    await user.click(await collect(3))
    await user.click(await collect(2))
    respond()
    expect(await screen.findByText('收藏成功')).toBeVisible()
    expect(writes()).toEqual(['POST'])
    expect(await collect(3)).toHaveAttribute('aria-pressed', 'true')
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

  it('roll back to the last answer when the second of two requests fails', async () => {
    signIn()
    const { server, user } = setUp(5)
    const respond = server.hold(likes.create, () => ({ data: { liked: true, likeCount: 6 } }))
    server.reply(likes.remove, () => ({ status: 500, message: '服务器内部错误' }))
    await user.click(await like(4))
    await user.click(await like(5))
    respond()
    expect(await like(6)).toHaveAttribute('aria-pressed', 'true')
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
