/** The back office's monitor: activities, charts and faults, refreshed in the background. */
import type * as monitor from '@shiliu/contract/admin/monitor'
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { openAsAdmin, toast } from '../support/actions.ts'
import { call, newAccount, newNote } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { unique } from '../support/unique.ts'

const activities = (page: Page) => page.getByRole('list', { name: '最近动态' })
const REFRESH_MS = 20_000

async function newcomer(nickname: string) {
  const account = await newAccount(nickname)
  const [category] = await call(categories.list)
  if (!category) throw new Error('the demo has categories')
  return { account, publish: () => newNote(account, category.id, 0) }
}

test('lists registrations, notes and comments, and opens them in a new tab @desktop', async ({ page }) => {
  const { account, publish } = await newcomer('新来的同学')
  const note = await publish()
  const body = { post_id: note.id, content: '自己先来一句' }
  const { id } = await call(comments.create, { token: account.tokens.access_token, body })
  await openAsAdmin(page, '/admin/monitor')
  await expect(page).toHaveTitle(/动态监控/)

  const [comment, post, registration] = [0, 1, 2].map((index) => activities(page).getByRole('link').nth(index))
  if (!comment || !post || !registration) throw new Error('three of them')
  await expect(registration).toContainText('用户注册')
  await expect(registration).toHaveAttribute('href', `/user/${account.user.user_id}`)
  await expect(post).toContainText(`发布了笔记「${note.title}」`)
  await expect(post).toContainText('发布笔记')
  await expect(post).toHaveAttribute('href', `/post?id=${note.id}`)
  await expect(comment).toContainText('自己先来一句')
  await expect(comment).toContainText('发表评论')
  await expect(comment).toContainText('刚刚')

  const [tab] = await Promise.all([page.waitForEvent('popup'), comment.click()])
  await expect(tab).toHaveURL(`/post?id=${note.id}&targetCommentId=${id}`)
  await expect(tab.getByText('自己先来一句')).toBeVisible()
  await expect(activities(page)).toBeVisible()
})

test('charts the counts of the server, readable by keyboard and screen reader @desktop', async ({ page }) => {
  const counted = page.waitForResponse('**/api/admin/monitor/dashboard')
  await openAsAdmin(page, '/admin/monitor')
  const { data } = (await (await counted).json()) as { data: OutputOf<typeof monitor.dashboard> }
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^用户/ }) })).toContainText(
    data.totals.users.toLocaleString('zh-CN'),
  )
  const rows = page.getByRole('table', { name: '最近 30 天每天的新增' }).getByRole('row')
  await expect(rows).toHaveCount(31)
  const numbers = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent))),
  )
  expect(numbers).toEqual(data.days.map(({ users, posts, comments, likes }) => [users, posts, comments, likes]))

  const chart = page.getByRole('slider', { name: /新笔记/ })
  const said = (index: number) => new RegExp(`日周.，${data.days.at(index)?.posts}$`)
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', said(-1))
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuenow', '29')
  await expect(chart).toHaveAttribute('aria-valuetext', said(-2))
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuetext', said(0))
  // The middle of the chart is the sixteenth day.
  await chart.click()
  await expect(chart).toHaveAttribute('aria-valuenow', '16')
})

test('marks only the displayed faults as read @desktop', async ({ page }) => {
  const fault = { fault: 'Error: 磁盘满了', request_id: null, count: 1, first_at: '2026-09-01T04:00:00.000Z' }
  let problems = [
    { ...fault, id: 'b', place: 'write views', last_at: '2026-09-01T04:00:02.000Z' },
    { ...fault, id: 'a', place: 'GET /posts', last_at: '2026-09-01T04:00:03.000Z' },
  ]
  await page.route('**/api/admin/monitor/dashboard', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, data: { ...answer.data, problems } } })
  })
  await openAsAdmin(page, '/admin/monitor')
  const section = page.getByRole('region', { name: /^未读故障/ })
  await expect(section.getByRole('listitem')).toHaveCount(2)
  problems = [{ ...fault, id: 'c', place: 'purge', last_at: '2026-09-01T04:00:04.000Z' }]
  const sent = page.waitForRequest('**/api/admin/monitor/problems/read')
  await section.getByRole('button', { name: '全部已读' }).click()
  expect((await sent).postDataJSON()).toEqual({ until: '2026-09-01T04:00:03.000Z' })
  await expect(toast(page, '已标为已读')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(section).toContainText('purge')
})

test('refreshes while visible without moving what is being read @desktop', async ({ page }) => {
  const { publish } = await newcomer('一直在发')
  await page.clock.install()
  await openAsAdmin(page, '/admin/monitor')
  await expect(activities(page).getByRole('listitem').first()).toBeVisible()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/monitor/activities')) asked += 1
  })
  const first = await publish()
  await page.clock.runFor(REFRESH_MS)
  await expect(activities(page).getByRole('listitem').first()).toContainText(first.title)

  await test.step('holds new entries back while the pointer is in the list', async () => {
    await activities(page).getByRole('listitem').nth(1).hover()
    const second = await publish()
    await page.clock.runFor(REFRESH_MS)
    const waiting = page.getByRole('button', { name: '有 1 条新动态' })
    await expect(waiting).toBeVisible()
    await expect(activities(page).getByRole('listitem').first()).toContainText(first.title)
    await waiting.click()
    await expect(activities(page).getByRole('listitem').first()).toContainText(second.title)
    await expect(waiting).toBeHidden()
  })

  await test.step('sends no requests while the tab is hidden', async () => {
    const look = (state: 'hidden' | 'visible') =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true })
        Object.defineProperty(document, 'hidden', { value: value === 'hidden', configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }, state)
    await look('hidden')
    const before = asked
    await page.clock.runFor(5 * REFRESH_MS)
    expect(asked).toBe(before)
    await look('visible')
    await expect.poll(() => asked).toBe(before + 1)
  })
})

test('reports a failed refresh and keeps the previous content @desktop', async ({ page, faults }) => {
  // Requests are made to fail on purpose.
  faults.allow(/monitor\/activities/)
  await page.route('**/api/admin/monitor/activities*', (route) => route.fulfill({ status: 500, json: { code: 500 } }))
  await openAsAdmin(page, '/admin/monitor')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('获取动态失败')
  await page.unroute('**/api/admin/monitor/activities*')
  await alert.getByRole('button', { name: '重新加载' }).click()
  await expect(activities(page)).toBeVisible()

  await page.route('**/api/admin/monitor/activities*', (route) => route.abort())
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(alert).toContainText('网络错误，请稍后重试')
  await expect(activities(page)).toBeVisible()
})

test('shows an empty state without activities @desktop', async ({ page }) => {
  const nothing = { code: 200, message: '成功', data: [] }
  await page.route('**/api/admin/monitor/activities*', (route) => route.fulfill({ json: nothing }))
  await openAsAdmin(page, '/admin/monitor')
  await expect(page.getByText('暂无动态')).toBeVisible()
})

test('lists an error of a browser among the faults, reported once per page load @desktop', async ({
  page,
  otherPage,
  faults,
}) => {
  const message = unique('broken')
  faults.allow(new RegExp(message))
  await page.goto('/explore')
  const report = page.waitForResponse('**/api/browser-errors')
  for (let n = 0; n < 2; n++) {
    await page.evaluate((text) => void setTimeout(() => Promise.reject(new TypeError(text))), message)
  }
  expect((await report).status()).toBe(200)

  await openAsAdmin(otherPage, '/admin/monitor')
  const fault = otherPage.getByRole('listitem').filter({ hasText: `TypeError: ${message}` })
  await expect(fault).toContainText('浏览器 /explore')
  await expect(fault).not.toContainText('2 次')
})
