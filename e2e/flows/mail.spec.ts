/** Mail: set up in the back office, an address bound to an account, a forgotten password, a sign-in by a new device. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import * as mail from '@shiliu/contract/admin/mail'
import * as settings from '@shiliu/contract/admin/settings'
import * as emails from '@shiliu/contract/emails'
import { fillSignIn, openAs, openAsAdmin, openSignIn, toast } from '../support/actions.ts'
import { adminToken, call, newAccount, newAdmin, PASSWORD } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { codeOf, type Mailbox, openMailbox, sendBy, stopSending } from '../support/mailbox.ts'
import { unique } from '../support/unique.ts'

// They share the site's settings.
test.describe.configure({ mode: 'serial' })

let mailbox: Mailbox
test.beforeAll(async () => {
  mailbox = await openMailbox()
})
test.afterEach(stopSending)
test.afterAll(() => mailbox.close())

const NEW = 'pomegranate7'

async function openEmail(page: Page) {
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '账号与安全' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^邮箱/ }).click()
  return page.getByRole('dialog', { name: '邮箱' })
}

test('mail is set up and tried in the back office', async ({ page, isMobile }) => {
  await openAsAdmin(page, '/admin/settings#mail_host')
  const label = (text: string) => page.getByLabel(text, { exact: true })
  await expect(label('发信服务器')).toBeFocused()
  await expect(page.getByRole('button', { name: '发一封测试邮件' })).toBeDisabled()
  await label('发信服务器').fill('127.0.0.1')
  await label('端口').fill(String(mailbox.port))
  await label('加密').selectOption({ label: '不加密' })
  await label('用户名').fill('sender')
  await label('发件人').fill('site@example.edu.cn')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(toast(page, '设置已保存')).toBeVisible()
  await label('发信密码').fill('secret of the server')
  await label('发信密码').press('Enter')
  await expect(toast(page, '密码已保存')).toBeVisible()
  await expect(page.getByText('已保存密码，不会再显示出来。')).toBeVisible()
  const to = `${unique('m')}@example.com`
  await label('测试邮件的收件人').fill(to)
  await page.getByRole('button', { name: '发一封测试邮件' }).dblclick()
  const line = page.getByRole('listitem').filter({ hasText: to })
  await expect(line).toContainText('已发出')
  await expect(line).toHaveCount(1)
  expect((await mailbox.mailTo(to, '测试邮件')).text).toContain('发信服务器设置好了')
  if (isMobile) return
  await label('用户名').fill('somebody else')
  await expect(page.getByText('先保存上面的改动。')).toHaveCount(2)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('服务器或用户名改过，原来的密码不能用了，请重新填写。')).toBeVisible()
})

test('a server that is away is said in words @desktop', async ({ page }) => {
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const { port } = gone.address() as AddressInfo
  gone.close()
  await sendBy({ port })
  await openAsAdmin(page, '/admin/settings#mail_host')
  const to = `${unique('m')}@example.com`
  await page.getByLabel('测试邮件的收件人').fill(to)
  await page.getByLabel('测试邮件的收件人').press('Enter')
  const line = page.getByRole('listitem').filter({ hasText: to })
  await expect(line).toContainText('没有发出去：连不上发信服务器 127.0.0.1')
  // Others wait half a minute after that, until a test mail arrives.
  await sendBy(mailbox)
  await call(mail.test, { token: await adminToken(), body: { to } })
  await mailbox.mailTo(to, '测试邮件')
})

test('an address is bound, and sets a forgotten password @phone', async ({ page, otherPage, faults }) => {
  // Wrong password, wrong code, the session that ends.
  faults.allow(/status of 400/, /status of 401/)
  await sendBy(mailbox)
  const account = await newAccount('健忘的人')
  const id = account.user.user_id
  const email = `${id}@example.com`
  await openAs(page, account, '/explore')
  const dialog = await openEmail(page)
  await expect(dialog.getByLabel('邮箱')).toBeFocused()
  await dialog.getByLabel('邮箱').fill(email)
  await dialog.getByLabel('密码', { exact: true }).fill('not this one')
  await dialog.getByRole('button', { name: '发送验证码' }).click()
  await expect(dialog.getByLabel('密码', { exact: true })).toHaveAccessibleDescription('当前密码错误')
  await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: '发送验证码' }).dblclick()
  const code = dialog.getByLabel('验证码', { exact: true })
  await expect(code).toBeFocused()
  await code.fill('aaaa-bbbb')
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription(/验证码不对或已经过期/)
  await code.fill(codeOf(await mailbox.mailTo(email, '验证你的邮箱')))
  await code.press('Enter')
  await expect(dialog).toContainText(`已绑定 ${email}`)

  await otherPage.goto('/explore')
  const signIn = await openSignIn(otherPage)
  await signIn.getByLabel('小石榴号').fill(id)
  await signIn.getByRole('button', { name: '忘记密码' }).click()
  const forgotten = otherPage.getByRole('dialog', { name: '重设密码' })
  await expect(forgotten.getByLabel('小石榴号或邮箱')).toHaveValue(id)
  await forgotten.getByRole('button', { name: '发送验证码' }).click()
  const reset = forgotten.getByLabel('验证码', { exact: true })
  await expect(reset).toBeFocused({ timeout: 30_000 })
  await reset.fill(codeOf(await mailbox.mailTo(email, '重设密码')))
  await forgotten.getByLabel('新密码', { exact: true }).fill(NEW)
  await forgotten.getByLabel('确认新密码', { exact: true }).fill(NEW)
  await forgotten.getByRole('button', { name: '重设密码' }).click()
  await expect(toast(otherPage, '密码已重设，请用新密码登录')).toBeVisible()
  await fillSignIn(signIn, id, NEW)
  await expect(toast(otherPage, '登录成功')).toBeVisible()
  expect((await mailbox.mailTo(email, '新设备登录提醒')).text).toContain('设备：')
  // The device that was signed in before is not any more.
  await page.reload()
  await expect(toast(page, '会话已过期，已自动退出登录')).toBeVisible()
})

test('a code that was mailed is asked for at registration', async ({ page, faults }) => {
  // The wrong code.
  faults.allow(/status of 400/)
  await sendBy(mailbox)
  await call(settings.update, { token: await adminToken(), body: { registration_email: 'required' } })
  const id = unique('r')
  const email = `${id}@example.com`
  await page.goto('/explore')
  const dialog = await openSignIn(page)
  await dialog.getByRole('button', { name: '去注册' }).click()
  const label = (text: string) => page.getByLabel(text, { exact: true })
  await label('小石榴号').fill(id)
  await label('昵称').fill('新同学')
  await label('密码').fill(PASSWORD)
  await label('确认密码').fill(PASSWORD)
  await expect(page.getByRole('button', { name: '注册', exact: true })).toBeDisabled()
  await label('邮箱').fill(email)
  await page.getByRole('button', { name: '获取验证码' }).dblclick()
  const code = label('邮件验证码')
  await expect(code).toBeFocused({ timeout: 30_000 })
  await code.fill('aaaa-bbbb')
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription(/验证码不对或已经过期/, { timeout: 30_000 })
  await code.fill(codeOf(await mailbox.mailTo(email, '注册的验证码')))
  await code.press('Enter')
  await expect(toast(page, '注册成功')).toBeVisible({ timeout: 30_000 })
  const own = await openEmail(page)
  await expect(own).toContainText(`已绑定 ${email}`)
})

test('an administrator confirms an address of their own', async ({ page, faults }) => {
  // Wrong password, wrong code.
  faults.allow(/status of 400/)
  await sendBy(mailbox)
  await openAsAdmin(page, '/admin/account', newAdmin('moderator'))
  const section = page.getByRole('region', { name: '邮箱', exact: true })
  const address = section.getByLabel('邮箱', { exact: true })
  const password = section.getByLabel('确认当前密码')
  const send = section.getByRole('button', { name: '发送验证码', exact: true })
  await expect(send).toBeDisabled()
  const email = `${unique('m')}@example.com`
  await address.fill(email)
  await password.fill('not this one')
  await send.click()
  await expect(password).toHaveAccessibleDescription(/密码/)
  await password.fill(PASSWORD)
  await send.dblclick()
  const code = section.getByLabel('邮件验证码')
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription(new RegExp(email))
  await code.fill('aaaa-bbbb')
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription(/验证码不对或已经过期/)
  await code.fill(codeOf(await mailbox.mailTo(email, '验证')))
  await code.press('Enter')
  await expect(toast(page, '邮箱已保存')).toBeVisible()
  await expect(code).toBeHidden()
  await expect(section).toBeFocused()
  await page.reload()
  await expect(address).toHaveValue(email)
  await address.fill('')
  await password.fill(PASSWORD)
  await section.getByRole('button', { name: '删除邮箱' }).click()
  await expect(toast(page, '邮箱已删除')).toBeVisible()
  await page.reload()
  await expect(address).toHaveValue('')
})

test('administrators take an address away, and ban a domain @desktop', async ({ page, otherPage, faults }) => {
  faults.allow(/status of 400/)
  await sendBy(mailbox)
  const account = await newAccount('旧邮箱')
  const email = `${account.user.user_id}@example.com`
  const token = account.tokens.access_token
  await call(emails.begin, { token, body: { email, password: PASSWORD } })
  await call(emails.confirm, { token, body: { code: codeOf(await mailbox.mailTo(email, '验证你的邮箱')) } })
  await openAsAdmin(page, `/admin/users/${account.user.id}`)
  await page.getByRole('tab', { name: '登录与地址' }).click()
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('button', { name: '解除绑定' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '解除绑定' }).click()
  await expect(page.getByText('没有绑定邮箱')).toBeVisible()
  await mailbox.mailTo(email, '邮箱已解除绑定')

  const domain = `${unique('d')}.example.net`
  await page.goto('/admin/domains')
  await page.getByRole('button', { name: '新增封禁邮箱域名' }).first().click()
  const form = page.getByRole('dialog', { name: '新增封禁邮箱域名' })
  await form.getByRole('textbox', { name: '域名', exact: true }).fill(domain)
  await form.getByRole('button', { name: '创建' }).click()
  await expect(page.getByRole('cell', { name: domain }).first()).toBeVisible()
  await openAs(otherPage, account, '/explore')
  const dialog = await openEmail(otherPage)
  await dialog.getByLabel('邮箱').fill(`a@${domain}`)
  await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: '发送验证码' }).click()
  await expect(dialog.getByLabel('邮箱')).toHaveAccessibleDescription(/这个邮箱的域名不能用/)
})
