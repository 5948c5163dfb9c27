/** 网站设置 in the back office: what administrators set while the site runs. */
import { readFile, writeFile } from 'node:fs/promises'
import { admins } from '@shiliu/contract/admin/admins'
import * as adminAuth from '@shiliu/contract/admin/auth'
import { SETTING_FIELDS } from '@shiliu/contract/admin/setting-fields'
import * as settings from '@shiliu/contract/admin/settings'
import { openAsAdmin, openSignIn, toast } from '../support/actions.ts'
import { adminToken, call, PASSWORD } from '../support/api.ts'
import { expect, test } from '../support/fixtures.ts'
import { colouredPicture } from '../support/photos.ts'
import { unique } from '../support/unique.ts'

// They share the site's settings.
test.describe.configure({ mode: 'serial' })

async function back() {
  const reset = SETTING_FIELDS.map(({ name }) => name)
  await call(settings.update, { token: await adminToken(), body: { reset } })
}
test.beforeEach(back)
test.afterAll(back)

test('a setting is changed, refused where it is wrong, and put back', async ({ page, faults }) => {
  faults.allow(/400 \(Bad Request\)/)
  await openAsAdmin(page, '/admin/settings')
  const days = page.getByLabel('新账号的天数', { exact: true })
  const save = page.getByRole('button', { name: '保存', exact: true })
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
  expect((await sent).postDataJSON()).toEqual({ new_account_days: 5, began: { new_account_days: 7 } })
  await expect(toast(page, '设置已保存')).toBeVisible()
  await expect(page.getByText(/^admin 改于/)).toBeVisible()
  await expect(save).toBeDisabled()

  await page.getByRole('button', { name: '新账号的天数恢复默认' }).click()
  await expect(days).toHaveValue('7')
  await save.click()
  await expect(page.getByText(/^admin 改于/)).toHaveCount(0)

  const name = page.getByLabel('网站名称', { exact: true })
  await name.fill('  ')
  await save.click()
  await expect(page.getByRole('alert').filter({ hasText: '网站名称要有 1 到 20 个字' })).toBeVisible()
  await expect(name).toBeFocused()
  await page.getByRole('button', { name: '放弃改动' }).click()
  await expect(save).toBeFocused()

  await page.goto('/admin/audits?resource=settings&sortField=id&sortOrder=desc')
  await expect(page.getByRole('row').nth(1)).toContainText('网站设置')
  await expect(page.getByRole('row').nth(1)).toContainText('新账号的天数')
})

test('what was typed and not saved is there after a reload @phone', async ({ page }) => {
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

test('what another administrator changed meanwhile is shown, and one of the two is chosen @desktop', async ({
  page,
  faults,
}) => {
  faults.allow(/409/)
  await openAsAdmin(page, '/admin/settings')
  const days = page.getByLabel('新账号的天数', { exact: true })
  const notes = page.getByLabel('一天的笔记', { exact: true })
  const save = page.getByRole('button', { name: '保存', exact: true })
  const panel = page.getByRole('alert').filter({ hasText: '你的改动还没有保存' })
  await expect(days).toHaveValue('7')
  await days.fill('5')
  await notes.fill('50')
  const token = await adminToken()
  const username = unique('同事')
  const { id } = await call(admins.create, { token, body: { username, password: PASSWORD, role: 'administrator' } })
  const other = await call(adminAuth.login, { body: { username, password: PASSWORD } })
  const change = (body: object) => call(settings.update, { token: other.tokens.access_token, body })
  await change({ new_account_days: 3, comments_per_minute: 44 })

  await save.click()
  await expect(panel).toBeFocused()
  await expect(panel).toContainText(`被管理员 ${username} 改过`)
  // On a phone the table is a list.
  await expect(panel.locator('tbody tr')).toHaveText([/新账号的天数.*3.*5/s])
  await expect(save).toBeDisabled()
  await panel.getByRole('button', { name: '保留我的' }).click()
  await expect(save).toBeFocused()
  await save.press('Enter')
  await expect(toast(page, '设置已保存')).toBeVisible()
  await expect(save).toBeFocused()
  await expect(page.getByLabel('一分钟内的评论', { exact: true })).toHaveValue('44')
  const { settings: now } = await call(settings.get, { token })
  expect(now).toMatchObject({ new_account_days: 5, notes_per_day: 50, comments_per_minute: 44 })

  await days.fill('6')
  await notes.fill('51')
  await change({ new_account_days: 4 })
  await notes.press('Enter')
  await panel.getByRole('button', { name: '用对方的' }).click()
  await expect(days).toHaveValue('4')
  await expect(notes).toHaveValue('51')
  await save.click()
  await expect(notes).toHaveValue('51')
  await expect(page.getByText(/项，还没有保存/)).toHaveCount(0)
  expect(await call(settings.get, { token })).toMatchObject({ settings: { new_account_days: 4, notes_per_day: 51 } })
  await call(admins.remove, { token, params: { id } })
})

test('a server that asks to wait is waited for @phone', async ({ page, faults }) => {
  faults.allow(/503/)
  await openAsAdmin(page, '/admin/settings')
  let refused = 0
  await page.route('**/api/admin/settings', (route) => {
    if (route.request().method() !== 'PUT' || refused++ > 0) return route.continue()
    const json = { code: 503, error: 'unavailable', message: '服务暂时不可用' }
    return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json })
  })
  await page.getByLabel('一天的大小', { exact: true }).fill('900')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('服务器正忙')).toBeVisible()
  await expect(toast(page, '设置已保存')).toBeVisible()
})

test('the site gets a name and a logo, which the next page shows @desktop', async ({ page, otherPage }, info) => {
  await openAsAdmin(page, '/admin/settings#site_name')
  const name = page.getByLabel('网站名称', { exact: true })
  await expect(name).toBeFocused()
  await name.fill('紫荆园')
  await page
    .getByLabel('标志', { exact: true })
    .and(page.locator('input'))
    .setInputFiles(await colouredPicture(info, '#7a3'))
  await expect(page.getByRole('img', { name: '标志' })).toBeVisible()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(toast(page, '设置已保存')).toBeVisible()
  await expect(page).toHaveTitle('网站设置 - 管理后台 - 紫荆园')

  await otherPage.goto('/explore')
  await expect(otherPage).toHaveTitle(/紫荆园$/)
  await expect(otherPage.getByRole('img', { name: '紫荆园' })).toBeVisible()
  await openSignIn(otherPage, '紫荆园')
  await otherPage.goto('/admin/login')
  await expect(otherPage.getByRole('heading', { name: '紫荆园管理后台' })).toBeVisible()
})

test('the settings go into a file, and another file is shown before it changes any @desktop', async ({
  page,
  otherPage,
}, info) => {
  await openAsAdmin(page, '/admin/settings')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出设置' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^shiliu-settings-\d{4}-\d\d-\d\d\.json$/)
  const path = info.outputPath('settings.json')
  await file.saveAs(path)
  const content = JSON.parse(await readFile(path, 'utf8'))
  const input = page.getByLabel('设置文件')
  await input.setInputFiles(path)
  await expect(toast(page, '和现在的设置一样，没有要改的')).toBeVisible()
  await input.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') })
  await expect(toast(page, '不能导入: 这不是导出的设置文件')).toBeVisible()

  Object.assign(content.settings, { new_account_days: 3, site_icp: '京ICP备12345678号-1', site_footer: '团委主办' })
  await writeFile(path, JSON.stringify({ ...content, settings: { ...content.settings, of_later: 1 } }))
  await input.setInputFiles(path)
  const dialog = page.getByRole('dialog', { name: '导入设置' })
  await expect(dialog.locator('dl > div')).toHaveCount(3)
  await expect(dialog).toContainText('新账号的天数')
  await expect(dialog).toContainText('7 → 3')
  await expect(dialog).toContainText('不会导入：of_later')
  await dialog.getByRole('button', { name: '导入 3 项' }).dblclick()
  await expect(toast(page, '设置已导入')).toBeVisible()
  await expect(page.getByLabel('新账号的天数', { exact: true })).toHaveValue('3')

  await otherPage.goto('/explore')
  await otherPage.getByRole('button', { name: '更多', exact: true }).click()
  const icp = otherPage.getByRole('menuitem', { name: '京ICP备12345678号-1' })
  await expect(icp).toHaveAttribute('href', 'https://beian.miit.gov.cn/')
  await otherPage.getByRole('menuitem', { name: '关于小石榴' }).click()
  const about = otherPage.getByRole('dialog', { name: '关于小石榴' })
  await expect(about).toContainText('团委主办')
  await expect(about.getByRole('link', { name: '京ICP备12345678号-1' })).toBeVisible()
})
