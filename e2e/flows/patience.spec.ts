/** What the app does when an answer is lost or the server asks to wait. */
import * as comments from '@shiliu/contract/comments'
import * as posts from '@shiliu/contract/posts'
import { chooseCategory, openAs, toast } from '../support/actions.ts'
import { type Account, call, newAccount, newNote } from '../support/api.ts'
import { expect, type Locator, type Page, test } from '../support/fixtures.ts'
import { phonePhoto } from '../support/photos.ts'

const notesOf = async ({ user }: Account) =>
  (await call(posts.list, { query: { user_id: String(user.id) } })).posts.map(({ title }) => title)

const waiting = (page: Page | Locator, text: RegExp) => page.getByRole('status').filter({ hasText: text })
const busy = { code: 429, message: '操作太频繁，请 2 秒后再试', error: 'too_many_requests' }

test('publishes a note once though the answer is lost @phone', async ({ page, faults }, info) => {
  faults.allow(/net::ERR_FAILED/)
  const author = await newAccount('信号不好')
  await openAs(page, author, '/publish')
  await page.getByLabel('添加图片').setInputFiles(await phonePhoto(info, 'one.jpg', 800))
  await page.getByLabel('标题').fill('只发了一次')
  await page.getByLabel('正文').fill('电梯里按的发布')
  await chooseCategory(page, '生活')
  const keys: (string | undefined)[] = []
  await page.route('**/api/posts', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    // The note is there, and the phone does not hear of it.
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(waiting(page, /^没有收到服务器的回答，\d 秒后自动再试/)).toBeVisible()
  await expect(toast(page, '发布成功')).toBeVisible()
  expect(await notesOf(author)).toEqual(['只发了一次'])
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
})

test('publishes a note once though the waiting was called off and it is sent again by hand @phone', async ({
  page,
  faults,
}, info) => {
  faults.allow(/net::ERR_FAILED/)
  const author = await newAccount('等不及的人')
  const photo = await phonePhoto(info, 'one.jpg', 800)
  const write = async () => {
    await page.getByLabel('标题').fill('不等了')
    await page.getByLabel('正文').fill('再按一次')
    await chooseCategory(page, '生活')
  }
  await openAs(page, author, '/publish')
  await page.getByLabel('添加图片').setInputFiles(photo)
  await write()
  let attempts = 0
  await page.route('**/api/posts', async (route) => {
    if (route.request().method() !== 'POST' || ++attempts > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  const publish = page.getByRole('button', { name: '发布', exact: true })
  await publish.click()
  await waiting(page, /没有收到服务器的回答/)
    .getByRole('button', { name: '不等了' })
    .click()
  await expect(page.getByRole('alert').filter({ hasText: '网络连接失败' })).toBeVisible()
  await expect(page.getByLabel('标题')).toHaveValue('不等了')
  await publish.click()
  await expect(toast(page, '发布成功')).toBeVisible()
  expect(await notesOf(author)).toEqual(['不等了'])
  expect(attempts).toBe(2)
})

test('waits as long as the server says before it sends a comment again, or not at all @phone', async ({
  page,
  faults,
}) => {
  faults.allow(/status of 429/)
  const author = await newAccount('忙碌的人')
  const note = await newNote(author, 1)
  await openAs(page, author, `/post?id=${note.id}`)
  let refusals = 1
  const sentAt: number[] = []
  await page.route('**/api/comments', (route) => {
    sentAt.push(Date.now())
    return refusals-- > 0
      ? route.fulfill({ status: 429, json: busy, headers: { 'retry-after': '2' } })
      : route.continue()
  })
  const write = async (text: string) => {
    await page.getByRole('button', { name: '说点什么' }).click()
    await expect(page.getByRole('textbox', { name: '写评论' })).toHaveAttribute('contenteditable', 'true')
    await page.keyboard.type(text)
    await page.getByRole('button', { name: '发送' }).click()
  }

  await write('等一等就好')
  await expect(waiting(page, /^操作太频繁，[12] 秒后自动再试/)).toBeVisible()
  await expect(page.getByRole('button', { name: '发送中' })).toBeDisabled()
  await expect(toast(page, '评论成功')).toBeVisible()
  expect(Number(sentAt[1]) - Number(sentAt[0])).toBeGreaterThanOrEqual(2000)

  await test.step('called off', async () => {
    refusals = 9
    await write('算了不等')
    await waiting(page, /操作太频繁/)
      .getByRole('button', { name: '不等了' })
      .click()
    await expect(toast(page, '操作太频繁，请 2 秒后再试')).toBeVisible()
    await expect(page.getByRole('textbox', { name: '写评论' })).toHaveText('算了不等')
  })
  const list = await call(comments.listOfPost, { params: { id: note.id } })
  expect(list.comments.map(({ content }) => content)).toEqual(['等一等就好'])
})
