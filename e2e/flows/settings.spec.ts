/** About, shortcuts, and account and security, opened from the More menu. */
import { stat } from 'node:fs/promises'
import * as categories from '@shiliu/contract/categories'
import { VERSION } from '@shiliu/contract/limits'
import { openAs, openSignIn, signIn, toast } from '../support/actions.ts'
import { call, demoAccount, newAccount, newNote, PASSWORD } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'

async function choose(page: Page, entry: string) {
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function openAccount(page: Page) {
  await choose(page, '账号与安全')
  return page.getByRole('dialog', { name: '账号与安全' })
}

test('shows the about page and the keyboard shortcuts @desktop', async ({ page }) => {
  await page.goto('/explore')
  await choose(page, '关于小石榴')
  const about = page.getByRole('dialog', { name: '关于小石榴' })
  await expect(about).toContainText(`v${VERSION}`)
  await expect(about).toContainText('哈希')
  await page.keyboard.press('Escape')
  await expect(about).toBeHidden()

  await choose(page, '键盘快捷键')
  const shortcuts = page.getByRole('dialog', { name: '键盘快捷键' })
  await expect(shortcuts).toContainText('发送评论')
  await shortcuts.getByRole('button', { name: '关闭' }).click()
  await expect(shortcuts).toBeHidden()

  await page.getByRole('button', { name: '更多', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: '登录 / 注册' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '账号与安全' })).toBeHidden()
})

test('changes the password and ends sessions on other devices @desktop', async ({ page, otherPage, faults }) => {
  // A wrong current password, and the session that ends on the other device.
  faults.allow(/status of 400 .*\/password/, /status of 401/)
  const account = await newAccount('换锁的人')
  await otherPage.goto('/explore')
  await signIn(otherPage, account.user.user_id, PASSWORD)
  await openAs(page, account, '/explore')
  await (await openAccount(page)).getByRole('button', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  const current = dialog.getByLabel('当前密码', { exact: true })
  const next = dialog.getByLabel('新密码', { exact: true })
  const again = dialog.getByLabel('确认新密码', { exact: true })
  const submit = dialog.getByRole('button', { name: '修改密码' })
  await expect(current).toBeFocused()
  await expect(submit).toBeDisabled()

  await test.step('errors at each field', async () => {
    await current.fill('wrong-one')
    await next.fill('short')
    await again.fill('other')
    await submit.click()
    await expect(next).toHaveAccessibleDescription('新密码至少需要6位')
    await expect(again).toHaveAccessibleDescription('两次输入的新密码不一致')
    await next.fill('a-new-one')
    await again.fill('a-new-one')
    await submit.click()
    await expect(current).toHaveAccessibleDescription('当前密码输入错误，请检查后重新输入')
    await expect(current).toHaveValue('')
    await current.fill(PASSWORD)
    await next.fill(PASSWORD)
    await again.fill(PASSWORD)
    await submit.click()
    await expect(next).toHaveAccessibleDescription('新密码不能与当前密码相同')
  })

  await next.fill('a-new-one')
  await again.fill('a-new-one')
  await submit.click()
  await expect(toast(page, '密码修改成功')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.goto('/user')
  await expect(page.getByText(`小石榴号：${account.user.user_id}`)).toBeVisible()
  await otherPage.goto('/notification')
  await expect(toast(otherPage, '会话已过期，已自动退出登录')).toBeVisible()
  await signIn(otherPage, account.user.user_id, 'a-new-one')
})

test('lists the devices and signs another one out @phone', async ({ page, otherPage, faults }) => {
  faults.allow(/status of 401/)
  const account = await newAccount('有两台的人')
  await otherPage.goto('/explore')
  await signIn(otherPage, account.user.user_id, PASSWORD)
  await openAs(page, account, '/explore')
  const entry = (await openAccount(page)).getByRole('button', { name: '登录的设备' })
  await entry.dblclick()
  const dialog = page.getByRole('dialog', { name: '登录的设备' })
  const devices = dialog.getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText('这台设备')
  const end = devices.nth(1).getByRole('button', { name: /^让.*退出登录$/ })
  await end.focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, '已退出登录')).toBeVisible()
  await expect(devices).toHaveCount(1)
  await otherPage.goto('/notification')
  await expect(toast(otherPage, '会话已过期，已自动退出登录')).toBeVisible()

  await signIn(otherPage, account.user.user_id, PASSWORD)
  await dialog.getByRole('button', { name: '返回' }).click()
  await entry.click()
  await expect(devices).toHaveCount(2)
  await dialog.getByRole('button', { name: '其他全部退出' }).click()
  await page.getByRole('dialog', { name: '让别的设备都退出登录？' }).getByRole('button', { name: '全部退出' }).click()
  await expect(devices).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: '其他全部退出' })).toHaveCount(0)
  await dialog.getByRole('button', { name: '返回' }).click()
  await expect(page.getByRole('dialog', { name: '账号与安全' })).toBeVisible()
})

test('exports one’s data as a file @desktop', async ({ page }) => {
  const account = await newAccount('要带走的人')
  const [category] = await call(categories.list)
  await newNote(account, category?.id ?? 0)
  await openAs(page, account, '/explore')
  await (await openAccount(page)).getByRole('button', { name: '导出我的数据' }).click()
  const dialog = page.getByRole('dialog', { name: '导出我的数据' })
  await expect(dialog.getByRole('status')).toHaveText('还没有打包过。')
  await dialog.getByRole('button', { name: '开始打包' }).dblclick()
  const fetchFile = dialog.getByRole('button', { name: '下载' })
  await expect(fetchFile).toBeVisible()
  const download = page.waitForEvent('download')
  await fetchFile.click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^shiliu-data-\d{4}-\d\d-\d\d\.zip$/)
  expect((await stat(await file.path())).size).toBeGreaterThan(500)
  await dialog.getByRole('button', { name: '返回' }).click()
  await page.keyboard.press('Escape')
  await page.goto('/notification')
  await page.getByRole('tab', { name: '系统' }).click()
  await expect(page.getByText('你的数据打包好了')).toBeVisible()
})

test('deletes an account only after its id and password were typed @phone', async ({ page, faults }) => {
  // The wrong password, the deleted note, the closed stream, and the rejected sign-in.
  faults.allow(
    /status of 400 .*\/api\/users\//,
    /status of 404 .*\/post/,
    /status of 401 .*\/stream/,
    /status of 400 .*\/api\/auth\/login/,
  )
  const account = await newAccount('要走的人')
  const { user_id } = account.user
  const [category] = await call(categories.list)
  const note = await newNote(account, category?.id ?? 0)
  await openAs(page, account, '/user')
  await (await openAccount(page)).getByRole('button', { name: '注销账号' }).click()
  const dialog = page.getByRole('dialog', { name: '注销账号' })
  const submit = dialog.getByRole('button', { name: '注销账号' })
  await dialog.getByLabel('输入你的小石榴号').fill(user_id.slice(0, -1))
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('输入你的小石榴号').fill(user_id)
  await expect(submit).toBeDisabled()
  const password = dialog.getByLabel('密码', { exact: true })
  await password.fill('not-this-one')
  await submit.click()
  await expect(password).toHaveAccessibleDescription('密码不正确')
  await password.fill(PASSWORD)
  await submit.click()
  await expect(toast(page, '账号已注销')).toBeVisible()
  await expect(page).toHaveURL(/\/explore/)

  await page.goto(`/post?id=${note.id}`)
  await expect(page.getByText('你访问的页面不见了')).toBeVisible()
  await page.goto('/explore')
  const signInDialog = await openSignIn(page)
  await signInDialog.getByLabel('小石榴号').fill(user_id)
  await signInDialog.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const restoration = page.getByRole('dialog', { name: '取回账号' })
  await expect(restoration.getByText(/^账号已注销，\d{4}-\d\d-\d\d \d\d:\d\d 之后彻底清除$/)).toBeVisible()
  // Who only looked whether the account is gone leaves it so.
  await expect(restoration.getByRole('button', { name: '不取回' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(signInDialog.getByLabel('小石榴号')).toHaveValue(user_id)
  await signInDialog.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await restoration.getByRole('button', { name: '取回账号' }).click()
  await expect(toast(page, '账号已取回')).toBeVisible()
  await page.goto(`/post?id=${note.id}`)
  await expect(page.getByRole('heading', { name: note.title })).toBeVisible()
})

test('closes the account dialog when another tab signs out @desktop', async ({ page, context }) => {
  await openAs(page, await demoAccount('shiliu07'), '/explore')
  const dialog = await openAccount(page)
  await expect(dialog).toBeVisible()
  const other = await context.newPage()
  await other.goto('/explore')
  await choose(other, '退出登录')
  await expect(dialog).toBeHidden()
})
