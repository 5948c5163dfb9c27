import * as follows from '@shiliu/contract/follows'
import { relationOf } from '@shiliu/contract/relation'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { fakeServer, renderInApp, signIn } from '#test/render.tsx'
import { FollowButton } from './FollowButton.tsx'
import { authDialog } from './require-login.ts'

const stranger = relationOf(false, false)
const followed = { ...relationOf(true, false), followed: true }
const mutual = { ...relationOf(true, true), followed: true }

describe('FollowButton', () => {
  it('follows at once and keeps what the server answers', async () => {
    signIn()
    const server = fakeServer()
    server.reply(follows.create, () => ({ data: mutual }))
    const { user } = renderInApp(<FollowButton userId="one" nickname="小一" known />)
    await user.click(screen.getByRole('button', { name: '关注 小一' }))
    expect(await screen.findByRole('button', { name: '互相关注 小一' })).toBeVisible()
    expect(screen.getByText('关注成功')).toBeVisible()
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /users/one/follow'])
  })

  it('rolls back with the server’s message when following fails', async () => {
    signIn()
    const server = fakeServer()
    const fail = server.hold(follows.create, () => ({ status: 404, message: '用户不存在' }))
    const { user } = renderInApp(<FollowButton userId="two" nickname="小二" known />)
    await user.click(screen.getByRole('button', { name: '关注 小二' }))
    expect(await screen.findByRole('button', { name: '已关注 小二' })).toBeVisible()
    fail()
    expect(await screen.findByRole('button', { name: '关注 小二' })).toBeVisible()
    expect(screen.getByText('用户不存在')).toBeVisible()
  })

  it('sends one request for a double click', async () => {
    signIn()
    const server = fakeServer()
    server.reply(follows.create, () => ({ data: followed }))
    const { user } = renderInApp(<FollowButton userId="three" nickname="小三" known />)
    await user.dblClick(screen.getByRole('button', { name: '关注 小三' }))
    expect(await screen.findByText('操作太快了，稍等一下')).toBeVisible()
    expect(await screen.findByRole('button', { name: '已关注 小三' })).toBeVisible()
    expect(server.requests).toHaveLength(1)
  })

  it('takes the next press after 2 s, once the server has answered', async () => {
    signIn()
    const server = fakeServer()
    const now = vi.spyOn(Date, 'now')
    const answer = server.hold(follows.create, () => ({ data: followed }))
    server.reply(follows.remove, () => ({ data: { ...stranger, followed: false } }))
    const { user } = renderInApp(<FollowButton userId="five" nickname="小五" known />)
    await user.click(screen.getByRole('button', { name: '关注 小五' }))
    now.mockReturnValue(Date.now() + 30_000)
    await user.click(await screen.findByRole('button', { name: '已关注 小五' }))
    answer()
    await screen.findByText('关注成功')
    await user.click(screen.getByRole('button', { name: '已关注 小五' }))
    expect(await screen.findByRole('button', { name: '关注 小五' })).toBeVisible()
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  })

  it('takes a press after the clock was set back', async () => {
    signIn()
    const server = fakeServer()
    server.reply(follows.create, () => ({ data: followed }))
    server.reply(follows.remove, () => ({ data: { ...stranger, followed: false } }))
    const { user } = renderInApp(<FollowButton userId="six" nickname="小六" known />)
    await user.click(screen.getByRole('button', { name: '关注 小六' }))
    await screen.findByText('关注成功')
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3600_000)
    await user.click(screen.getByRole('button', { name: '已关注 小六' }))
    expect(await screen.findByRole('button', { name: '关注 小六' })).toBeVisible()
  })

  it('asks a guest to sign in and sends nothing', async () => {
    const server = fakeServer()
    const opened = vi.spyOn(authDialog, 'set')
    const { user } = renderInApp(<FollowButton userId="four" nickname="小四" known />)
    await user.click(screen.getByRole('button', { name: '关注 小四' }))
    expect(opened).toHaveBeenCalledWith('login')
    expect(server.requests).toEqual([])
  })

  it('is absent for the viewer', () => {
    signIn()
    renderInApp(<FollowButton userId="me" nickname="我" known />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
