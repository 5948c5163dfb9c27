/** 审核队列: what waits for review is decided by keyboard, and on a phone by swiping. */
import { moderate } from '@shiliu/contract/admin/moderation'
import * as queue from '@shiliu/contract/admin/queue'
import * as settings from '@shiliu/contract/admin/settings'
import { words } from '@shiliu/contract/admin/words'
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import * as posts from '@shiliu/contract/posts'
import { openAs, openAsAdmin, toast } from '../support/actions.ts'
import { type Account, adminToken, call, newAccount, newAdmin, newNote, newPicture } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { unique } from '../support/unique.ts'

// They share the site's settings and its queue.
test.describe.configure({ mode: 'serial' })

async function set(review: 'off' | 'all') {
  await call(settings.update, { token: await adminToken(), body: { review } })
}
// The demo has some that wait.
test.beforeAll(async () => {
  const token = await adminToken()
  const { data } = await call(queue.list, { token, query: { limit: 100 } })
  for (const { target_type, target_id } of data) {
    if (target_type === 3) continue
    await call(moderate, { token, body: { target_type, ids: [target_id], action: 'approve' } })
  }
})
test.afterAll(() => set('off'))

const card = (page: Page) => page.getByRole('article', { name: '正在审核' })
const progress = (page: Page) => page.getByRole('status', { name: '进度' })
const reasons = (page: Page) => page.getByRole('dialog', { name: '拒绝的原因' })

/** Notes that wait; resolves to their titles, in the order of the queue. */
async function waitingNotes(author: Account, count: number, width = 600): Promise<string[]> {
  const [category] = await call(categories.list)
  const token = author.tokens.access_token
  const images = [await newPicture(token, width, 800)]
  const titles: string[] = []
  for (let i = 1; i <= count; i++) {
    const title = unique(`第${i}篇`)
    const body = { title, content: '在图书馆看了一下午的书', category_id: category?.id ?? 0, images }
    await call(posts.create, { token, body })
    titles.push(title)
  }
  return titles
}

test('a queue of twenty is decided by keyboard @desktop', async ({ page, otherPage, faults }) => {
  test.slow()
  // The page of a note that is not public is made as for a guest.
  faults.allow(/status of 404 .*\/post\?id=/)
  const author = await newAccount('投稿的人')

  await test.step('review is turned on in the settings', async () => {
    await openAsAdmin(page, '/admin/settings')
    await page.getByRole('combobox', { name: '先审后发' }).selectOption('所有笔记')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect(toast(page, '设置已保存')).toBeVisible()
  })

  const titles = await waitingNotes(author, 20)
  const [first = '', second = '', third = ''] = titles
  const moderator = newAdmin('moderator')
  await openAsAdmin(page, '/admin/queue', moderator)
  await expect(progress(page)).toHaveText('还有 20 项')
  await expect(page.getByRole('link', { name: /审核队列/ }).first()).toBeVisible()
  await expect(card(page).getByRole('heading')).toHaveText(first)
  await expect(card(page)).toContainText('所有笔记先审后发')

  await test.step('moving, approving, rejecting and undoing', async () => {
    await page.keyboard.press('j')
    await expect(card(page).getByRole('heading')).toHaveText(second)
    await page.keyboard.press('k')
    await expect(card(page).getByRole('heading')).toHaveText(first)
    await page.keyboard.press('a')
    await expect(card(page).getByRole('heading')).toHaveText(second)
    await page.keyboard.press('r')
    await expect(reasons(page)).toBeVisible()
    await page.keyboard.press('1')
    await expect(reasons(page)).toBeHidden()
    await expect(card(page).getByRole('heading')).toHaveText(third)
    await page.keyboard.press('u')
    await expect(card(page).getByRole('heading')).toHaveText(second)
    await expect(progress(page)).toHaveText('还有 19 项，处理了 1 项')
  })

  await test.step('another moderator gets others', async () => {
    const other = otherPage
    await openAsAdmin(other, '/admin/queue', newAdmin('moderator'))
    await expect(card(other)).toBeVisible()
    expect(titles.slice(0, 5)).not.toContain(await card(other).getByRole('heading').textContent())
    // Leaving gives back what was claimed.
    await other.getByRole('link', { name: '动态监控' }).first().click()
    await expect(other.getByRole('heading', { name: '动态监控' })).toBeVisible()
  })

  await test.step('the rest', async () => {
    for (let left = 19; left > 0; left--) {
      await expect(progress(page)).toHaveText(`还有 ${left} 项，处理了 ${20 - left} 项`)
      await expect(card(page).getByRole('heading')).toHaveText(titles[20 - left] ?? '')
      await page.keyboard.press('a')
    }
    await expect(page.getByText('都审核完了')).toBeVisible()
  })

  await openAs(otherPage, author, '/post-management')
  await expect(otherPage.getByRole('list', { name: '我的笔记' }).getByText(titles[19] ?? '')).toBeVisible()
  const own = await call(posts.list, { query: { user_id: String(author.user.id) } })
  await expect.poll(() => own.posts.length).toBe(20)
})

async function swipe(page: Page, by: number) {
  const box = await card(page).boundingBox()
  if (!box) throw new Error('not on the page')
  const start = { x: box.x + box.width / 2, y: box.y + 120 }
  const client = await page.context().newCDPSession(page)
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] })
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const point = { x: start.x + by * share, y: start.y }
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await client.detach()
}

test('fifty are decided by keyboard, each with its picture loaded before it is shown @desktop', async ({ page }) => {
  test.slow()
  await set('all')
  const authors = await Promise.all(Array.from({ length: 5 }, (_, i) => newAccount(`五十篇${i}`)))
  // Pictures of their own: a shared one would be loaded once and for all.
  for (let i = 0; i < 50; i++) await waitingNotes(authors[i % 5] as Account, 1, 600 + i)
  const moderator = await newAdmin('moderator')
  const { data: notes } = await call(queue.list, { query: { limit: '100' }, token: moderator.tokens.access_token })
  expect(notes).toHaveLength(50)
  const fullOf = (i: number) => notes[i]?.pictures[0]?.full ?? ''
  const loaded = new Set<string>()
  page.on('requestfinished', (request) => loaded.add(request.url()))
  const isLoaded = (i: number) => [...loaded].some((url) => url.endsWith(fullOf(i)))

  await openAsAdmin(page, '/admin/queue', Promise.resolve(moderator))
  await expect(card(page)).toBeVisible()
  const began = Date.now()
  const heading = card(page).getByRole('heading')
  const picture = card(page).getByRole('button', { name: '放大第 1 张' }).locator('img')
  for (const [i, { title }] of notes.entries()) {
    await expect(heading).toHaveText(title)
    const isComplete = picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
    if (i > 0) expect(await isComplete, `the picture of ${title} was shown at once`).toBe(true)
    // Loaded while this one is looked at; only when it is shown, or in another size, and this would never come.
    const isNextLoaded = () => i === notes.length - 1 || isLoaded(i + 1)
    await expect.poll(isNextLoaded, { message: `the picture after ${title}`, intervals: [20] }).toBe(true)
    await page.keyboard.press('a')
  }
  await expect(page.getByText('都审核完了')).toBeVisible()
  await expect(progress(page)).toHaveText('还有 0 项，处理了 50 项')
  // Two minutes for fifty leave 2.4 s for each, of which the moderator is to have nearly all. What a person needs to
  // look is not in here, nor a slow network: that a decision waited for its answer would be missed on this one.
  expect(Date.now() - began, 'milliseconds for fifty').toBeLessThan(60_000)
})

test('a picture opens large and the queue stays where it is @desktop', async ({ page }) => {
  await set('all')
  const [first = '', second = ''] = await waitingNotes(await newAccount('大图的人'), 2)
  const given: string[] = []
  page.on('request', (request) => void (request.method() === 'DELETE' && given.push(request.url())))
  await openAsAdmin(page, '/admin/queue', newAdmin('moderator'))
  const large = page.getByRole('dialog', { name: '查看大图' })
  await expect(card(page).getByRole('heading')).toHaveText(first)
  await page.keyboard.press('Enter')
  await expect(large).toBeVisible()
  // Decides nothing that is covered.
  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(card(page).getByRole('heading')).toHaveText(first)
  await card(page).getByRole('button', { name: '放大第 1 张' }).click()
  await expect(large).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await page.getByRole('button', { name: '通过', exact: true }).dblclick()
  await expect(card(page).getByRole('heading')).toHaveText(second)
  await expect(progress(page)).toHaveText('还有 1 项，处理了 1 项')
  expect(given).toEqual([])
  await page.keyboard.press('a')
  await expect(page.getByText('都审核完了')).toBeVisible()
})

test('a comment is shown with its note and with what it answers @desktop', async ({ page }) => {
  await set('off')
  const author = await newAccount('被评论的人')
  const [category] = await call(categories.list)
  const note = await newNote(author, category?.id ?? 0)
  const word = unique('词')
  await call(words.create, { body: { word, action: 'review' }, token: await adminToken() })
  const say = (content: string, parent_id: number | null) =>
    call(comments.create, { body: { post_id: note.id, content, parent_id }, token: author.tokens.access_token })
  const asked = await say('几点开门呢', null)
  await say(`${word} 八点`, asked.id)
  await openAsAdmin(page, '/admin/queue', newAdmin('moderator'))
  await expect(card(page)).toContainText(`${word} 八点`)
  await expect(card(page).getByRole('link', { name: note.title })).toBeVisible()
  await expect(card(page).getByRole('link', { name: note.title }).locator('img')).toBeVisible()
  await expect(card(page).getByRole('blockquote')).toContainText('回复 被评论的人几点开门呢')
  await expect(card(page)).toContainText('刚刚')
  await expect(card(page)).not.toContainText('等了 刚刚')
  await page.keyboard.press('a')
  await expect(page.getByText('都审核完了')).toBeVisible()
})

/** Nobody looks at the page, as when another tab is opened, or somebody does again. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    hidden ? 'hidden' : 'visible',
  )

test('hiding or leaving the page gives back what was claimed at once @desktop', async ({ page, otherPage }) => {
  await set('all')
  const [first = '', second = ''] = await waitingNotes(await newAccount('等着的人'), 2)
  const [one, two] = [await newAdmin('moderator'), await newAdmin('moderator')]
  await openAsAdmin(page, '/admin/queue', Promise.resolve(one))
  await expect(card(page).getByRole('heading')).toHaveText(first)
  await openAsAdmin(otherPage, '/admin/queue', Promise.resolve(two))
  await expect(otherPage.getByText('剩下的 2 项别人正在看')).toBeVisible()
  const again = otherPage.getByRole('button', { name: '再看看' })
  await setHidden(page, true)
  await expect(async () => {
    await again.click()
    await expect(card(otherPage).getByRole('heading')).toHaveText(first, { timeout: 500 })
  }).toPass()

  // Who comes back is told who has them now.
  await setHidden(page, false)
  await expect(page.getByRole('status', { name: '消息' })).toContainText(`由${two.admin.username}在看`)
  await expect(page.getByText('剩下的 2 项别人正在看')).toBeVisible()
  await otherPage.goto('/api/health')
  await expect(async () => {
    await page.getByRole('button', { name: '再看看' }).click()
    await expect(card(page).getByRole('heading')).toHaveText(first, { timeout: 500 })
  }).toPass()
  await page.keyboard.press('a')
  await expect(card(page).getByRole('heading')).toHaveText(second)
  await page.keyboard.press('a')
  await expect(page.getByText('都审核完了')).toBeVisible()
})

test('what others decided or edited meanwhile is said, and the next is shown @desktop', async ({ page, faults }) => {
  // The refusals themselves.
  faults.allow(/status of 409/)
  await set('all')
  const author = await newAccount('改来改去')
  const [first = '', second = '', third = ''] = await waitingNotes(author, 3)
  const [one, two] = [await newAdmin('moderator'), await newAdmin('moderator')]
  await openAsAdmin(page, '/admin/queue', Promise.resolve(one))
  const heading = card(page).getByRole('heading')
  const said = page.getByRole('status', { name: '消息' })
  await expect(heading).toHaveText(first)
  const { data } = await call(queue.list, { token: two.tokens.access_token })
  const idOf = (title: string) => data.find((item) => item.title === title)?.target_id ?? 0
  const body = { target_type: 1 as const, ids: [idOf(first)], action: 'reject' as const, reason: '广告或引流' }
  await call(moderate, { body, token: two.tokens.access_token })
  await page.keyboard.press('a')
  await expect(heading).toHaveText(second)
  await expect(said).toHaveText(`《${first}》已经由${two.admin.username}处理：拒绝`)
  await expect(progress(page)).toHaveText('还有 2 项')

  const { title, category_id, images } = await call(posts.get, {
    params: { id: idOf(second) },
    token: author.tokens.access_token,
  })
  const changed = { title, content: '换成了别的内容', category_id, images }
  await call(posts.update, { params: { id: idOf(second) }, body: changed, token: author.tokens.access_token })
  await page.keyboard.press('a')
  await expect(heading).toHaveText(third)
  await expect(said).toHaveText(`没有通过《${second}》：内容刚被作者改过，请再看一遍`)
  await page.keyboard.press('a')
  await expect(heading).toHaveText(second)
  await expect(card(page)).toContainText('作者刚刚改过，这是新的版本')
  await expect(card(page)).toContainText('换成了别的内容')
  await page.keyboard.press('a')
  await expect(page.getByText('都审核完了')).toBeVisible()
})

test('swiping approves and asks for a reason to reject @phone', async ({ page }) => {
  await set('all')
  const author = await newAccount('手机投稿')
  const [first = '', second = ''] = await waitingNotes(author, 2)
  await openAsAdmin(page, '/admin/queue', newAdmin('moderator'))
  await expect(card(page).getByRole('heading')).toHaveText(first)
  await swipe(page, 60)
  await expect(card(page).getByRole('heading')).toHaveText(first)
  await swipe(page, 150)
  await expect(card(page).getByRole('heading')).toHaveText(second)
  await swipe(page, -150)
  await reasons(page).getByRole('button', { name: '广告或引流' }).click()
  await expect(page.getByText('都审核完了')).toBeVisible()
  await expect(progress(page)).toHaveText('还有 0 项，处理了 2 项')
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(card(page).getByRole('heading')).toHaveText(second)
  await page.getByRole('button', { name: '通过' }).click()
  await expect(page.getByText('都审核完了')).toBeVisible()
})
