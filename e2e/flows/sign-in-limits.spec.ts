/** Signing in after wrong passwords: by a proof of work, or after a wait (docs/api.md#sign-in-limits). */
import * as adminAuth from '@shiliu/contract/admin/auth'
import * as auth from '@shiliu/contract/auth'
import { fillAdminSignIn, fillSignIn, openSignIn, toast } from '../support/actions.ts'
import { newAccount, PASSWORD } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'

const FREE = 5
const limited = { code: 429, error: 'proof_required', message: '密码错了太多次，请 8 秒后再试' }

/** The demo's limits are a hundred times a site's: refuses after five failures as a site does. Gives what was sent. */
async function limitSignIn(page: Page, path: string) {
  const sent: { password: string; proof?: string }[] = []
  await page.route(`**/api${path}`, (route) => {
    const body = route.request().postDataJSON()
    sent.push(body)
    if (sent.length <= FREE || body.proof) return route.continue()
    return route.fulfill({ status: 429, headers: { 'retry-after': '8' }, json: limited })
  })
  return sent
}

/** Until `go`, so that what is shown meanwhile can be looked at. */
async function holdChallenge(page: Page) {
  const { promise, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/api/auth/challenge*', async (route) => {
    await promise
    await route.continue()
  })
  return go
}

test('signs in by a proof of work after five wrong passwords @desktop', async ({ page, faults }) => {
  faults.allow(/status of (400|429)/)
  const { user } = await newAccount('手滑的人')
  await page.goto('/explore')
  const sent = await limitSignIn(page, auth.login.path)
  const go = await holdChallenge(page)
  const dialog = await openSignIn(page)
  for (let i = 0; i < FREE; i++) {
    await fillSignIn(dialog, user.user_id, `wrong-${i}`)
    await expect(dialog.getByRole('alert')).toHaveText('账号或密码错误')
    await expect(dialog.getByLabel('密码', { exact: true })).toBeFocused()
  }
  await fillSignIn(dialog, user.user_id, PASSWORD)
  await expect(dialog.getByRole('status')).toHaveText('正在做安全验证，通常一两秒')
  go()
  await expect(toast(page, '登录成功')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(sent.length).toBe(FREE + 2)
  expect(sent.at(-1)?.proof).toContain('solution')
})

test('says how long to wait where the browser cannot compute a proof @phone', async ({ page, faults }) => {
  faults.allow(/status of (400|429)/)
  const { user } = await newAccount('旧浏览器')
  await page.addInitScript(() => Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined }))
  await page.goto('/explore')
  const sent = await limitSignIn(page, auth.login.path)
  const dialog = await openSignIn(page)
  for (let i = 0; i < FREE; i++) {
    await fillSignIn(dialog, user.user_id, `wrong-${i}`)
    await expect.poll(() => sent.length).toBe(i + 1)
    await expect(dialog.getByRole('alert')).toHaveText('账号或密码错误')
  }
  await fillSignIn(dialog, user.user_id, PASSWORD)
  await expect(dialog.getByRole('alert')).toHaveText(limited.message)
  await expect(dialog.getByLabel('密码', { exact: true })).toHaveValue(PASSWORD)
})

test('administrators see the same @desktop', async ({ page, faults }) => {
  faults.allow(/status of (400|429)/)
  await page.goto('/admin/login')
  const sent = await limitSignIn(page, adminAuth.login.path)
  const go = await holdChallenge(page)
  for (let i = 0; i < FREE; i++) {
    await fillAdminSignIn(page, 'admin', `wrong-${i}`)
    await expect.poll(() => sent.length).toBe(i + 1)
    await expect(page.getByRole('alert')).toHaveText('登录失败，请检查用户名和密码')
  }
  await fillAdminSignIn(page, 'admin', PASSWORD)
  await expect(page.getByRole('status').filter({ hasText: '正在做安全验证' })).toBeVisible()
  go()
  await expect(page).toHaveURL(/\/admin\/(?!login)/)
  expect(sent.at(-1)?.proof).toContain('solution')
})
