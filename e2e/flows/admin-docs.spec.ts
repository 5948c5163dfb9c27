/** The API documentation page of the back office. */
import { API_VERSION } from '@shiliu/contract/limits'
import { openAsAdmin } from '../support/actions.ts'
import { expect, type Page, test } from '../support/fixtures.ts'

const endpoint = (page: Page, name: RegExp) => page.getByRole('article').getByRole('button', { name })
const box = (page: Page) => page.getByRole('searchbox', { name: '搜索接口' })
const scroll = (page: Page) => page.getByRole('main').evaluate((main) => main.scrollTop)
const scrollTo = (page: Page, top: number) =>
  page.getByRole('main').evaluate((main, to) => {
    main.scrollTop = to
  }, top)

test('lists every served endpoint and the general notes @desktop', async ({ page, request }) => {
  const document = await (await request.get('/api/openapi.json')).json()
  const operations = Object.values<object>(document.paths).flatMap((path) => Object.keys(path))
  await openAsAdmin(page, '/admin/api-docs')
  await expect(page).toHaveTitle(/API文档/)
  await expect(page.getByText(`v${API_VERSION}`)).toBeVisible()
  await expect(page.getByText(document.info['x-updated'])).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(operations.length)
  await expect(page.getByRole('rowheader')).toHaveText([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '422',
    '429',
    '500',
    '503',
  ])
  const notes = page.getByRole('region', { name: '通用说明' })
  await expect(notes).toContainText('3600 秒')
  await expect(notes).toContainText('昵称不能超过10个字')
  await expect(notes).toContainText('limit（默认 20')
})

test('searches endpoints by path, title and section, and highlights matches @desktop', async ({ page }) => {
  await openAsAdmin(page, '/admin/api-docs')
  await box(page).fill('AUTH/Refresh')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.locator('mark')).toHaveText(['auth/refresh'])
  await expect(page.getByText('1 个接口')).toBeVisible()
  await box(page).fill('删除评论')
  await expect(endpoint(page, /DELETE \/api\/admin\/comments\/\{id\}/)).toBeVisible()
  await expect(page.locator('mark').first()).toHaveText('删除评论')

  await box(page).fill('没有这样的接口')
  await expect(page.getByText('未找到匹配的API接口')).toBeVisible()
  await expect(page.getByText('请尝试其他关键词或清空搜索条件')).toBeVisible()
  await page.getByRole('button', { name: '清空搜索', exact: true }).last().click()
  await expect(box(page)).toHaveValue('')
  await expect(box(page)).toBeFocused()
  await expect(page.getByRole('region', { name: '通用说明' })).toBeVisible()
})

test('opens and closes an endpoint by keyboard, with parameters and samples @desktop', async ({ page }) => {
  await openAsAdmin(page, '/admin/api-docs')
  await box(page).fill('/api/comments')
  const create = endpoint(page, /POST \/api\/comments /)
  await create.focus()
  await page.keyboard.press('Enter')
  await expect(create).toHaveAttribute('aria-expanded', 'true')
  const card = page.locator('#postComments')
  await expect(card).toContainText('需要用户的访问令牌')
  await expect(card.getByRole('row', { name: /post_id/ })).toContainText('必填')
  const sample = await card.getByRole('figure', { name: '返回示例' }).locator('pre').textContent()
  expect(JSON.parse(sample ?? '')).toMatchObject({
    code: 200,
    message: expect.any(String),
    data: { id: expect.any(Number) },
  })
  await expect(card).toContainText('unauthorized')
  await page.keyboard.press('Enter')
  await expect(create).toHaveAttribute('aria-expanded', 'false')
  await expect(card.getByText('返回示例')).toBeHidden()
})

test('opens the endpoint named by the URL and restores the scroll position @desktop', async ({ page }) => {
  await openAsAdmin(page, '/admin/api-docs#deletePostsById')
  const remove = endpoint(page, /DELETE \/api\/posts\/\{id\} /)
  await expect(remove).toHaveAttribute('aria-expanded', 'true')
  await expect(remove).toBeInViewport()

  await scrollTo(page, 2400)
  await page.getByRole('link', { name: '标签管理', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: '标签管理' })).toBeVisible()
  expect(await scroll(page)).toBe(0)
  await page.getByRole('link', { name: 'API文档' }).last().click()
  await expect(remove).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => scroll(page)).toBe(2400)
  await page.reload()
  await expect(remove).toBeVisible()
  await expect.poll(() => scroll(page)).toBe(2400)
})

test('navigates by the section list @desktop', async ({ page }) => {
  await openAsAdmin(page, '/admin/api-docs')
  const index = page.getByRole('navigation', { name: '接口分组' })
  await index.getByRole('link', { name: /^评论 \d+$/ }).click()
  await expect(page.getByRole('heading', { name: '评论', exact: true })).toBeInViewport()
  await expect(index.getByRole('link', { name: /^评论 \d+$/ })).toHaveAttribute('aria-current', 'location')

  // The last section is too short to scroll to the top, and the index is longer than the screen.
  const last = index.getByRole('link').last()
  await last.click()
  await expect(last).toHaveAttribute('aria-current', 'location')
  await scrollTo(page, 0)
  await scrollTo(page, 1_000_000)
  await expect(last).toHaveAttribute('aria-current', 'location')
  await expect(last).toBeInViewport({ ratio: 1 })
})

test('keeps the search box visible beyond 1000 px and while searching', async ({ page }) => {
  await openAsAdmin(page, '/admin/api-docs')
  await expect(page.getByRole('article').first()).toBeAttached()
  await scrollTo(page, 900)
  await expect(box(page)).not.toBeInViewport()
  await scrollTo(page, 1000)
  await expect(box(page)).toBeInViewport()
  await scrollTo(page, 900)
  await expect(box(page)).not.toBeInViewport()

  await scrollTo(page, 0)
  await box(page).fill('api')
  await expect(page.getByRole('region', { name: '通用说明' })).toBeHidden()
  await scrollTo(page, 500)
  await expect(box(page)).toBeInViewport()
})
