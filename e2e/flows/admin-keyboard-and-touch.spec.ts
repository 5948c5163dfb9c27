/** The back office's tables by keyboard and touch: focus, row selection, narrow screens. */
import * as adminAuth from '@shiliu/contract/admin/auth'
import { tags } from '@shiliu/contract/admin/tags'
import { users } from '@shiliu/contract/admin/users'
import { openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call, PASSWORD } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { unique } from '../support/unique.ts'

const question = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Creates three tags for this flow; the newest comes first. */
async function threeTags() {
  const token = await adminToken()
  const name = `手${unique('').slice(-5)}`
  for (const number of [3, 2, 1]) await call(tags.create, { token, body: { name: `${name}${number}` } })
  return name
}

test('returns the focus to the control that opened a dialog or menu @desktop', async ({ page }) => {
  // Many steps, each with a response of the server.
  test.slow()
  const name = await threeTags()
  await openAsAdmin(page, '/admin/tags')
  const filter = page.getByRole('textbox', { name: '标签名称' })

  await test.step('filters', async () => {
    await filter.fill(name)
    await filter.press('Enter')
    await expect(page.getByRole('rowheader')).toHaveCount(3)
    await expect(filter).toBeFocused()
    await filter.fill('没有这样的标签')
    await button(page, '筛选').press('Enter')
    await expect(page.getByText('没有符合条件的标签')).toBeVisible()
    await expect(button(page, '筛选')).toBeFocused()
    await page.goBack()
    await expect(filter).toHaveValue(name)
    await button(page, '清空').press('Enter')
    await expect(filter).toHaveValue('')
    await expect(button(page, '清空')).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('rowheader')).toHaveCount(3)
  })

  await test.step('selecting', async () => {
    await button(page, '批量删除').press('Enter')
    await expect(button(page, '取消')).toBeFocused()
    await page.getByRole('checkbox', { name: `选择标签「${name}2」` }).press('Space')
    await button(page, '确认删除 (1)').press('Enter')
    await expect(question(page, '批量删除标签')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question(page, '批量删除标签')).toBeHidden()
    await expect(button(page, '确认删除 (1)')).toBeFocused()
    await button(page, '取消').press('Enter')
    await expect(button(page, '批量删除')).toBeFocused()
  })

  await test.step('deleting one after the other', async () => {
    await button(page, `删除标签「${name}1」`).press('Enter')
    await expect(question(page, '删除标签')).toContainText(`标签「${name}1」将被删除，会在回收站保留 30 天。`)
    await page.keyboard.press('Escape')
    await expect(button(page, `删除标签「${name}1」`)).toBeFocused()
    await expect(question(page, '删除标签')).toBeHidden()
    await page.keyboard.press('Enter')
    await question(page, '删除标签').getByRole('button', { name: '删除', exact: true }).press('Enter')
    await expect(toast(page, '删除成功')).toBeVisible()
    await expect(page.getByRole('rowheader')).toHaveCount(2)
    await expect(button(page, new RegExp(`查看标签「${name}2」$`))).toBeFocused()
  })
})

test('selects a row by clicking anywhere but on its controls @desktop', async ({ page }) => {
  const name = await threeTags()
  await openAsAdmin(page, `/admin/tags?name=${name}`)
  const row = page.getByRole('row').filter({ hasText: `${name}1` })
  await row.getByText(`${name}1`).click()
  await button(page, '批量删除').click()
  await row.getByText(`${name}1`).click()
  await expect(row.getByRole('checkbox')).toBeChecked()
  await row.getByRole('rowheader').click()
  await expect(row.getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await button(page, '确认删除 (3)').click()
  const asked = question(page, '批量删除标签')
  await expect(asked).toContainText('这 3 项将被删除，会在回收站保留 30 天。')
  await expect(asked.getByRole('listitem')).toHaveText([`${name}1`, `${name}2`, `${name}3`])
})

test('shows the remaining rows after a batch deletion failed half-way @desktop', async ({ page, faults }) => {
  faults.allow(/500 .*\/api\/admin\/tags/)
  const name = await threeTags()
  const token = await adminToken()
  await openAsAdmin(page, `/admin/tags?name=${name}`)
  await button(page, '批量删除').click()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.route('**/api/admin/tags/impact', (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: '没能数出来' } }),
  )
  await button(page, '确认删除 (3)').click()
  await expect(toast(page, '批量删除失败: 没能数出来')).toBeVisible()
  await page.unroute('**/api/admin/tags/impact')
  await page.route('**/api/admin/tags', async (route) => {
    const [id] = (route.request().postDataJSON() as { ids: number[] }).ids
    await call(tags.remove, { token, params: { id: id ?? 0 } })
    await route.fulfill({ status: 500, json: { code: 500, message: '服务器内部错误' } })
  })
  await button(page, '确认删除 (3)').click()
  const asked = question(page, '批量删除标签')
  await asked.getByRole('button', { name: '删除 3 项' }).click()
  await expect(toast(page, '批量删除失败: 服务器内部错误')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  await page.unroute('**/api/admin/tags')
  await button(page, '确认删除 (2)').click()
  await asked.getByRole('button', { name: '删除 2 项' }).click()
  await expect(toast(page, '已删除 2 项')).toBeVisible()
  await expect(page.getByText('没有符合条件的标签')).toBeVisible()
})

for (const several of [false, true]) {
  test(`reports an expired session once, deleting ${several ? 'several' : 'one'} @desktop`, async ({
    page,
    faults,
  }) => {
    faults.allow(/status of 401 .*\/api\//)
    const name = await threeTags()
    await openAsAdmin(page, `/admin/tags?name=${name}`)
    await expect(page.getByRole('rowheader')).toHaveCount(3)
    if (several) {
      await button(page, '批量删除').click()
      await page.getByRole('checkbox', { name: '选择本页全部' }).check()
      await button(page, '确认删除 (3)').click()
    } else await button(page, `删除标签「${name}1」`).click()
    const asked = question(page, several ? '批量删除标签' : '删除标签')
    await expect(asked).toBeVisible()
    const own = await page.evaluate(() => localStorage.getItem('admin_token') ?? '')
    await call(adminAuth.logout, { token: own })
    await asked.getByRole('button', { name: /^删除/ }).click()
    await expect(page).toHaveURL('/admin/login')
    await expect(page.locator('[data-toaster]')).toHaveText('登录已过期，请重新登录')
  })
}

test('shows changes of a long text in the audit trail word by word @desktop', async ({ page }) => {
  const token = await adminToken()
  const before = '周一去图书馆自习，<br>周三去操场跑步，周五在食堂等人，周末睡到中午。'
  const body = { user_id: unique('h'), nickname: '改简介的人', password: PASSWORD, bio: before }
  const { id } = await call(users.create, { token, body })
  const bio = '周二去图书馆自习，<br>周三去操场跑步，周五在南门等人，周末睡到中午。'
  await call(users.update, { token, params: { id }, body: { bio } })
  await openAsAdmin(page, `/admin/audits?resource=users&action=update&record_id=${id}`)
  await button(page, '个人简介').click()
  const changed = question(page, '改动')
  await expect(changed.getByRole('deletion')).toHaveText(['一', '食堂'])
  await expect(changed.getByRole('insertion')).toHaveText(['二', '南门'])
  await expect(changed).not.toContainText('<br>')

  await page.goto(`/admin/users?user_id=${body.user_id}`)
  const cell = page.getByRole('button', { name: /^周二/ })
  await expect(cell).toHaveText('周二去图书馆自习， 周三去操场跑步，周五在南门等人，周末睡到…')
  await cell.click()
  await expect(question(page, '个人简介').getByText(/^周二去图书馆自习，周三.+中午。$/)).toBeVisible()
})

test('keeps the toolbar on one line with and without filters @phone', async ({ page }) => {
  await openAsAdmin(page, '/admin/admins?username=admin')
  const filter = await button(page, '筛选 (1)').boundingBox()
  const create = await button(page, '新增管理员').boundingBox()
  expect(create?.y).toBe(filter?.y)
  expect((create?.x ?? 0) + (create?.width ?? 0)).toBeLessThanOrEqual(390)
})
