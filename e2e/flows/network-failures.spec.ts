/** Failing networks and servers, repeated clicks, crashes, and markup in texts. */
import * as categories from '@shiliu/contract/categories'
import * as posts from '@shiliu/contract/posts'
import { chooseCategory, openAs, toast } from '../support/actions.ts'
import { call, newAccount, newDraft, newNote, newPicture } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { colouredPicture } from '../support/photos.ts'
import { unique } from '../support/unique.ts'

const feed = (page: Page, channel = '推荐') => page.getByRole('list', { name: `${channel}的笔记` })
const channel = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '频道' }).first().getByRole('link', { name, exact: true })

const fault = { code: 500, message: '服务器内部错误', error: 'internal' }
const SCRIPT = '<script>window.harm = 1</script><img src=x onerror="window.harm=2">'

async function fillNote(page: Page, title: string, picture: string) {
  await page.getByLabel('添加图片').setInputFiles(picture)
  await expect(page.getByText('封面')).toBeVisible()
  await page.getByLabel('标题').fill(title)
  await page.getByLabel('正文').fill('正文')
  await chooseCategory(page, '生活')
}

test('reports a server error and retries @desktop', async ({ page, faults }) => {
  // The provoked error.
  faults.allow(/(status of |response: )500 .*\/api\/posts/)
  await page.goto('/explore')
  await expect(feed(page).getByRole('listitem').first()).toBeVisible()
  await page.route('**/api/posts?*', (route) => route.fulfill({ status: 500, json: fault }))
  await channel(page, '校园').click()
  const failure = page.getByRole('alert').filter({ hasText: '服务器内部错误' })
  await expect(failure).toBeVisible()
  await page.unroute('**/api/posts?*')
  await failure.getByRole('button', { name: '重新加载' }).click()
  await expect(feed(page, '校园').getByRole('listitem').first()).toBeVisible()
})

test('keeps the list when the next page fails @phone', async ({ page, faults }) => {
  faults.allow(/(status of |response: )500 .*\/api\/posts/)
  await page.goto('/explore')
  await expect(feed(page).getByRole('listitem').first()).toBeVisible()
  await page.route('**/api/posts?*', (route) => route.fulfill({ status: 500, json: fault }))
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const retry = page.getByRole('button', { name: '重试' })
  await expect(retry).toBeVisible()
  await expect(feed(page).getByRole('listitem').first()).toBeVisible()
  await page.unroute('**/api/posts?*')
  await retry.click()
  await expect(retry).toBeHidden()
  await expect.poll(() => feed(page).getByRole('listitem').first().getAttribute('aria-setsize')).toBe('40')
})

test('shows skeletons while a response is slow @desktop', async ({ page }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.goto('/explore')
  await expect(feed(page).getByRole('listitem').first()).toBeVisible()
  await page.route('**/api/posts?*', async (route) => {
    await held
    await route.continue()
  })
  await channel(page, '情感').click()
  await expect(page).toHaveURL('/explore/emotion')
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: '加载中' })).toBeVisible()
  answer()
  await expect(feed(page, '情感').getByRole('listitem').first()).toBeVisible()
})

test('reports a timeout after a minute @desktop', async ({ page }) => {
  await page.goto('/explore')
  await expect(feed(page).getByRole('listitem').first()).toBeVisible()
  await page.clock.install()
  await page.route('**/api/posts?*', () => {})
  await channel(page, '兴趣').click()
  // A minute for each attempt.
  const failure = page.getByRole('alert').filter({ hasText: '网络好像断开了' })
  await expect(async () => {
    await page.clock.runFor(65_000)
    await expect(failure).toBeVisible({ timeout: 200 })
  }).toPass()
})

test('publishes once despite repeated clicks @desktop', async ({ page }, info) => {
  const author = await newAccount('手快的人')
  await openAs(page, author, '/publish')
  await fillNote(page, '只有一篇', await colouredPicture(info, 'red'))
  await page.getByRole('button', { name: '发布', exact: true }).evaluate((button: HTMLElement) => {
    for (let clicks = 0; clicks < 5; clicks++) button.click()
  })
  await expect(toast(page, '发布成功')).toBeVisible()
  await expect(page).toHaveURL('/post-management')
  const mine = await call(posts.list, { query: { user_id: String(author.user.id) } })
  expect(mine.posts).toHaveLength(1)
})

test('keeps a note whose publishing failed and publishes it on retry @phone', async ({ page, faults }, info) => {
  faults.allow(/(status of |response: )500 .*\/api\/posts/, /net::ERR_INTERNET_DISCONNECTED/)
  const author = await newAccount('再试一次')
  await openAs(page, author, '/publish')
  await fillNote(page, '终于发出去了', await colouredPicture(info, 'green'))
  const publish = page.getByRole('button', { name: '发布', exact: true })
  await page.route('**/api/posts', (route) => route.fulfill({ status: 500, json: fault }))
  await publish.click()
  await expect(page.getByRole('alert').filter({ hasText: '发布失败，请重试' })).toBeVisible()
  await page.unroute('**/api/posts')
  await page.route('**/api/posts', (route) => route.abort('internetdisconnected'))
  await publish.click()
  await page.getByRole('button', { name: '不等了' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '网络连接失败，请检查网络设置' })).toBeVisible()
  await page.unroute('**/api/posts')
  await expect(page.getByLabel('标题')).toHaveValue('终于发出去了')
  await publish.click()
  await expect(toast(page, '发布成功')).toBeVisible()
})

test('renders script and markup as plain text @desktop', async ({ page }, info) => {
  const author = await newAccount('<b>x</b>')
  await openAs(page, author, '/publish')
  await page.getByLabel('添加图片').setInputFiles(await colouredPicture(info, 'blue'))
  await page.getByLabel('标题').fill(SCRIPT)
  await page.getByLabel('正文').fill(`${SCRIPT}\n[@<i>谁</i>:shiliu01]\n&amp; &lt;b&gt;`)
  const tags = page.getByRole('combobox', { name: '标签' })
  await tags.fill('<b>签</b>')
  await tags.press('Enter')
  await tags.fill('<u>,')
  await expect(page.getByRole('button', { name: '删除标签<u>' })).toBeVisible()
  await tags.fill('')
  await chooseCategory(page, '生活')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(toast(page, '发布成功')).toBeVisible()
  await expect(page).toHaveURL('/post-management')
  await page.getByRole('searchbox', { name: '搜索我的笔记' }).fill(SCRIPT)
  await expect(page.getByText('共 1 篇笔记')).toBeVisible()
  await page.getByRole('link', { name: SCRIPT, exact: true }).click()
  await expect(page.getByRole('heading', { name: SCRIPT, exact: true, level: 1 })).toBeVisible()
  await expect(page.getByText('&amp; &lt;b&gt;')).toBeVisible()
  const found = await page.evaluate(() => ({
    harm: 'harm' in window,
    markup: document.querySelectorAll('main b, main i, main script, [role=dialog] b, [role=dialog] i, img[src=x]')
      .length,
  }))
  expect(found).toEqual({ harm: false, markup: 0 })
})

test('contains a crash to the page @desktop', async ({ page, faults }) => {
  // React logs the provoked error of the page.
  faults.allow(/page: |console: /)
  const author = await newAccount('倒霉的人')
  await newDraft(author, '正常的草稿')
  await page.route('**/api/posts?*is_draft*', (route) =>
    route.fulfill({
      json: { code: 200, message: '成功', data: { posts: [{ id: 0 }], pagination: { total: 1, pages: 1 } } },
    }),
  )
  await openAs(page, author, '/draft-box')
  const failure = page.getByRole('alert').filter({ hasText: '页面出了点问题' })
  await expect(failure).toBeVisible()
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '发现' }).click()
  await expect(feed(page).getByRole('listitem').first()).toBeVisible()
  await page.unroute('**/api/posts?*is_draft*')
  await page.goBack()
  await expect(failure).toBeVisible()
  await failure.getByRole('button', { name: '刷新页面' }).click()
  await expect(page.getByRole('link', { name: '正常的草稿', exact: true })).toBeVisible()
})

test('contains a crash to the opened note @desktop', async ({ page, faults }) => {
  // React logs the provoked error of the page.
  faults.allow(/page: |console: /)
  const author = await newAccount('倒霉的人')
  const [category] = await call(categories.list)
  const [good, broken] = [await newNote(author, category?.id ?? 0), await newNote(author, category?.id ?? 0)]
  await page.route(`**/api/posts/${broken.id}`, (route) =>
    route.fulfill({ json: { code: 200, message: '成功', data: { id: broken.id, title: broken.title } } }),
  )
  await page.goto(`/post?id=${good.id}`)
  const title = page.getByRole('heading', { name: good.title })
  await expect(title).toBeVisible()
  await page.evaluate((id) => {
    const state = { ...history.state, idx: history.state.idx + 1, key: 'broken' }
    history.pushState(state, '', `/post?id=${id}`)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, broken.id)
  await expect(page.getByRole('alert').filter({ hasText: '页面出了点问题' })).toBeVisible()
  await page.goBack()
  await expect(title).toBeVisible()
})

test('contains a crash to the user card @desktop', async ({ page, faults }) => {
  // React logs the provoked error of the card.
  faults.allow(/page: |console: /)
  const author = await newAccount('倒霉的人')
  const [category] = await call(categories.list)
  const note = await newNote(author, category?.id ?? 0)
  await page.route(`**/api/users/${author.user.user_id}`, (route) =>
    route.fulfill({ json: { code: 200, message: '成功', data: { ...author.user, bio: 5 } } }),
  )
  await page.goto(`/post?id=${note.id}`)
  const heading = page.getByRole('heading', { name: note.title })
  await expect(heading).toBeVisible()
  const broke = page.waitForEvent('console', (message) => message.type() === 'error')
  await page.getByRole('link', { name: author.user.nickname, exact: true }).first().hover()
  await broke
  await expect(page.getByRole('group', { name: /名片$/ })).toBeHidden()
  await expect(heading).toBeVisible()
})

test.describe('when the network is back', () => {
  const OFFLINE = [/net::ERR_INTERNET_DISCONNECTED/, /Failed to fetch dynamically imported module/, /Unable to preload/]

  test('asks again for a feed and for its next page, once each @desktop', async ({ page, context, faults }) => {
    faults.allow(...OFFLINE)
    await page.goto('/explore')
    await expect(feed(page).getByRole('listitem').first()).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await context.setOffline(true)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
    asked.length = 0
    await context.setOffline(false)
    await expect.poll(() => feed(page).getByRole('listitem').first().getAttribute('aria-setsize')).toBe('40')
    expect(asked.filter((url) => url.includes('/api/posts?'))).toHaveLength(1)

    await page.evaluate(() => window.scrollTo(0, 0))
    await context.setOffline(true)
    await channel(page, '校园').click()
    await expect(page.getByRole('alert').filter({ hasText: '网络好像断开了' })).toBeVisible()
    asked.length = 0
    await context.setOffline(false)
    await expect(feed(page, '校园').getByRole('listitem').first()).toBeVisible()
    expect(asked.filter((url) => url.includes('/api/posts?'))).toHaveLength(1)
  })

  test('loads the page whose code did not come @desktop', async ({ page, context, faults }) => {
    faults.allow(...OFFLINE)
    await page.goto('/explore')
    await expect(feed(page).getByRole('listitem').first()).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '通知' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '页面没能加载出来' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('请先登录')).toBeVisible()
  })

  test('shows the comments and the large picture of a note that was opened without it @phone', async ({
    page,
    context,
    faults,
  }) => {
    faults.allow(...OFFLINE)
    const author = await newAccount('断网的人')
    const token = author.tokens.access_token
    const [category] = await call(categories.list)
    const images = [await newPicture(token, 1800, 2400)]
    const title = unique('大图')
    await call(posts.create, { body: { title, content: '正文', category_id: category?.id ?? 0, images }, token })
    await page.goto(`/explore/${category?.category_title}`)
    const card = page.getByRole('link', { name: title })
    await expect.poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).not.toBe(0)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await card.click()
    const note = page.getByRole('dialog', { name: '笔记详情' })
    await expect(note.getByText('现在没有网络')).toBeVisible()
    const picture = note.getByRole('button', { name: `查看大图：${title}` })
    const preview = await picture.locator('span').evaluate((box) => getComputedStyle(box).backgroundImage)
    expect(preview).toMatch(/^url\(/)
    await expect(picture.locator('img')).toHaveCSS('opacity', '0')
    const failed = note.getByRole('alert').filter({ hasText: '重试' })
    await expect(failed).toBeVisible()

    await context.setOffline(false)
    await expect(failed).toBeHidden()
    await expect(note.getByText('还没有评论')).toBeVisible()
    await expect(note.getByText('现在没有网络')).toBeHidden()
    await expect(picture.locator('img')).toHaveCSS('opacity', '1')
  })
})
