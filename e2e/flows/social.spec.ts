/** Interactions between two users and the notifications about them. */
import * as categories from '@shiliu/contract/categories'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import * as posts from '@shiliu/contract/posts'
import { openAs, toast } from '../support/actions.ts'
import { type Account, call, type NewNote, newAccount, newNote } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'

/** Opens the note by URL, then likes, collects, comments, replies and follows. */
async function reactTo(page: Page, note: NewNote, author: Account, reader: Account) {
  await openAs(page, reader, `/post?id=${note.id}`)
  await expect(page.getByRole('heading', { name: note.title })).toBeVisible()

  await test.step('like, collect, follow', async () => {
    await page.getByRole('button', { name: '点赞 0', exact: true }).click()
    const liked = page.getByRole('button', { name: '点赞 1', exact: true })
    await expect(liked).toHaveAttribute('aria-pressed', 'true')
    await expect(toast(page, '点赞成功')).toBeVisible()
    await page.getByRole('button', { name: '收藏 0', exact: true }).click()
    await expect(page.getByRole('button', { name: '收藏 1', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expect(toast(page, '收藏成功')).toBeVisible()
    await page.getByRole('button', { name: `关注 ${author.user.nickname}` }).click()
    await expect(page.getByRole('button', { name: `已关注 ${author.user.nickname}` })).toBeVisible()
  })

  await test.step('comment and reply', async () => {
    const comments = page.getByRole('region', { name: '评论' })
    await page.getByRole('button', { name: '说点什么' }).click()
    await page.getByRole('textbox', { name: '写评论' }).fill('照片真好看\n在哪里拍的')
    await page.getByRole('button', { name: '发送' }).click()
    await expect(toast(page, '评论成功')).toBeVisible()
    await expect(comments.getByText('照片真好看')).toBeVisible()
    await comments.getByRole('button', { name: `回复 ${reader.user.nickname}` }).click()
    const field = page.getByRole('textbox', { name: `回复 ${reader.user.nickname}` })
    await field.fill('找到了，是图书馆后面')
    await field.press('Shift+Enter')
    await expect(toast(page, '回复成功')).toBeVisible()
    await expect(comments.getByRole('list', { name: '回复' }).getByText('找到了，是图书馆后面')).toBeVisible()
    await expect(page.getByRole('heading', { name: '共 2 条评论' })).toBeVisible()
  })

  await test.step('after a reload', async () => {
    await page.reload()
    for (const name of ['点赞 1', '收藏 1']) {
      await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true')
    }
    await expect(page.getByRole('button', { name: '评论 2', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: `已关注 ${author.user.nickname}` })).toBeVisible()
    await expect(page.getByText('找到了，是图书馆后面')).toBeVisible()
  })
}

const badge = (page: Page, count: number) =>
  page
    .getByRole('navigation', { name: '主导航' })
    .getByRole('link', { name: '通知' })
    .filter({ hasText: `${count} 条未读` })

/** Marks the unread notifications of a tab as read by keyboard. */
async function readTab(page: Page, tab: string, title: string, reader: Account) {
  await page.getByRole('tab', { name: tab }).click()
  const rows = page.getByRole('list', { name: tab }).getByRole('listitem')
  await expect(rows.first()).toContainText(reader.user.nickname)
  await expect(rows.first()).toContainText(title)
  const unread = rows.getByRole('img', { name: '未读' })
  for (const row of await rows.all()) await row.getByRole('link', { name: reader.user.nickname, exact: true }).focus()
  await expect(unread).toHaveCount(0)
}

test('updates the unread badge live in every tab @desktop', async ({ page, context }) => {
  const [author, reader] = [await newAccount('看着别处的人'), await newAccount('路过的人')]
  const [category] = await call(categories.list)
  const note = await newNote(author, category?.id ?? 0)
  await openAs(page, author, '/explore')
  const second = await context.newPage()
  await second.goto('/user')
  const like = { token: reader.tokens.access_token, body: { target_type: 1, target_id: note.id } } as const
  for (const tab of [page, second]) await expect(tab.getByRole('link', { name: '通知', exact: true })).toBeVisible()
  await call(likes.create, like)
  for (const tab of [page, second]) await expect(badge(tab, 1)).toBeVisible()
  await call(likes.remove, like)
  for (const tab of [page, second]) await expect(tab.getByRole('link', { name: '通知', exact: true })).toBeVisible()
  await second.close()
})

test('notifies the author of likes, collections, comments and followers @desktop', async ({ page, otherPage }) => {
  const [author, reader] = [await newAccount('写笔记的人'), await newAccount('路过的人')]
  const [category] = await call(categories.list)
  const note = await newNote(author, category?.id ?? 0)

  await openAs(page, author, '/explore')
  await expect(page.getByRole('link', { name: '通知', exact: true })).toBeVisible()
  await reactTo(otherPage, note, author, reader)

  await page.reload()
  await expect(badge(page, 5)).toBeVisible()
  await badge(page, 5).click()
  const tabs = page.getByRole('tablist', { name: '通知类型' })
  await expect(tabs.getByRole('img', { name: '有未读' })).toHaveCount(4)

  await readTab(page, '新增关注', '关注了你', reader)
  await expect(badge(page, 4)).toBeVisible()
  await readTab(page, '收藏', '收藏了你的笔记', reader)
  await expect(badge(page, 3)).toBeVisible()
  await readTab(page, '赞', '赞了你的笔记', reader)
  await expect(badge(page, 2)).toBeVisible()
  await expect(tabs.getByRole('img', { name: '有未读' })).toHaveCount(1)
  await readTab(page, '评论和@', '评论', reader)
  await expect(page.getByRole('link', { name: '通知', exact: true })).toBeVisible()

  await test.step('a notification opens its comment', async () => {
    await page
      .getByRole('list', { name: '评论和@' })
      .getByRole('link', { name: `「${note.title}」` })
      .last()
      .click()
    const dialog = page.getByRole('dialog', { name: '笔记详情' })
    await expect(page).toHaveURL(/\/post\?id=\d+&targetCommentId=\d+$/)
    await expect(dialog.getByText('照片真好看')).toBeInViewport()
    const { like_count, collect_count, comment_count } = await call(posts.get, { params: { id: note.id } })
    expect({ like_count, collect_count, comment_count }).toEqual({ like_count: 1, collect_count: 1, comment_count: 2 })
    await page.getByRole('button', { name: '关闭', exact: true }).click()
    await expect(page).toHaveURL('/notification')
  })

  await test.step('read notifications stay read', async () => {
    await page.reload()
    await expect(page.getByRole('list', { name: '评论和@' })).toBeVisible()
    await expect(page.getByRole('link', { name: '通知', exact: true })).toBeVisible()
  })
})

test('marks everything as read @phone', async ({ page }) => {
  const [author, reader] = [await newAccount('忙碌的人'), await newAccount('热心的人')]
  const [category] = await call(categories.list)
  const note = await newNote(author, category?.id ?? 0)
  await call(likes.create, { token: reader.tokens.access_token, body: { target_type: 1, target_id: note.id } })
  await call(follows.create, { token: reader.tokens.access_token, params: { id: author.user.user_id } })
  await openAs(page, author, '/notification')
  await expect(badge(page, 2)).toBeVisible()
  await page.getByRole('button', { name: '全部已读' }).click()
  await expect(toast(page, '所有通知已标记为已读')).toBeVisible()
  await expect(page.getByRole('link', { name: '通知', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '全部已读' })).toBeHidden()
})
