/** Reading as a guest: channels, waterfall, notes as overlay and as page. */
import * as categories from '@shiliu/contract/categories'
import * as posts from '@shiliu/contract/posts'
import { scrollThrough, swipe, toast } from '../support/actions.ts'
import { call } from '../support/api.ts'
import { expect, type Locator, type Page, test } from '../support/fixtures.ts'

const feed = (page: Page, channel = '推荐') => page.getByRole('list', { name: `${channel}的笔记` })
const noteDialog = (page: Page) => page.getByRole('dialog', { name: '笔记详情' })
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** The link of the middle one of the cards with a picture; other flows publish notes without. */
async function middleCard(list: Locator) {
  const cards = list.getByRole('listitem').filter({ has: list.page().locator('article > a img') })
  await expect(cards.first()).toBeVisible()
  const card = cards.nth(Math.floor((await cards.count()) / 2))
  const title = (await card.getByRole('link').first().textContent()) ?? ''
  return { title, link: list.getByRole('link', { name: title, exact: true }) }
}

/** A demo note with several images. */
async function findGallery() {
  const page = await call(posts.list, { query: { category: 'recommend', limit: 50 } })
  const found = page.posts.find((post) => post.pictures.length >= 3)
  if (!found) throw new Error('no note with three pictures')
  return found
}

test('scrolls through pages of the waterfall with few cards in the document', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/explore/recommend')
  await expect(page).toHaveTitle('发现 - 小石榴')
  const { seen, most } = await scrollThrough(feed(page), (count) => count > 60)
  expect(seen).toBeGreaterThan(60)
  expect(most).toBeLessThan(40)

  await page.getByRole('button', { name: '回到顶部' }).click()
  await expect(feed(page).getByRole('listitem').first()).toHaveAttribute('aria-posinset', '1')
  await expect.poll(() => scrolled(page)).toBe(0)
})

test('reaches the end of a channel @desktop', async ({ page }) => {
  await page.goto('/explore')
  await page.getByRole('navigation', { name: '频道' }).getByRole('link', { name: '学习', exact: true }).click()
  await expect(page).toHaveURL('/explore/study')
  await expect(page).toHaveTitle('学习 - 小石榴')
  const list = feed(page, '学习')
  await expect(list.getByRole('listitem').first()).toBeVisible()
  const study = (await call(categories.list)).find(({ name }) => name === '学习')
  await scrollThrough(list, (seen) => seen === study?.post_count)
  await expect(page.getByText('没有更多内容了')).toBeVisible()
})

test('opens a note over the page and returns to the same position', async ({ page, isMobile }) => {
  await page.goto('/explore')
  const list = feed(page)
  await scrollThrough(list, (count) => count > 30)
  const address = page.url()
  const title = await page.title()

  const ways = {
    'the button': () => page.getByRole('button', { name: '关闭', exact: true }).click(),
    'the browser’s own button': () => page.goBack(),
    Esc: () => page.keyboard.press('Escape'),
  }
  for (const [way, close] of Object.entries(ways)) {
    if (way === 'Esc' && isMobile) continue
    await test.step(way, async () => {
      const card = await middleCard(list)
      await card.link.scrollIntoViewIfNeeded()
      const top = await scrolled(page)
      await card.link.click()
      await expect(noteDialog(page).getByRole('heading', { name: card.title, exact: true })).toBeVisible()
      await expect(page).toHaveURL(/\/post\?id=\d+$/)
      await expect(page).toHaveTitle(`${card.title} - 小石榴`)
      await close()
      await expect(noteDialog(page)).toBeHidden()
      await expect(page).toHaveURL(address)
      await expect(page).toHaveTitle(title)
      await expect.poll(() => scrolled(page)).toBe(top)
      await expect(card.link).toBeInViewport()
    })
  }
})

test('opens the URL of a note as a page', async ({ page, isMobile }) => {
  await page.goto('/explore')
  const card = await middleCard(feed(page))
  await card.link.click()
  await expect(page).toHaveURL(/\/post\?id=\d+$/)
  const heading = page.getByRole('heading', { level: 1, name: card.title, exact: true })
  await expect(heading).toBeVisible()

  await page.reload()
  await expect(heading).toBeVisible()
  await expect(page).toHaveTitle(`${card.title} - 小石榴`)
  await expect(feed(page)).toBeHidden()
  // On phones the note always covers the page and closes to the feed.
  await expect(noteDialog(page)).toBeVisible({ visible: isMobile })
  if (!isMobile) return
  await page.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(page).toHaveURL('/explore/recommend')
  await expect(feed(page).getByRole('listitem').first()).toBeVisible()
})

test('changes images by buttons, dots and keys @desktop', async ({ page }) => {
  const { id, pictures } = await findGallery()
  await page.goto(`/post?id=${id}`)
  const gallery = page.getByRole('region', { name: '笔记图片' })
  const place = (number: number) => expect(gallery.getByText(`${number}/${pictures.length}`)).toBeVisible()
  await place(1)
  await page.keyboard.press('ArrowRight')
  await place(2)
  await page.keyboard.press('ArrowLeft')
  await place(1)
  await page.keyboard.press('ArrowLeft')
  await place(1)
  await gallery.hover()
  await expect(gallery.getByRole('button', { name: '上一张' })).toBeHidden()
  await gallery.getByRole('button', { name: '下一张' }).click()
  await place(2)
  await gallery.getByRole('button', { name: '第 3 张', exact: true }).click()
  await place(3)
  await expect(gallery.getByRole('img', { name: `第 3 张，共 ${pictures.length} 张` })).toBeInViewport()
})

test('changes images by swiping @phone', async ({ page }) => {
  const { id, pictures } = await findGallery()
  await page.goto(`/post?id=${id}`)
  const gallery = page.getByRole('region', { name: '笔记图片' })
  const place = (number: number) => expect(gallery.getByText(`${number}/${pictures.length}`)).toBeVisible()
  await place(1)
  await swipe(gallery, -180)
  await place(2)
  await swipe(gallery, -30)
  await place(2)
  await swipe(gallery, 180)
  await place(1)
  await swipe(gallery, 180)
  await place(1)
})

test('asks a guest who likes, collects, comments or follows to sign in @phone', async ({ page }) => {
  const { id, nickname, like_count } = await findGallery()
  await page.goto(`/post?id=${id}`)
  const dialog = page.getByRole('dialog', { name: '登录小石榴' })
  const like = page.getByRole('button', { name: `点赞 ${like_count}`, exact: true })
  const acts = [
    like,
    page.getByRole('button', { name: /^收藏 / }),
    page.getByRole('button', { name: '说点什么' }),
    page.getByRole('button', { name: `关注 ${nickname}` }),
  ]
  for (const act of acts) {
    await act.click()
    await Promise.all([expect(dialog).toBeVisible(), expect(toast(page, '请先登录')).toBeVisible()])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await expect(like).toHaveAttribute('aria-pressed', 'false')
})
