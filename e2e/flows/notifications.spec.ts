/** The notifications page: liking, replying and following back in the list, marking as read. */
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import * as follows from '@shiliu/contract/follows'
import { openAs, toast } from '../support/actions.ts'
import { type Account, call, type NewNote, newAccount, newNote } from '../support/api.ts'
import { expect, type Locator, type Page, test } from '../support/fixtures.ts'

type Scene = { author: Account; reader: Account; note: NewNote }

async function scene(): Promise<Scene> {
  const [author, reader] = [await newAccount('收通知的人'), await newAccount('来评论的人')]
  const [category] = await call(categories.list)
  return { author, reader, note: await newNote(author, category?.id ?? 0) }
}

function write({ tokens }: Account, post_id: number, content: string) {
  return call(comments.create, { token: tokens.access_token, body: { post_id, content, parent_id: null } })
}

const rows = (page: Page, tab: string) => page.getByRole('list', { name: tab }).getByRole('listitem')
const unreadMark = (row: Locator) => row.getByRole('img', { name: '未读' })
const badge = (page: Page, text: string) =>
  page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '通知' }).filter({ hasText: text })

/** Opens the page with a fake clock: its toasts stay longer than elsewhere. See docs/product.md#notifications */
async function staysForThreeSeconds(page: Page, text: string) {
  await expect(toast(page, text)).toBeVisible()
  await page.clock.runFor(2900)
  await expect(toast(page, text)).toBeVisible()
  await page.clock.runFor(100)
  await expect(toast(page, text)).toBeHidden()
}

test('likes a comment and replies to it in the list', async ({ page }) => {
  const { author, reader, note } = await scene()
  const { id } = await write(reader, note.id, '这张照片我想打印出来')
  await openAs(page, author, '/notification')
  const row = rows(page, '评论和@').first()
  await expect(row).toContainText('这张照片我想打印出来')

  await row.getByRole('button', { name: '点赞 0' }).click()
  await expect(row.getByRole('button', { name: '点赞 1' })).toHaveAttribute('aria-pressed', 'true')

  const reply = row.getByRole('button', { name: `回复 ${reader.user.nickname}` })
  const field = row.getByRole('textbox', { name: `回复 ${reader.user.nickname}` })
  await test.step('empty replies are not sent, and Esc cancels', async () => {
    await reply.click()
    await expect(field).toBeFocused()
    await field.fill('  \n ')
    await expect(row.getByRole('button', { name: '发送' })).toBeDisabled()
    await field.press('Escape')
    await expect(field).toBeHidden()
    await expect(reply).toBeFocused()
  })
  await reply.click()
  await field.fill('欢迎\n原图发你')
  await field.press('Shift+Enter')
  await expect(toast(page, '回复成功')).toBeVisible()
  await expect(field).toBeHidden()
  await expect(page).toHaveURL('/notification')

  const { comments: list } = await call(comments.listOfPost, {
    params: { id: note.id },
    token: author.tokens.access_token,
  })
  expect(list).toMatchObject([
    { id, liked: true, like_count: 1, replies: [{ content: '欢迎<br>原图发你', parent_id: id }] },
  ])

  await test.step('the like is stored', async () => {
    await page.reload()
    await expect(row.getByRole('button', { name: '点赞 1' })).toHaveAttribute('aria-pressed', 'true')
  })
  await test.step('the row links to the comment', async () => {
    // The link covers the whole row.
    await row.getByText('这张照片我想打印出来').click({ force: true })
    await expect(page).toHaveURL(`/post?id=${note.id}&targetCommentId=${id}`)
    await expect(page.getByRole('dialog', { name: '笔记详情' }).getByText('原图发你')).toBeVisible()
  })
})

test('keeps the text of a reply whose comment was deleted meanwhile @desktop', async ({ page, faults }) => {
  // The rejected reply.
  faults.allow(/status of 404 .*\/api\/comments/)
  const { author, reader, note } = await scene()
  const { id } = await write(reader, note.id, '说完就后悔了')
  await openAs(page, author, '/notification')
  const row = rows(page, '评论和@').first()
  await row.getByRole('button', { name: `回复 ${reader.user.nickname}` }).click()
  const field = row.getByRole('textbox')
  await field.fill('别走')
  await call(comments.remove, { token: reader.tokens.access_token, params: { id } })
  await row.getByRole('button', { name: '发送' }).click()
  await expect(toast(page, '评论不存在或已被删除')).toBeVisible()
  await expect(field).toHaveText('别走')
})

test('follows back @desktop', async ({ page }) => {
  const { author, reader } = await scene()
  await call(follows.create, { token: reader.tokens.access_token, params: { id: author.user.user_id } })
  await openAs(page, author, '/notification?tab=follows')
  const row = rows(page, '新增关注').first()
  const button = row.getByRole('button', { name: `回关 ${reader.user.nickname}` })
  await expect(button).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await button.click()
  await staysForThreeSeconds(page, '关注成功')
  await expect(row.getByRole('button', { name: `互相关注 ${reader.user.nickname}` })).toBeVisible()
  const params = { id: reader.user.user_id }
  expect(await call(follows.status, { token: author.tokens.access_token, params })).toMatchObject({ isMutual: true })
})

test('shows the message of a failed like for three seconds @desktop', async ({ page, faults }) => {
  // The like that fails.
  faults.allow(/(status of |response: )500 .*\/api\/likes/)
  const { author, reader, note } = await scene()
  await write(reader, note.id, '点不上')
  await openAs(page, author, '/notification')
  const like = rows(page, '评论和@').first().getByRole('button', { name: '点赞 0' })
  await expect(like).toBeVisible()
  await page.route('**/api/likes', (route) => {
    return route.fulfill({ status: 500, json: { code: 500, message: '服务器内部错误', error: 'internal' } })
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await like.click()
  await staysForThreeSeconds(page, '操作失败，请重试')
  await expect(like).toHaveAttribute('aria-pressed', 'false')
})

test('marks a notification as read on hover @desktop', async ({ page }) => {
  const { author, reader, note } = await scene()
  await write(reader, note.id, '第一条')
  await write(reader, note.id, '第二条')
  await openAs(page, author, '/notification')
  await expect(badge(page, '2 条未读')).toBeVisible()
  const list = rows(page, '评论和@')
  await list.nth(1).hover()
  await expect(unreadMark(list.nth(1))).toBeHidden()
  await expect(unreadMark(list.nth(0))).toBeVisible()
  await expect(badge(page, '1 条未读')).toBeVisible()
})

test('marks a notification as read on touch, not while scrolling @phone', async ({ page }) => {
  const { author, reader, note } = await scene()
  await write(reader, note.id, '第一条')
  await write(reader, note.id, '第二条')
  await openAs(page, author, '/notification')
  const list = rows(page, '评论和@')
  await list.nth(0).getByRole('button', { name: '点赞 0' }).tap()
  await expect(unreadMark(list.nth(0))).toBeHidden()
  await expect(unreadMark(list.nth(1))).toBeVisible()
})

test('loads more and marks all as read @phone', async ({ page }) => {
  const { author, reader, note } = await scene()
  for (let n = 1; n <= 23; n++) await write(reader, note.id, `第${n}条`)
  await openAs(page, author, '/notification')
  const list = rows(page, '评论和@')
  await expect(list).toHaveCount(20)
  await page.getByText('第4条', { exact: true }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 2000)
  await expect(list).toHaveCount(23)
  await expect(page.getByText('没有更多通知了')).toBeVisible()
  await page.getByRole('button', { name: '全部已读' }).click()
  await expect(toast(page, '所有通知已标记为已读')).toBeVisible()
  await expect(unreadMark(list.first().locator('..'))).toHaveCount(0)
  await expect(page.getByRole('button', { name: '全部已读' })).toBeHidden()
  await expect(page.getByRole('tabpanel')).toBeFocused()
  await page.getByRole('button', { name: '回到顶部' }).click()
  await expect(page.getByText('第23条', { exact: true })).toBeInViewport()
})

test('shows an empty state per tab and asks a guest to sign in @desktop', async ({ page }) => {
  await openAs(page, await newAccount('新来的'), '/notification')
  for (const [tab, words] of [
    ['评论和@', '还没有评论和@'],
    ['赞', '还没有收到赞'],
    ['收藏', '还没有收藏通知'],
    ['新增关注', '还没有新增关注'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
  await page.evaluate(() => localStorage.clear())
  await page.goto('/notification')
  await expect(page.getByText('请先登录')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('dialog', { name: '登录小石榴' })).toBeVisible()
})
