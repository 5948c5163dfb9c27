/** The reader's place: lists come back as they were left, after going back, a reload and a long time elsewhere. */
import * as collections from '@shiliu/contract/collections'
import * as postsApi from '@shiliu/contract/posts'
import { openAs, signOut } from '../support/actions.ts'
import { call, demoAccount } from '../support/api.ts'
import { expect, type Locator, type Page, test } from '../support/fixtures.ts'

const feed = (page: Page, channel = '推荐') => page.getByRole('list', { name: `${channel}的笔记` })
const channel = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '频道' }).last().getByRole('link', { name, exact: true })

/** Without scrolling: Playwright's click would bring a bar that is out of sight into view, and lose the place. */
const press = (link: Locator) => link.evaluate((element: HTMLElement) => element.click())

/** Reads on until `count` cards were seen, and says where the page stands then. */
async function readOn(list: Locator, count: number) {
  await expect(list.getByRole('listitem').first()).toBeVisible()
  const seen = async () => {
    const places = await list.evaluate((cards) => [...cards.children].map((card) => Number(card.ariaPosInSet)))
    if (Math.max(...places) >= count) return true
    await list.evaluate(() => window.scrollBy({ top: 400, behavior: 'instant' }))
    return false
  }
  await expect.poll(seen, { intervals: [100], timeout: 30_000 }).toBe(true)
  return place(list)
}

/** Where the page stands, once it stands still: the scroll position and the cards in sight. */
async function place(list: Locator) {
  const look = () =>
    list.evaluate((cards) => {
      const inSight = [...cards.children].filter((card) => {
        const { top, bottom } = card.getBoundingClientRect()
        return top < window.innerHeight && bottom > 0
      })
      return {
        top: window.scrollY,
        length: cards.children[0]?.ariaSetSize,
        cards: inSight.map((card) => card.textContent),
      }
    })
  let last = await look()
  await expect(async () => {
    const now = await look()
    const same = JSON.stringify(now) === JSON.stringify(last)
    last = now
    expect(same).toBe(true)
  }).toPass({ intervals: [300] })
  return last
}

const expectPlace = (list: Locator, left: Awaited<ReturnType<typeof place>>) =>
  expect(async () => expect(await place(list)).toEqual(left)).toPass({ timeout: 10_000 })

test('keeps list and place over a reload, also of the pages before', async ({ page }) => {
  await page.goto('/explore')
  const recommended = await readOn(feed(page), 50)
  await channel(page, '校园').click()
  const campus = await readOn(feed(page, '校园'), 12)
  await page.reload()
  await expectPlace(feed(page, '校园'), campus)
  await page.goBack()
  await expectPlace(feed(page), recommended)
  await page.reload()
  await expectPlace(feed(page), recommended)
})

test('keeps list and place after eleven minutes elsewhere @phone', async ({ page }) => {
  await page.clock.install()
  await page.goto('/explore')
  const recommended = await readOn(feed(page), 50)
  await page.getByRole('link', { name: '通知', exact: true }).click()
  await expect(page.getByText('请先登录')).toBeVisible()
  await page.clock.fastForward('11:00')
  await page.goBack()
  await expectPlace(feed(page), recommended)
})

test('keeps the place in search results @desktop', async ({ page }) => {
  await page.goto('/search_result/posts?keyword=的')
  const results = page.getByRole('main').getByRole('list').last()
  const found = await readOn(results, 30)
  await page.reload()
  await expectPlace(results, found)
})

test('keeps the place on the tab of a profile @desktop', async ({ page }) => {
  const viewer = await demoAccount('shiliu02')
  const token = viewer.tokens.access_token
  const { posts } = await call(postsApi.list, { query: { limit: 20 } })
  await Promise.all(posts.map(({ id }) => call(collections.create, { params: { id }, token }).catch(() => {})))
  await openAs(page, viewer, '/user?tab=collections')
  const list = page.getByRole('tabpanel').getByRole('list')
  const collected = await readOn(list, 15)
  await page.reload()
  await expectPlace(list, collected)
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '发现' }).click()
  await expect(feed(page).getByRole('listitem').first()).toBeVisible()
  await page.goBack()
  await expectPlace(list, collected)
})

test('forgets the places when the reader signs out @desktop', async ({ page }) => {
  await openAs(page, await demoAccount('shiliu01'), '/explore')
  await readOn(feed(page), 50)
  await page.reload()
  await expect(feed(page).getByRole('listitem').first()).toBeVisible()
  const stored = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
  expect(await stored()).toContain('like_count')
  await signOut(page)
  expect(await stored()).not.toContain('like_count')
})

test('comes back to the place in each channel, also when one was opened again @phone', async ({ page }) => {
  await page.goto('/explore')
  const recommended = await readOn(feed(page), 50)
  await press(channel(page, '校园'))
  const campus = await readOn(feed(page, '校园'), 12)
  await press(channel(page, '推荐'))
  await expect(feed(page).getByRole('listitem').first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expectPlace(feed(page, '校园'), campus)
  await page.goBack()
  await expectPlace(feed(page), recommended)
})

test('comes back to the place before the next channel is shown @desktop', async ({ page }) => {
  await page.goto('/explore')
  const recommended = await readOn(feed(page), 50)
  await channel(page, '校园').evaluate((link: HTMLElement) => {
    link.click()
    window.history.back()
  })
  await expect(page).toHaveURL('/explore/recommend')
  await expectPlace(feed(page), recommended)
})
