/** The comments of a note with many of them. */
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import { openAs, toast } from '../support/actions.ts'
import { type Account, call, type NewNote, newAccount, newNote } from '../support/api.ts'
import { addComments } from '../support/database.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { holdResponses } from '../support/hold-responses.ts'

type Scene = { author: Account; note: NewNote }

async function scene(): Promise<Scene> {
  const author = await newAccount('话很多的人')
  const [category] = await call(categories.list)
  return { author, note: await newNote(author, category?.id ?? 0, 0) }
}

const numbered = (what: string, count: number) => Array.from({ length: count }, (_, index) => `第${index + 1}条${what}`)

function write({ author, note }: Scene, parent: number | null, count: number) {
  return addComments(note.id, author.user.id, numbered(parent === null ? '评论' : '回复', count), parent)
}

const section = (page: Page) => page.getByRole('region', { name: '评论' })
const text = (page: Page, shown: string) => section(page).getByText(shown, { exact: true })
const button = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true })

test('opens a linked comment far down the list', async ({ page }) => {
  const stage = await scene()
  const ids = write(stage, null, 120)
  const link = `/post?id=${stage.note.id}&targetCommentId=${ids[9]}`
  await Promise.all([
    page.goto(link),
    expect(page.locator('[data-highlighted]')).toContainText('第10条评论'),
    expect(text(page, '第10条评论')).toBeInViewport(),
  ])
  await text(page, '第6条评论').scrollIntoViewIfNeeded()
  await expect(text(page, '第1条评论')).toBeAttached()
  await expect(text(page, '没有更多评论了')).toBeAttached()

  await test.step('and the ones before it', async () => {
    await expect(text(page, '第120条评论')).toBeHidden()
    await button(page, '查看前面的评论').press('Enter')
    await expect(text(page, '第120条评论')).toBeVisible()
    await expect(button(page, '查看前面的评论')).toBeHidden()
    await expect(
      section(page)
        .getByRole('button', { name: /^回复 / })
        .first(),
    ).toBeFocused()
    await expect(page.locator('[data-highlighted]')).toHaveCount(0)
  })
})

test('opens a linked reply deep in a long thread @desktop', async ({ page }) => {
  const stage = await scene()
  const [thread = 0] = write(stage, null, 60)
  const replies = write(stage, thread, 260)
  const token = stage.author.tokens.access_token
  const body = { post_id: stage.note.id, content: '答上一条', parent_id: replies[250] ?? 0 }
  const deep = await call(comments.create, { token, body })
  await Promise.all([
    openAs(page, stage.author, `/post?id=${stage.note.id}&targetCommentId=${deep.id}`),
    expect(page.locator('[data-highlighted]')).toContainText('答上一条'),
  ])
  await expect(text(page, '第201条回复')).toBeVisible()
  await expect(text(page, '第200条回复')).toBeHidden()
  await button(page, '查看前面的回复').click()
  await expect(text(page, '第1条回复')).toBeVisible()
  await expect(button(page, '再看 161 条回复')).toBeVisible()
})

test('says that a linked comment is gone only where it is @phone', async ({ page, faults }) => {
  faults.allow(/ERR_FAILED/, /status of 404 .*\/place/)
  const stage = await scene()
  const [first = 0] = write(stage, null, 60)
  const gone = toast(page, '没有找到这条评论，它可能已被删除')
  await page.route('**/place?*', (route) => route.abort())
  await page.goto(`/post?id=${stage.note.id}&targetCommentId=${first}`)
  const retry = button(page, '没能找到链接里的评论，点这里重试')
  await expect(retry).toBeVisible()
  await expect(text(page, '第60条评论')).toBeVisible()
  await expect(gone).toBeHidden()
  await page.unroute('**/place?*')
  await retry.dblclick()
  await expect(page.locator('[data-highlighted]')).toContainText('第1条评论')

  await call(comments.remove, { token: stage.author.tokens.access_token, params: { id: first } })
  await page.reload()
  await expect(gone).toBeVisible()
  await expect(text(page, '第60条评论')).toBeVisible()
})

test('unfolds a hundred replies at once', async ({ page }) => {
  const stage = await scene()
  const [thread = 0] = write(stage, null, 1)
  write(stage, thread, 130)
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/replies?')) requests++
  })
  await page.goto(`/post?id=${stage.note.id}`)
  const held = await holdResponses(page, /\/replies\?/)
  await button(page, '展开 128 条回复').dblclick()
  await held.requested
  held.release()
  await expect(text(page, '第100条回复')).toBeAttached()
  await expect(text(page, '第101条回复')).toHaveCount(0)
  expect(requests).toBe(1)
  await button(page, '再看 30 条回复').press('Enter')
  await expect(text(page, '第130条回复')).toBeAttached()
  expect(requests).toBe(2)
  await expect(button(page, '再看 30 条回复')).toBeHidden()
  // The focus is on the first of the new ones.
  const focused = section(page)
    .getByRole('listitem')
    .filter({ has: page.locator(':focus') })
    .last()
  await expect(focused).toContainText('第101条回复')
  await button(page, '收起回复').click()
  await button(page, '展开 128 条回复').click()
  await expect(text(page, '第130条回复')).toBeAttached()
  expect(requests).toBe(2)
})

test('leaves what comes under the pointer alone when replies unfold', async ({ page, context }) => {
  const stage = await scene()
  const [thread = 0] = write(stage, null, 1)
  write(stage, thread, 30)
  await page.goto(`/post?id=${stage.note.id}`)
  const unfold = button(page, '展开 28 条回复')
  await unfold.scrollIntoViewIfNeeded()
  const { x, y } = await unfold.evaluate((shown) => {
    const { left, top } = shown.getBoundingClientRect()
    return { x: left + 10, y: top + 18 }
  })
  await page.mouse.click(x, y)
  await expect(text(page, '第30条回复')).toBeAttached()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(button(page, '收起回复')).toBeAttached()
  expect(context.pages()).toHaveLength(1)
})

/** Scrolls to the comments' end faster than anybody reads, and likes the last. In the page: locators are slow. */
function readAndLike(page: Page) {
  return section(page).evaluate(async (comments) => {
    const boxes = [...document.querySelectorAll('[data-note-scroll]')]
    while (!comments.textContent?.includes('没有更多评论了')) {
      for (const box of boxes) box.scrollBy(0, 60)
      await new Promise(requestAnimationFrame)
    }
    const like = [...comments.querySelectorAll<HTMLElement>('[aria-label="点赞 0"]')].at(-1)
    like?.click()
    while (like?.ariaPressed !== 'true') await new Promise(requestAnimationFrame)
  })
}

type Trace = { traceEvents: { name: string; tdur?: number }[] }

/** The longest task while `act` runs, in ms of its thread's processor time: waiting for a busy machine is not in it. */
async function longestTask(page: Page, act: () => Promise<void>) {
  const browser = page.context().browser()
  await browser?.startTracing(page, { categories: ['toplevel'] })
  await act()
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as Trace
  const tasks = traceEvents.filter(({ name }) => name.endsWith('RunTask'))
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}

test('stays light with two hundred comments @phone', async ({ page }) => {
  const stage = await scene()
  for (const thread of write(stage, null, 200).slice(0, 50)) write(stage, thread, 3)
  await openAs(page, stage.author, `/post?id=${stage.note.id}`)
  await expect(text(page, '第200条评论')).toBeVisible()
  const ms = await longestTask(page, () => readAndLike(page))
  expect(ms).toBeGreaterThan(0)
  expect(ms).toBeLessThan(50)
  const comments = page.locator('[data-comment]')
  await expect(comments).toHaveCount(200 + 50 * 2)
  const rendered = await comments.evaluateAll(
    (all) => all.filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length,
  )
  expect(rendered).toBeLessThan(80)
})

test('asks for the next comments before the end is in sight @desktop', async ({ page }) => {
  const stage = await scene()
  addComments(
    stage.note.id,
    stage.author.user.id,
    numbered('评论', 12).map((one) => `${one}${'<br>还有话要说'.repeat(8)}`),
  )
  const held = await holdResponses(page, /\/comments\?.*cursor=/)
  await page.goto(`/post?id=${stage.note.id}`)
  await held.requested
  const last = section(page).getByText('第8条评论')
  await expect(last).toBeAttached()
  await expect(last).not.toBeInViewport()
  held.release()
  await expect(section(page).getByText('第3条评论')).toBeAttached()
})
