/** Returning to the feed after a while. */
import * as categories from '@shiliu/contract/categories'
import { call, newAccount, newNote } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'

/** As if the tab was left for that long. */
async function leaveFor(page: Page, seconds: number, meanwhile: () => Promise<unknown> = async () => {}) {
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      Object.defineProperty(document, 'hidden', { value: visibility === 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await show('hidden')
  await meanwhile()
  await page.clock.fastForward(seconds * 1000)
  await show('visible')
}

test('offers the notes that are new since the person left @phone', async ({ page }) => {
  const author = await newAccount('写笔记的人')
  const [category] = await call(categories.list)
  await page.clock.install()
  await page.goto(`/explore/${category?.category_title}`)
  const cards = page.getByRole('list', { name: `${category?.name}的笔记` }).getByRole('listitem')
  await expect(cards.first()).toBeVisible()
  const pill = page.getByRole('button', { name: '有新笔记' })

  const asked = () => page.waitForResponse((response) => response.url().includes('/api/posts?'))
  await test.step('nothing new', async () => {
    await Promise.all([asked(), leaveFor(page, 61)])
    await expect(pill).toBeHidden()
  })
  let title = ''
  await test.step('not after a moment', async () => {
    await leaveFor(page, 30, async () => {
      title = (await newNote(author, category?.id ?? 0)).title
    })
    await expect(pill).toBeHidden()
  })
  await test.step('after a minute', async () => {
    await page.mouse.wheel(0, 900)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
    await leaveFor(page, 61)
    await expect(pill).toBeInViewport()
    await pill.dblclick()
    await expect(page.getByRole('link', { name: title })).toBeInViewport()
    await expect(cards.first().getByRole('link', { name: title })).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await expect(pill).toBeHidden()
    await expect(page).toHaveURL(/\/explore\//)
  })
})
