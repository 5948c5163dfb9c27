/** An announcement from the back office's form to who reads it, as a banner and as a notification. */
import { announcements } from '@shiliu/contract/admin/announcements'
import * as notifications from '@shiliu/contract/notifications'
import { openAs, openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call, newAccount, newAdmin } from '../support/api.ts'
import { expect, test } from '../support/fixtures.ts'
import { unique } from '../support/unique.ts'

/** Others' pages show it, too. */
async function announced(body: { title: string; kind: 'banner' | 'notification'; link?: string }) {
  const token = await adminToken()
  const { id } = await call(announcements.create, {
    token,
    body: { ...body, text: '请提前保存', audience: 'signed_in' },
  })
  return { id, remove: () => call(announcements.remove, { token, params: { id } }) }
}

test('an editor writes a banner, sees it before, and everybody sees it at once', async ({ page, otherPage }) => {
  const title = unique('停电')
  await openAsAdmin(page, '/admin/announcements', newAdmin('editor'))
  await page.getByRole('button', { name: '新增公告' }).click()
  const form = page.getByRole('dialog', { name: '新增公告' })
  await form.getByRole('textbox', { name: '标题' }).fill(title)
  await form.getByRole('textbox', { name: '正文' }).fill('今晚十点到十二点')
  await form.getByRole('textbox', { name: '链接' }).fill('/explore')
  await expect(form.getByRole('region', { name: '预览' })).toContainText(`${title}　今晚十点到十二点`)
  await form.getByRole('button', { name: '创建' }).click()
  await expect(toast(page, '公告创建成功')).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText('显示中')

  await otherPage.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = entry as PerformanceEntry & { value: number }
        Reflect.set(window, 'shifted', Number(Reflect.get(window, 'shifted') ?? 0) + value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await otherPage.goto('/explore/recommend')
  const banner = otherPage.getByRole('region', { name: `公告：${title}` })
  await expect(banner).toContainText('今晚十点到十二点')
  await expect(otherPage.getByRole('list', { name: '推荐的笔记' })).toBeVisible()
  expect(await otherPage.evaluate(() => Number(Reflect.get(window, 'shifted') ?? 0))).toBeLessThan(0.05)
  await banner.getByRole('button', { name: '关闭公告' }).click()
  await expect(banner).toBeHidden()
  await otherPage.reload()
  await expect(otherPage.getByRole('list', { name: '推荐的笔记' })).toBeVisible()
  await expect(banner).toHaveCount(0)

  const counted = async () => {
    const { data } = await call(announcements.list, { token: await adminToken(), query: { title } })
    return data.map(({ guest_views }) => guest_views)
  }
  await expect.poll(counted).toEqual([1])
  await row.getByRole('button', { name: /^删除/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(row).toHaveCount(0)
})

test('what a person closed stays closed on other devices @phone', async ({ page, otherPage }) => {
  const reader = await newAccount('读者')
  const { remove } = await announced({ title: unique('维护'), kind: 'banner' })
  const banner = page.getByRole('region', { name: /^公告：维护/ }).first()
  await openAs(page, reader, '/explore/recommend')
  await expect(page.getByRole('list', { name: '推荐的笔记' })).toBeVisible()
  // What arrives after the first render waits for the next page: nothing moves.
  await page.getByRole('link', { name: '通知' }).first().click()
  await expect(banner).toBeVisible()
  await banner.getByRole('button', { name: '关闭公告' }).click()
  await expect(banner).toBeHidden()
  await openAs(otherPage, reader, '/notification')
  await expect(otherPage.getByRole('heading', { name: '通知' }).first()).toBeVisible()
  await otherPage.reload()
  await expect(otherPage.getByRole('region', { name: /^公告：维护/ })).toHaveCount(0)
  await remove()
})

test('a notification to everybody arrives live, and goes when it is deleted @desktop', async ({ page }) => {
  const reader = await newAccount('读者')
  const title = unique('选课')
  await openAs(page, reader, '/notification?tab=system')
  await expect(page.getByText('还没有系统通知')).toBeVisible()
  const { remove } = await announced({ title, kind: 'notification', link: '/explore/recommend' })
  const token = reader.tokens.access_token
  await expect.poll(async () => (await call(notifications.unreadByType, { token })).system).toBe(1)
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('公告')
  await expect(row).toContainText('请提前保存')
  await row.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(/explore\/recommend/)
  await expect.poll(async () => (await call(notifications.unreadByType, { token })).system).toBe(0)
  await remove()
  await expect.poll(async () => (await call(notifications.system, { token })).notifications.length).toBe(0)
})
