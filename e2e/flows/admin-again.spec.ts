/** What an administrator does not lose: place and text when the session ends, the table when the network is gone. */
import * as adminAuth from '@shiliu/contract/admin/auth'
import { categories } from '@shiliu/contract/admin/categories'
import { tags } from '@shiliu/contract/admin/tags'
import { fillAdminSignIn, openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call, PASSWORD } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { uniqueLetters } from '../support/unique.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function newCategory(token: string) {
  const name = uniqueLetters('再来')
  const { id } = await call(categories.create, { token, body: { name, category_title: uniqueLetters('z') } })
  return { id, name }
}

/** Ends the session of this browser, as a new password on another device does. */
async function endSession(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('admin_token') ?? '')
  await call(adminAuth.logout, { token })
}

test('is where one was after signing in again: page, filters and the form with its text @desktop', async ({
  page,
  faults,
}) => {
  faults.allow(/status of 401 .*\/api\//)
  const token = await adminToken()
  const { id, name } = await newCategory(token)
  const address = `/admin/categories?name=${encodeURIComponent(name)}&sortField=id&sortOrder=asc`
  await openAsAdmin(page, address)
  await page.getByRole('button', { name: /^编辑分类/ }).click()
  await dialog(page, '编辑分类').getByLabel('分类名称').fill(`${name}改`)
  await endSession(page)
  await dialog(page, '编辑分类').getByRole('button', { name: '更新' }).click()
  await expect(toast(page, '登录已过期，请重新登录')).toBeVisible()
  await expect(page).toHaveURL('/admin/login')

  await fillAdminSignIn(page, 'admin', PASSWORD)
  await expect(page).toHaveURL(address)
  const form = dialog(page, '编辑分类')
  await expect(form.getByText('这是你上次填写、还没有保存的内容。')).toBeVisible()
  await expect(form.getByLabel('分类名称')).toHaveValue(`${name}改`)

  await test.step('and after a reload', async () => {
    page.once('dialog', (question) => question.accept())
    await page.reload()
    await expect(form.getByLabel('分类名称')).toHaveValue(`${name}改`)
  })
  await form.getByRole('button', { name: '更新' }).click()
  await expect(toast(page, '分类更新成功')).toBeVisible()
  await expect(form).toBeHidden()
  expect(await call(categories.get, { token, params: { id } })).toMatchObject({ name: `${name}改` })
  await page.reload()
  await expect(page.getByRole('row')).not.toHaveCount(0)
  await expect(form).toBeHidden()
  await call(categories.remove, { token, params: { id } })
})

test('shows both versions of a record that somebody else changed, and keeps mine @desktop', async ({
  page,
  faults,
}) => {
  faults.allow(/status of 409 .*\/api\/admin\//)
  const token = await adminToken()
  const { id, name } = await newCategory(token)
  const title = uniqueLetters('t')
  await openAsAdmin(page, `/admin/categories?name=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: /^编辑分类/ }).click()
  const form = dialog(page, '编辑分类')
  await form.getByLabel('分类名称').fill(`${name}我`)
  await call(categories.update, { token, params: { id }, body: { name: `${name}他`, category_title: title } })
  await form.getByRole('button', { name: '更新' }).click()
  const conflict = form.getByRole('alert').filter({ hasText: '被管理员 admin 改过（刚刚）' })
  await expect(conflict).toBeFocused()
  await expect(conflict.getByRole('row', { name: '分类名称' })).toContainText(`${name}他`)
  await expect(conflict.getByRole('row', { name: '分类名称' })).toContainText(`${name}我`)
  await expect(conflict.getByRole('row', { name: '英文标题' })).toContainText('没有改，保留对方的')
  await expect(form.getByRole('button', { name: '更新' })).toBeDisabled()
  await conflict.getByRole('button', { name: '保留我的' }).click()
  await expect(form.getByLabel('英文标题')).toHaveValue(title)
  await form.getByRole('button', { name: '更新' }).click()
  await expect(toast(page, '分类更新成功')).toBeVisible()
  expect(await call(categories.get, { token, params: { id } })).toMatchObject({
    name: `${name}我`,
    category_title: title,
  })
  await call(categories.remove, { token, params: { id } })
})

test('keeps the loaded pages without a network @desktop', async ({ page, context, faults }) => {
  faults.allow(/net::ERR_INTERNET_DISCONNECTED/)
  await openAsAdmin(page, '/admin/tags')
  const rows = page.getByRole('rowheader')
  await expect(rows).toHaveCount(20)
  const first = await rows.first().innerText()
  await page.getByRole('button', { name: '第 2 页' }).click()
  await expect(rows.first()).not.toHaveText(first)
  const second = await rows.first().innerText()
  await context.setOffline(true)
  await page.getByRole('button', { name: '刷新' }).click()
  const failure = page.getByRole('alert').filter({ hasText: '下面是之前的内容' })
  await expect(failure).toBeVisible()
  await expect(rows.first()).toHaveText(second)
  await page.getByRole('button', { name: '第 1 页' }).click()
  await expect(rows.first()).toHaveText(first)
  await expect(rows).toHaveCount(20)
  await context.setOffline(false)
  await expect(failure).toBeHidden()
  await expect(rows.first()).toHaveText(first)
})

test('fits the menu into a window of 650 px @desktop', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 650 })
  await openAsAdmin(page, '/admin/tags')
  const menu = page.getByRole('complementary', { name: '后台菜单' })
  await menu.hover()
  const entries = menu.getByRole('link').or(menu.getByRole('button'))
  await expect.poll(() => entries.count()).toBeGreaterThan(12)
  for (const entry of await entries.all()) {
    await expect(entry).toBeInViewport({ ratio: 1 })
    expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(28)
  }
})

test('has room for pages of five digits and jumps to one', async ({ page }) => {
  const asked: string[] = []
  await page.route('**/api/admin/tags?*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('page') ?? '')
    const answer = await (await route.fetch()).json()
    const pagination = { ...answer.data.pagination, total: 246_897, pages: 12_345 }
    await route.fulfill({ json: { ...answer, data: { ...answer.data, pagination } } })
  })
  await openAsAdmin(page, '/admin/tags')
  await page.getByRole('textbox', { name: '跳到第几页，共 12345 页' }).fill('12340')
  await page.getByRole('button', { name: '跳转' }).click()
  await expect(page).toHaveURL('/admin/tags?page=12340')
  await expect.poll(() => asked.at(-1)).toBe('12340')
  const pages = page.getByRole('navigation', { name: '分页' })
  await expect(pages.getByRole('button', { name: '第 12340 页' })).toHaveAttribute('aria-current', 'page')
  // No number is cut off or runs into its neighbour.
  const tooNarrow = await pages
    .getByRole('button')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
  expect(tooNarrow).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(overflow).toBe(false)
})

test('keeps the text of a record that somebody else deleted @desktop', async ({ page, faults }) => {
  faults.allow(/status of 404 .*\/api\/admin\//)
  const token = await adminToken()
  const name = uniqueLetters('').slice(-8)
  const { id } = await call(tags.create, { token, body: { name } })
  await openAsAdmin(page, `/admin/tags?name=${name}`)
  await page.getByRole('button', { name: /^编辑标签/ }).click()
  await dialog(page, '编辑标签')
    .getByLabel('标签名称')
    .fill(`${name.slice(1)}新`)
  await call(tags.remove, { token, params: { id } })
  await dialog(page, '编辑标签').getByRole('button', { name: '更新' }).click()
  const form = dialog(page, '新增标签')
  await expect(form.getByText('这条记录被管理员 admin 删除了（刚刚）。填写的内容还在这里')).toBeVisible()
  await expect(form.getByLabel('标签名称')).toHaveValue(`${name.slice(1)}新`)
  await form.getByRole('button', { name: '创建' }).click()
  await expect(toast(page, '标签创建成功')).toBeVisible()
})
