/** Bans with a term: chosen in the back office, told at sign-in, lifted by their end. */
import * as sanctions from '@shiliu/contract/admin/sanctions'
import { fillSignIn, openAsAdmin, openSignIn, toast } from '../support/actions.ts'
import { adminToken, call, newAccount, PASSWORD } from '../support/api.ts'
import { expect, test } from '../support/fixtures.ts'

test('a ban with term is told at sign-in and ends by itself @phone', async ({ page, faults }) => {
  faults.allow(/400 \(Bad Request\)/)
  const account = await newAccount('违规者')
  await openAsAdmin(page, `/admin/users?user_id=${account.user.user_id}`)
  await page.getByRole('button', { name: /查看用户/ }).click()
  const dialog = page.getByRole('dialog', { name: '用户详情' })
  await dialog.getByRole('button', { name: '封禁', exact: true }).click()
  await dialog.getByLabel('发布广告或垃圾信息').check()
  await page.screenshot({ path: test.info().outputPath('form.png') })
  await dialog.getByRole('button', { name: '确认封禁' }).click()
  await expect(toast(page, '已封禁')).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: '封禁中：发布广告或垃圾信息' })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('banned.png') })

  await page.goto('/')
  const signIn = await openSignIn(page)
  await fillSignIn(signIn, account.user.user_id, PASSWORD)
  await expect(signIn.getByRole('alert')).toContainText(/账号已被封禁：发布广告或垃圾信息（.* 解封）/)
  await page.screenshot({ path: test.info().outputPath('sign-in.png') })

  const until = new Date(Date.now() + 2000).toISOString()
  const body = { reason: '很快就好', until, note: '', hide_content: false }
  await call(sanctions.ban, { token: await adminToken(), params: { id: String(account.user.id) }, body })
  await expect(async () => {
    await signIn.getByRole('button', { name: '登录', exact: true }).click()
    await expect(toast(page, '登录成功')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 15_000 })
})
