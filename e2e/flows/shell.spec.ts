/** The shell around every page: navigation, search, unread count, breakpoints. */
import { openAs } from '../support/actions.ts'
import { newAccount } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'

const sidebar = (page: Page) => page.getByRole('button', { name: '登录', exact: true })
const feed = (page: Page) => page.getByRole('list', { name: '推荐的笔记' })

/** Number of columns of the feed. */
const columns = (page: Page) =>
  feed(page)
    .getByRole('listitem')
    .evaluateAll((cards) => {
      const tops = cards.map((card) => card.getBoundingClientRect().top)
      const first = Math.min(...tops)
      return tops.filter((top) => top === first).length
    })

test('changes its layout at 695, 900 and 960 px @desktop', async ({ page }) => {
  await page.goto('/explore')
  await expect(feed(page).getByRole('listitem').first()).toBeVisible()
  const at = (width: number) => page.setViewportSize({ width, height: 900 })
  const box = page.getByRole('combobox', { name: '搜索笔记和用户' })
  const own = page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '我' })

  await at(961)
  await expect(sidebar(page)).toBeVisible()
  await expect(own).toBeHidden()
  await at(960)
  await expect(sidebar(page)).toBeHidden()
  await expect(own).toBeVisible()
  await at(696)
  await expect(box).toBeVisible()
  await at(695)
  await expect(box).toBeHidden()
  await expect(page.getByRole('banner').getByRole('button', { name: '搜索', exact: true })).toBeVisible()

  for (const [width, count] of [
    [1440, 4],
    [900, 4],
    [899, 3],
    [600, 3],
    [599, 2],
  ] as const) {
    await at(width)
    await expect.poll(() => columns(page)).toBe(count)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(wider, `wider than ${width} px`).toBe(false)
  }
})

test('refreshes the unread count 500 ms after leaving the notifications @phone', async ({ page }) => {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/notifications/unread-count-by-type')) asked++
  })
  await openAs(page, await newAccount('看完通知'), '/notification')
  await expect(page.getByRole('tab').first()).toBeVisible()
  await expect.poll(() => asked).toBe(1)
  asked = 0
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '发现' }).click()
  await expect(page).toHaveURL('/explore/recommend')
  await page.clock.runFor(400)
  expect(asked).toBe(0)
  await page.clock.runFor(150)
  await expect.poll(() => asked).toBe(1)
})

test('works by keyboard: skip link, opening a note, returning to its card @desktop', async ({ page }) => {
  await page.goto('/explore')
  await expect(feed(page).getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '跳到正文' })).toBeFocused()
  await page.keyboard.press('Enter')
  const card = feed(page).getByRole('listitem').first().getByRole('link').first()
  for (let presses = 0; presses < 40; presses++) {
    if (await card.evaluate((link) => link === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(card).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '笔记详情' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(card).toBeFocused()
})

test('returns the focus to the menu button, also the first time @desktop', async ({ page }) => {
  await page.goto('/explore')
  const more = page.getByRole('button', { name: '更多', exact: true })
  for (const time of ['first', 'second']) {
    await test.step(time, async () => {
      await more.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem', { name: '登录 / 注册' })).toBeVisible()
      // Its focus follows its first frame.
      const hasFocus = () => page.evaluate(() => document.activeElement?.closest('[role=menu]') !== null)
      await expect.poll(hasFocus).toBe(true)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(more).toBeFocused()
    })
  }
})
