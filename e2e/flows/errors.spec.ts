/** Errors appear in Chinese where they belong, and typed text is kept. */
import * as adminCategories from '@shiliu/contract/admin/categories'
import * as auth from '@shiliu/contract/auth'
import * as categories from '@shiliu/contract/categories'
import * as posts from '@shiliu/contract/posts'
import { chooseCategory, openAs, signIn, toast } from '../support/actions.ts'
import { adminToken, call, newAccount, newNote } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { phonePhoto } from '../support/photos.ts'
import { uniqueLetters } from '../support/unique.ts'

/** Ends the session through the API, as another device would. */
async function endSessionOf(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await call(auth.logout, { token: token ?? '' })
}

test('shows limits of tags, title and category in the form @desktop', async ({ page, faults }, info) => {
  // The category is deleted while the form is open.
  faults.allow(/status of 400 .*\/api\/posts/)
  const token = await adminToken()
  const name = uniqueLetters('短')
  const body = { name, category_title: uniqueLetters('k') }
  const { id } = await call(adminCategories.categories.create, { token, body })
  const author = await newAccount('仔细的人')
  try {
    await openAs(page, author, '/publish')
    await page.getByLabel('添加图片').setInputFiles(await phonePhoto(info, 'one.jpg', 800))
    await expect(page.getByText('封面')).toBeVisible()

    const tags = page.getByRole('combobox', { name: '标签' })
    await tags.fill('一，二，三，四，五，六，七，八，九，十，十一，')
    await expect(page.getByRole('alert').getByText('最多只能选择10个标签')).toBeVisible()
    await expect(page.getByRole('button', { name: /^删除标签/ })).toHaveCount(10)
    await expect(tags).toHaveValue('十一')
    await tags.fill('')

    const title = page.getByLabel('标题')
    await title.fill('长'.repeat(101))
    await page.getByLabel('正文').fill('正文还在')
    await chooseCategory(page, name)
    const publish = page.getByRole('button', { name: '发布', exact: true })
    await publish.click()
    await expect(title).toHaveAccessibleDescription(/标题不能超过100个字/)
    await expect(title).toBeFocused()
    await title.fill('长'.repeat(100))
    await expect(title).not.toHaveAccessibleDescription(/标题不能超过100个字/)

    await call(adminCategories.categories.remove, { token, params: { id } })
    await publish.click()
    await expect(page.getByRole('alert').getByText('所选分类不存在，请重新选择')).toBeVisible()
    await expect(page.getByLabel('正文')).toHaveText('正文还在')
    await chooseCategory(page, '生活')
    await publish.click()
    await expect(toast(page, '发布成功')).toBeVisible()
    const mine = await call(posts.list, { query: { user_id: String(author.user.id) } })
    expect(mine.posts.map((post) => post.category)).toEqual(['生活'])
  } finally {
    // Also when the flow failed before deleting it.
    await call(adminCategories.categories.removeMany, { token, body: { ids: [id] } })
  }
})

test('keeps the text of a comment whose note was deleted meanwhile @phone', async ({ page, faults }) => {
  // The rejected comment, and later requests for the note.
  faults.allow(/status of 404 .*\/api\/(comments|posts)/)
  const [author, reader] = [await newAccount('反悔的人'), await newAccount('慢一步的人')]
  const [category] = await call(categories.list)
  const note = await newNote(author, category?.id ?? 0)
  await openAs(page, reader, `/post?id=${note.id}`)
  await page.getByRole('button', { name: '说点什么' }).click()
  const field = page.getByRole('textbox', { name: '写评论' })
  await field.fill('想了很久才写下的话')
  await call(posts.remove, { token: author.tokens.access_token, params: { id: note.id } })
  await page.getByRole('button', { name: '发送' }).click()
  await expect(toast(page, '笔记不存在或已被删除')).toBeVisible()
  await expect(field).toHaveText('想了很久才写下的话')
})

test('signs out when the session was ended elsewhere, with a message @desktop', async ({ page, faults }) => {
  faults.allow(/status of 401 .*\/api\//)
  const reader = await newAccount('两台设备')
  await openAs(page, reader, '/explore')
  await endSessionOf(page)
  await page
    .getByRole('button', { name: /^点赞 / })
    .first()
    .click()
  await expect(toast(page, '会话已过期，已自动退出登录')).toBeVisible()
  await page.goto('/user')
  await expect(page.getByText('登录后即可查看个人信息和管理内容')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('restores unsaved writing after the session ended @desktop', async ({ page, faults }, info) => {
  faults.allow(/status of 401 .*\/api\//)
  const author = await newAccount('写了很久')
  await openAs(page, author, '/publish')
  await page.getByLabel('标题').fill('别丢了我')
  await endSessionOf(page)
  // The first request of this form.
  await page.getByLabel('添加图片').setInputFiles(await phonePhoto(info, 'one.jpg', 800))
  await expect(toast(page, '会话已过期，已自动退出登录')).toBeVisible()
  await signIn(page, author.user.user_id, author.password)
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '发布' }).click()
  await expect(toast(page, '已找回刚才没发出的内容')).toBeVisible()
  await expect(page.getByLabel('标题')).toHaveValue('别丢了我')
})

test('reports a lost network and retries @phone', async ({ page, context, faults }) => {
  // The browser is offline for a while.
  faults.allow(/net::ERR_INTERNET_DISCONNECTED/)
  await page.goto('/explore')
  const feed = page.getByRole('list', { name: '职场的笔记' })
  const channel = page.getByRole('navigation', { name: '频道' }).getByRole('link', { name: '职场', exact: true })
  await expect(page.getByRole('list', { name: '推荐的笔记' }).getByRole('listitem').first()).toBeVisible()
  await context.setOffline(true)
  await channel.click()
  const failure = page.getByRole('alert').filter({ hasText: '网络好像断开了' })
  await expect(failure).toBeVisible()
  await expect(feed).toBeHidden()
  await context.setOffline(false)
  await failure.getByRole('button', { name: '重新加载' }).click()
  await expect(feed.getByRole('listitem').first()).toBeVisible()
  await expect(failure).toBeHidden()
})
