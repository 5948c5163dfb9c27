/** 网站设置 in the back office: what administrators set while the site runs. */
import * as settings from '@shiliu/contract/admin/settings'
import { openAsAdmin, openSignIn, toast } from '../support/actions.ts'
import { adminToken, call } from '../support/api.ts'
import { expect, test } from '../support/fixtures.ts'
import { colouredPicture } from '../support/photos.ts'

// They share the site's settings.
test.describe.configure({ mode: 'serial' })

async function back() {
  const reset = settings.SETTING_FIELDS.map(({ name }) => name)
  await call(settings.update, { token: await adminToken(), body: { reset } })
}
test.beforeEach(back)
test.afterAll(back)

test('a setting is changed, refused where it is wrong, and put back', async ({ page }) => {
  await openAsAdmin(page, '/admin/settings')
  const days = page.getByLabel('新账号的天数', { exact: true })
  const save = page.getByRole('button', { name: '保存' })
  await expect(days).toHaveValue('7')
  await expect(save).toBeDisabled()
  await days.fill('366')
  await expect(page.getByText('改了 1 项，还没有保存')).toBeVisible()
  await days.press('Enter')
  await expect(page.getByText('请填写 0 到 365 的整数')).toBeVisible()
  await expect(days).toBeFocused()
  await days.fill('5')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await save.click()
  expect((await sent).postDataJSON()).toEqual({ new_account_days: 5 })
  await expect(toast(page, '设置已保存')).toBeVisible()
  await expect(page.getByText(/^admin 改于/)).toBeVisible()
  await expect(save).toBeDisabled()

  await page.getByRole('button', { name: '新账号的天数恢复默认' }).click()
  await expect(days).toHaveValue('7')
  await save.click()
  await expect(page.getByText(/^admin 改于/)).toHaveCount(0)

  await page.goto('/admin/audits?resource=settings&sortField=id&sortOrder=desc')
  await expect(page.getByRole('row').nth(1)).toContainText('网站设置')
  await expect(page.getByRole('row').nth(1)).toContainText('新账号的天数')
})

test('what was typed and not saved is there after a reload', async ({ page }) => {
  await openAsAdmin(page, '/admin/settings#comments_per_minute')
  const comments = page.getByLabel('一分钟内的评论', { exact: true })
  await expect(comments).toBeFocused()
  await comments.fill('44')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('这是你上次填写、还没有保存的内容。')).toBeVisible()
  await expect(comments).toHaveValue('44')
  await page.getByRole('button', { name: '换回现在的设置' }).click()
  await expect(comments).toHaveValue('30')
  await page.reload()
  await expect(comments).toHaveValue('30')
})

test('a server that asks to wait is waited for', async ({ page, faults }) => {
  faults.allow(/503/)
  await openAsAdmin(page, '/admin/settings')
  let refused = 0
  await page.route('**/api/admin/settings', (route) => {
    if (route.request().method() !== 'PUT' || refused++ > 0) return route.continue()
    const json = { code: 503, error: 'unavailable', message: '服务暂时不可用' }
    return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json })
  })
  await page.getByLabel('一天的大小', { exact: true }).fill('900')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('服务器正忙')).toBeVisible()
  await expect(toast(page, '设置已保存')).toBeVisible()
})

test('the site gets a name and a logo, which the next page shows', async ({ page, otherPage }, info) => {
  await openAsAdmin(page, '/admin/settings#site_name')
  const name = page.getByLabel('网站名称', { exact: true })
  await expect(name).toBeFocused()
  await name.fill('紫荆园')
  await page
    .getByLabel('标志', { exact: true })
    .and(page.locator('input'))
    .setInputFiles(await colouredPicture(info, '#7a3'))
  await expect(page.getByRole('img', { name: '标志' })).toBeVisible()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(toast(page, '设置已保存')).toBeVisible()
  await expect(page).toHaveTitle('网站设置 - 管理后台 - 紫荆园')

  await otherPage.goto('/explore')
  await expect(otherPage).toHaveTitle(/紫荆园$/)
  await expect(otherPage.getByRole('img', { name: '紫荆园' })).toBeVisible()
  await openSignIn(otherPage, '紫荆园')
  await otherPage.goto('/admin/login')
  await expect(otherPage.getByRole('heading', { name: '紫荆园管理后台' })).toBeVisible()
})
