/** A long feed stays as light as a short one. */
import * as adminCategories from '@shiliu/contract/admin/categories'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { type Account, adminToken, call, newAccount, newPicture } from '../support/api.ts'
import { expect, type Locator, type Page, test } from '../support/fixtures.ts'
import { uniqueLetters } from '../support/unique.ts'

const NOTES = 1000
const NODES_MAX = 3000
/** Largest share of the scrolling time that may be spent in long tasks. */
const BLOCKED_SHARE_MAX = 0.5

/** Creates a channel with a thousand notes, with images of various proportions. */
async function manyNotes(author: Account, category_id: number) {
  const token = author.tokens.access_token
  const sizes: [number, number][] = [
    [300, 400],
    [400, 300],
    [300, 300],
    [300, 900],
  ]
  const pictures = await Promise.all(sizes.map(([width, height]) => newPicture(token, width, height)))
  const make = (index: number) => {
    const title = `第${index}篇${'，还有话要说'.repeat(index % 5)}`
    const image = pictures[index % pictures.length] ?? ''
    return call(posts.create, { body: { title, content: '正文', category_id, images: [image] }, token })
  }
  for (let index = 0; index < NOTES; index += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, step) => make(index + step)))
  }
}

/** Records the page's long tasks, in milliseconds. */
async function watchLongTasks(page: Page) {
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { longTasks: tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  return () => page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks)
}

/** Scrolls until the last card was seen. Returns the largest number of nodes in the document. */
async function readToTheEnd(list: Locator) {
  const look = () =>
    list.evaluate((cards) => {
      window.scrollBy(0, 1500)
      return {
        nodes: document.querySelectorAll('*').length,
        places: [...cards.children].map((card) => Number(card.ariaPosInSet)),
      }
    })
  const seen = new Set<number>()
  let most = 0
  await expect
    .poll(
      async () => {
        const { nodes, places } = await look()
        for (const place of places) seen.add(place)
        most = Math.max(most, nodes)
        return seen.size
      },
      { intervals: [60], timeout: 120_000 },
    )
    .toBe(NOTES)
  return most
}

test('scrolls through a thousand cards with few of them in the document @desktop', async ({ page }) => {
  test.setTimeout(300_000)
  const token = await adminToken()
  const name = uniqueLetters('长')
  const body = { name, category_title: uniqueLetters('k') }
  const { id } = await call(adminCategories.categories.create, { token, body })
  const author = await newAccount('写了一千篇')
  try {
    await manyNotes(author, id)
    await page.goto(`/explore/${body.category_title}`)
    const list = page.getByRole('list', { name: `${name}的笔记` })
    await expect(list.getByRole('listitem').first()).toBeVisible()
    const longTasks = await watchLongTasks(page)
    const start = performance.now()
    expect(await readToTheEnd(list)).toBeLessThan(NODES_MAX)
    const took = performance.now() - start
    const blocked = (await longTasks()).reduce((sum, duration) => sum + duration, 0)
    // A share rather than a duration, which depends on the machine.
    expect(blocked / took).toBeLessThan(BLOCKED_SHARE_MAX)
    await expect(page.getByText('没有更多内容了')).toBeVisible()

    await page.getByRole('button', { name: '回到顶部' }).click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-posinset', '1')
  } finally {
    // Other flows use the newest notes.
    await call(users.remove, { params: { id: author.user.user_id }, token: author.tokens.access_token })
    await call(adminCategories.categories.remove, { token, params: { id } })
  }
})
