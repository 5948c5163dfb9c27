/** The explore page: channels, floating buttons. */
import * as adminCategories from '@shiliu/contract/admin/categories'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { toast } from '../support/actions.ts'
import { adminToken, call, newAccount, newNote } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { uniqueLetters } from '../support/unique.ts'

const channels = (page: Page) => page.getByRole('navigation', { name: '频道' }).first()
const feed = (page: Page, name = '推荐') => page.getByRole('list', { name: `${name}的笔记` })

/** Collects the categories of first pages requested from now on. */
function watchFeeds(page: Page) {
  const requested: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/posts' && searchParams.get('page') === '1') requested.push(searchParams.get('category'))
  })
  return requested
}

/** Taps several channels at once. Returns the channel that is then marked as selected. */
const tap = (page: Page, names: readonly string[]) =>
  channels(page).evaluate(async (bar, wanted) => {
    const links = [...bar.querySelectorAll('a')]
    for (const name of wanted) links.find((link) => link.textContent === name)?.click()
    await new Promise(requestAnimationFrame)
    return bar.querySelector('a[aria-current]')?.textContent
  }, names)

test('loads the first and the last of channels tapped in a row @phone', async ({ page }) => {
  await page.goto('/explore')
  await expect(feed(page).getByRole('listitem').first()).toBeVisible()
  const requested = watchFeeds(page)
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname))
  // The last one is marked at once.
  expect(await tap(page, ['学习', '校园', '情感', '生活'])).toBe('生活')
  await expect(page).toHaveURL('/explore/life')
  expect(addresses).toEqual(['/explore/study', '/explore/life'])
  await expect(feed(page, '生活').getByRole('listitem').first()).toBeVisible()
  expect(requested).toHaveLength(2)
})

test('returns to the last channel with fresh content through 发现', async ({ page }) => {
  await page.goto('/explore/life')
  await expect(feed(page, '生活').getByRole('listitem').first()).toBeVisible()
  const requested = watchFeeds(page)
  const entry = (name: string) => page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name })
  await entry('通知').click()
  await expect(page).toHaveURL('/notification')
  await page.goBack()
  await expect(feed(page, '生活').getByRole('listitem').first()).toBeVisible()
  expect(requested).toHaveLength(0)
  await entry('通知').click()
  await expect(page).toHaveURL('/notification')
  await entry('发现').click()
  await expect(page).toHaveURL('/explore/life')
  await expect.poll(() => requested.length).toBe(1)
})

test('keeps the channel bar in reach and refreshes from the top', async ({ page }) => {
  await page.goto('/explore')
  await expect(feed(page).getByRole('listitem').first()).toBeVisible()
  const bars = page.getByRole('navigation', { name: '频道' })
  await expect(bars).toHaveCount(1)
  await expect(page.getByRole('button', { name: '回到顶部' })).toBeHidden()
  const scrollTo = (top: number) => page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top)
  await scrollTo(100)
  await expect(bars).toHaveCount(1)
  await scrollTo(101)
  await expect(bars).toHaveCount(2)
  await expect(page.getByRole('button', { name: '回到顶部' })).toBeHidden()
  await scrollTo(261)
  await expect(page.getByRole('button', { name: '回到顶部' })).toBeVisible()

  const requested = watchFeeds(page)
  await page.getByRole('button', { name: '刷新' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect.poll(() => requested).toEqual(['recommend'])

  // Selecting 发现 while on it does the same.
  await scrollTo(900)
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '发现' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('filters notes with images only until the tab is closed @desktop', async ({ page }) => {
  const token = await adminToken()
  const name = uniqueLetters('图')
  const body = { name, category_title: uniqueLetters('k') }
  const { id } = await call(adminCategories.categories.create, { token, body })
  const author = await newAccount('两种都写')
  try {
    const pictured = await newNote(author, id)
    const bare = { title: '没有图的笔记', content: '只有字', category_id: id, images: [] }
    await call(posts.create, { body: bare, token: author.tokens.access_token })

    await page.goto(`/explore/${body.category_title}`)
    const list = feed(page, name)
    await expect(list.getByRole('listitem')).toHaveCount(2)
    const button = page.getByRole('button', { name: '只看图文' })
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await button.click()
    await expect(toast(page, '只看图文笔记')).toBeVisible()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list.getByRole('link', { name: pictured.title })).toBeVisible()

    await page.reload()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect(list.getByRole('listitem')).toHaveCount(1)

    await test.step('an empty result offers to remove the filter', async () => {
      await call(posts.remove, { params: { id: pictured.id }, token: author.tokens.access_token })
      await page.getByRole('button', { name: '刷新' }).click()
      await expect(page.getByText('这里还没有图文笔记')).toBeVisible()
      await page.getByRole('button', { name: '查看全部' }).click()
      await expect(list.getByRole('link', { name: '没有图的笔记' })).toBeVisible()
      await expect(button).toHaveAttribute('aria-pressed', 'false')
    })
  } finally {
    // A category can be deleted only without notes; deleting the author deletes these.
    await call(users.remove, { params: { id: author.user.user_id }, token: author.tokens.access_token })
    await call(adminCategories.categories.remove, { params: { id }, token })
  }
})

test('redirects unknown pages and channels @desktop', async ({ page, faults }) => {
  // The pages that do not exist.
  faults.allow(/status of 404 .*\/(post\/first|no\/such\/page)/)
  const {
    posts: [note],
  } = await call(posts.list, { query: { category: 'recommend', limit: 1 } })
  await page.goto(`/post/${note?.id}`)
  await expect(page).toHaveURL(`/post?id=${note?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: note?.title ?? '' })).toBeVisible()
  await page.goto('/post/first')
  await expect(page.getByRole('heading', { name: '你访问的页面不见了' })).toBeVisible()

  await page.goto('/explore/nowhere')
  await expect(page).toHaveURL('/explore/recommend')
  await page.clock.install()
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: '你访问的页面不见了' })).toBeVisible()
  await expect(page.getByText(/^[1-5]秒后将自动返回首页$/)).toBeVisible()
  await page.clock.runFor(5000)
  await expect(page).toHaveURL('/explore/recommend')
})
