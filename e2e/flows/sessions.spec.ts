/** Sessions: token refresh, shared by concurrent calls and tabs, and storage. */
import { openAs, signIn, signOut } from '../support/actions.ts'
import { newAccount, PASSWORD } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'

const stored = (page: Page, ...keys: string[]) =>
  page.evaluate((names) => names.map((name) => localStorage.getItem(name) !== null), keys)

test('refreshes a rejected token once for many calls @desktop', async ({ page, faults }) => {
  // The calls that meet the rejected token.
  faults.allow(/status of 401 .*\/api\//)
  const account = await newAccount('很久没来')
  const stale = { ...account, tokens: { ...account.tokens, access_token: 'x.y.z' } }
  const renewals: number[] = []
  const refused: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname === '/api/auth/refresh') renewals.push(response.status())
    if (response.status() === 401) refused.push(pathname)
  })
  await openAs(page, stale, '/post-management')
  await expect(page.getByText('暂无笔记')).toBeVisible()
  // Playwright may report a response after the page has shown its content.
  await expect.poll(() => renewals).toEqual([200])
  expect(refused.length).toBeGreaterThan(1)
  await expect(page.getByText('会话已过期')).toBeHidden()
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '我' }).click()
  await expect(page.getByRole('heading', { name: account.user.nickname })).toBeVisible()
  expect(renewals).toHaveLength(1)
})

test('refreshes tokens one after the other in two tabs @desktop', async ({ page, context }) => {
  const account = await newAccount('两扇窗都开着')
  const other = await context.newPage()
  await openAs(page, account, '/user')
  await other.goto('/user')
  await expect(other.getByRole('heading', { name: account.user.nickname })).toBeVisible()
  let renewals = 0
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await context.route('**/api/auth/refresh', async (route) => {
    renewals++
    await held
    await route.continue()
  })
  await page.evaluate(() => localStorage.setItem('tokenExpiresAt', '1'))
  await Promise.all([page.reload(), other.reload()])
  // One tab refreshes, the other waits.
  const waiting = () =>
    page.evaluate(async () => {
      const { pending = [] } = await navigator.locks.query()
      return pending.filter(({ name }) => name === 'shiliu-renew-user').length
    })
  await expect.poll(waiting).toBe(1)
  await expect.poll(() => renewals).toBe(1)
  answer()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: account.user.nickname })).toBeVisible()
    await expect(tab.getByText('还没有发布笔记')).toBeVisible()
  }
  // A tab's write may reach the other one shortly after the lock; the server then accepts a second exchange.
  expect(renewals).toBeLessThanOrEqual(2)
})

test('stores the session under the documented keys and removes it on sign-out @desktop', async ({ page }) => {
  const { user } = await newAccount('走得干净')
  await page.goto('/explore')
  await signIn(page, user.user_id, PASSWORD)
  expect(await stored(page, 'token', 'refreshToken', 'userInfo')).toEqual([true, true, true])
  await signOut(page)
  expect(await stored(page, 'token', 'refreshToken', 'userInfo', 'tokenExpiresAt')).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('ignores an unreadable stored session @desktop', async ({ page }) => {
  await page.goto('/api/health')
  await page.evaluate(() => {
    localStorage.setItem('token', 'x')
    localStorage.setItem('userInfo', '{oops')
  })
  await page.goto('/user')
  await expect(page.getByText('登录后即可查看个人信息和管理内容')).toBeVisible()
  expect(await stored(page, 'token', 'userInfo')).toEqual([false, false])
})
