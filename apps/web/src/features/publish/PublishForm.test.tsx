import * as categories from '@shiliu/contract/categories'
import type { Post } from '@shiliu/contract/posts'
import * as posts from '@shiliu/contract/posts'
import * as tags from '@shiliu/contract/tags'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { makePost } from '#test/data.ts'
import { fakeServer, renderInApp, signIn } from '#test/render.tsx'
import { createDraftSession } from './draft-session.ts'
import { PublishForm } from './PublishForm.tsx'

const picture = { url: '/a.webp', card: '/a.webp', full: '/a.webp', width: 3, height: 4, thumbhash: null }
const draft = makePost({ id: 5, is_draft: 1, pictures: [picture], images: ['/a.webp'] })
const category = { id: 1, name: '校园', category_title: 'campus', created_at: draft.created_at, post_count: 0 }

/** The form of a draft that could be published. */
function setUp(fields: Partial<Post> = {}) {
  signIn()
  const server = fakeServer()
  server.reply(categories.list, () => ({ data: [category] }))
  server.reply(tags.hot, () => ({ data: [] }))
  server.reply(tags.list, () => ({ data: [] }))
  const session = createDraftSession(1, { ...draft, ...fields })
  const { user } = renderInApp(<PublishForm session={session} />)
  const writes = () => server.requests.filter(({ method }) => method !== 'GET')
  return { server, user, session, writes }
}

const button = (name: string) => screen.getByRole('button', { name })
const title = () => screen.getByRole('textbox', { name: '标题' })

describe('PublishForm', () => {
  it('shows what is missing at its field, leads to the first and sends nothing', async () => {
    const { user, writes } = setUp({ title: ' ', content: '', category_id: null })
    await user.click(button('发布'))
    expect(title()).toBeInvalid()
    expect(title()).toHaveAccessibleDescription('0/100 请输入标题')
    expect(title()).toHaveFocus()
    expect(screen.getByText('请输入正文')).toBeVisible()
    expect(screen.getByText('请选择分类')).toBeVisible()
    await user.type(title(), '新标题')
    expect(title()).toBeValid()
    expect(screen.getByText('请选择分类')).toBeVisible()
    expect(writes()).toEqual([])
  })

  it('refuses a title of more than 100 characters in a draft as well', async () => {
    const { user, writes } = setUp({ title: '题'.repeat(101) })
    await user.click(button('存草稿'))
    expect(title()).toHaveAccessibleDescription('101/100 标题不能超过100个字')
    expect(writes()).toEqual([])
  })

  it('saves the draft and no longer counts as unsaved', async () => {
    const { server, user, session, writes } = setUp()
    server.reply(posts.update, () => ({ data: { id: 5 } }))
    await user.type(title(), '！')
    expect(session.noteForm.isDirty()).toBe(true)
    await user.click(button('存草稿'))
    expect(await screen.findByRole('button', { name: '草稿已保存' })).toBeDisabled()
    expect(button('发布')).toBeDisabled()
    expect(session.noteForm.isDirty()).toBe(false)
    expect(writes()).toMatchObject([
      { method: 'PUT', path: '/posts/5', body: { title: '食堂新菜！', images: ['/a.webp'], is_draft: true } },
    ])
  })

  it('publishes once for a double click and says so on the pressed button', async () => {
    const { server, user, writes } = setUp()
    const respond = server.hold(posts.update, () => ({ data: { id: 5 } }))
    await user.dblClick(button('发布'))
    const busy = await screen.findByRole('button', { name: '正在发布笔记' })
    expect(busy).toHaveAttribute('aria-busy', 'true')
    expect(button('存草稿')).toBeDisabled()
    expect(button('存草稿')).not.toHaveAttribute('aria-busy')
    expect(title()).toBeDisabled()
    respond()
    expect(await screen.findByRole('button', { name: '发布成功' })).toBeDisabled()
    expect(writes()).toMatchObject([{ body: { is_draft: false } }])
  })

  it('says of a note that is reviewed first that it is not public yet', async () => {
    const { server, user, session } = setUp()
    server.reply(posts.update, () => ({ data: { id: 5, state: 'pending' as const } }))
    await user.click(button('发布'))
    expect(await screen.findByText('已提交，审核通过后公开')).toBeVisible()
    expect(button('已提交')).toBeDisabled()
    expect(session.noteForm.isDirty()).toBe(false)
  })

  it('keeps what was written when the server fails', async () => {
    const { server, user, session } = setUp()
    server.reply(posts.update, () => ({ status: 500, message: '服务器内部错误' }))
    await user.type(title(), '！')
    await user.click(button('发布'))
    await waitFor(() => expect(screen.getAllByText('发布失败，请重试')).toHaveLength(2))
    expect(title()).toHaveValue('食堂新菜！')
    expect(title()).toBeEnabled()
    expect(button('发布')).toBeEnabled()
    expect(session.noteForm.isDirty()).toBe(true)
  })

  it('shows at the category that it was deleted', async () => {
    const { server, user } = setUp()
    server.reply(posts.update, () => ({ status: 400, message: '分类不存在', error: 'category_not_found' }))
    await screen.findByRole('radio', { name: '校园' })
    await user.click(button('发布'))
    await waitFor(() => expect(screen.getByRole('radiogroup')).toHaveAccessibleDescription('分类不存在'))
    expect(screen.getByRole('radio', { name: '校园' })).toHaveFocus()
  })

  it('stores a draft that was deleted elsewhere as a new one on the second try', async () => {
    const { server, user, session, writes } = setUp()
    server.reply(posts.update, () => ({ status: 404, message: '笔记不存在', error: 'post_not_found' }))
    server.reply(posts.create, () => ({ data: { id: 6 } }))
    await user.click(button('存草稿'))
    expect(await screen.findByText('这篇草稿已被删除，再点一次就存为新的')).toBeVisible()
    await user.click(button('存草稿'))
    expect(await screen.findByRole('button', { name: '草稿已保存' })).toBeVisible()
    expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /posts/5', 'POST /posts'])
    expect(session.draftId).toBe(6)
  })
})
