/** Roles of administrators, and their second factor. */
import { admins } from '@shiliu/contract/admin/admins'
import * as auth from '@shiliu/contract/admin/auth'
import { Secret, TOTP } from 'otpauth'
import { fillAdminSignIn, openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call, newAdmin, PASSWORD } from '../support/api.ts'
import { expect, test } from '../support/fixtures.ts'

test('a viewer finds nothing to change, and is refused in words where there is', async ({ page, faults }) => {
  faults.allow(/403 \(Forbidden\)/)
  const account = await newAdmin('viewer')
  await openAsAdmin(page, '/admin/tags', Promise.resolve(account))
  await expect(page.getByRole('button', { name: /^\d+ 查看标签/ }).first()).toBeVisible()
  for (const name of ['新增标签', '批量删除', '导出 CSV', /^编辑标签/, /^删除标签/]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { name: '你没有这个页面的权限' })).toBeVisible()
  await expect(page.getByText('它需要管理员或更高的权限，你是观察员')).toBeVisible()
  await page.getByRole('link', { name: '看看谁能做什么' }).click()
  await expect(page.getByRole('heading', { name: '权限', exact: true })).toBeVisible()
  const row = page.getByRole('row', { name: /修改网站设置/ })
  await expect(row.getByRole('img', { name: '不能', exact: true })).toHaveCount(3)
  const refused = await page.evaluate(async (token) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch('/api/admin/settings', { headers }).catch(() => null)
    return answer && { status: answer.status, message: (await answer.json()).message }
  }, account.tokens.access_token)
  expect(refused).toEqual({ status: 403, message: '这需要管理员或更高的权限，你是观察员' })
})

test('a role that changes meanwhile takes its buttons away @desktop', async ({ page, faults }) => {
  faults.allow(/403 \(Forbidden\)/)
  const account = await newAdmin('editor')
  await openAsAdmin(page, '/admin/tags', Promise.resolve(account))
  const remove = page.getByRole('button', { name: /^删除标签/ })
  await expect(remove.first()).toBeVisible()
  const params = { id: String(account.admin.id) }
  await call(admins.update, { params, body: { role: 'viewer' }, token: await adminToken() })
  await remove.first().click()
  await expect(toast(page, /你是观察员/)).toBeVisible()
  await expect(remove).toHaveCount(0)
})

test('the authenticator is set up and asked for at the next sign-in @phone', async ({ page, faults }) => {
  faults.allow(/400 \(Bad Request\)/)
  const { admin, ...account } = await newAdmin('moderator')
  await openAsAdmin(page, '/admin/account', Promise.resolve({ admin, ...account }))
  await page.getByRole('button', { name: '绑定验证器' }).click()
  const section = page.getByRole('region', { name: '两步验证' })
  await section.getByLabel('当前密码').fill(PASSWORD)
  await section.getByRole('button', { name: '下一步' }).click()
  await expect(section.getByRole('img', { name: '验证器要扫的二维码' })).toBeVisible()
  const secret = Secret.fromBase32((await section.locator('code').textContent()) ?? '')
  const code = (later = 0) => TOTP.generate({ secret, timestamp: Date.now() + later })
  await section.getByLabel('验证码').fill(code())
  await section.getByRole('button', { name: '开启两步验证' }).click()
  const codes = section.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await section.getByRole('button', { name: '我已经记下了' }).click()
  await expect(section.getByText('还有 10 个恢复码')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/admin/login')
  await fillAdminSignIn(page, admin.username, PASSWORD)
  const field = page.getByLabel('验证码')
  await expect(field).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText('请输入验证器上的 6 位验证码，或一个恢复码')
  await field.fill(code(-10 * 60_000))
  await field.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('验证码不正确或已经用过，请等下一个')
  // That of now was used to set it up.
  await field.fill(code(30_000))
  await field.press('Enter')
  await expect(toast(page, '登录成功，正在跳转...')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/(?!login)/)

  const again = await call(auth.login, { body: { username: admin.username, password: PASSWORD, code: recovery } })
  await page.goto('/admin/account')
  const devices = page.getByRole('region', { name: '我登录的设备' })
  await expect(devices.getByText('这台设备')).toHaveCount(1)
  const others = devices.getByRole('button', { name: /退出登录$/ })
  const before = await others.count()
  await others.first().click()
  await expect(toast(page, '已退出登录')).toBeVisible()
  await expect(others).toHaveCount(before - 1)
  await expect(call(auth.me, { token: again.tokens.access_token })).rejects.toThrow('401')
})
