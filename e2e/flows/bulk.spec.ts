/** Work on many rows of the back office: begun for all that match, watched, stopped, undone by any administrator. */
import * as jobs from '@shiliu/contract/admin/jobs'
import { posts as adminPosts } from '@shiliu/contract/admin/posts'
import * as categories from '@shiliu/contract/categories'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import { openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call, newAccount, newAdmin } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { unique } from '../support/unique.ts'

/** So many notes of one new author, with a word that only they have. */
async function manyNotes(count: number) {
  const author = await newAccount('刷屏的人')
  const [first, second] = await call(categories.list)
  const token = await adminToken()
  const word = unique('刷屏')
  const body = { user_id: author.user.id, content: '加我微信', category_id: first?.id ?? 0, tags: ['图书馆'] }
  for (let n = 0; n < count; n++) {
    await call(adminPosts.create, { body: { ...body, title: `${word} ${n}` }, token })
  }
  const published = async () =>
    (await call(posts.list, { query: { user_id: String(author.user.id), limit: 1 } })).pagination.total
  return { author, word, token, published, from: first, to: second }
}

const panel = (page: Page) => page.getByRole('region', { name: '批量任务' })

/** Selects all that match, beyond the page that is shown. */
async function selectAll(page: Page, count: number) {
  await page.getByRole('button', { name: '批量处理' }).click()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await expect(page.getByText('已选 20 条。')).toBeVisible()
  await page.getByRole('button', { name: `选择全部 ${count} 条` }).click()
  await expect(page.getByText(`已选符合条件的全部 ${count} 条，包括其他页的。`)).toBeVisible()
}

test('hides sixty notes that match a filter, and takes it back as one @desktop', async ({ page, otherPage }) => {
  const { author, word, published } = await manyNotes(60)
  await openAsAdmin(page, `/admin/posts?search=${word}`)
  await selectAll(page, 60)
  await page.getByRole('button', { name: '隐藏', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '隐藏：60 篇笔记' })
  await dialog.getByRole('button', { name: '隐藏' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请填写原因')
  await dialog.getByText('广告或引流').click()
  await dialog.getByRole('button', { name: '隐藏' }).click()
  await expect(toast(page, '已经开始：隐藏 60 篇笔记')).toBeVisible()
  await expect(panel(page)).toContainText('已完成：已处理 60 篇')
  expect(await published()).toBe(0)

  await test.step('its author is told once', async () => {
    const { notifications: told } = await call(notifications.list, { token: author.tokens.access_token })
    expect(told.map(({ title }) => title)).toEqual(['你的 60 篇笔记被隐藏了：广告或引流'])
  })

  await test.step('another administrator sees it, and undoes it', async () => {
    await openAsAdmin(otherPage, '/admin/jobs', newAdmin('moderator'))
    const job = otherPage.getByRole('listitem').filter({ hasText: '隐藏 60 篇笔记' }).first()
    await expect(job).toContainText('已完成：已处理 60 篇')
    await job.getByRole('button', { name: '撤销' }).click()
    await expect(panel(otherPage)).toContainText('撤销：隐藏 60 篇笔记')
    await expect(panel(otherPage)).toContainText('已完成：已撤销 60 篇')
  })
  expect(await published()).toBe(60)

  await test.step('after a reload it is on the list', async () => {
    await page.goto('/admin/jobs')
    const lines = page.getByRole('listitem').filter({ hasText: '隐藏 60 篇笔记' })
    await expect(lines.first()).toContainText('已完成：已撤销 60 篇')
    await expect(lines.nth(1)).toContainText('已撤销：已处理 60 篇')
    await expect(lines.getByRole('button', { name: '撤销' })).toHaveCount(0)
  })
})

test('moves more than a hundred notes once their number is typed @desktop', async ({ page }) => {
  const { word, from, to, author, token } = await manyNotes(101)
  await openAsAdmin(page, `/admin/posts?search=${word}`)
  await selectAll(page, 101)
  await page.getByRole('button', { name: '移动到分类' }).click()
  const dialog = page.getByRole('dialog', { name: '移动到分类：101 篇笔记' })
  await dialog.getByLabel('移动到').selectOption(to?.name ?? '')
  await dialog.getByRole('button', { name: '移动到分类' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请输入 101')
  await dialog.getByLabel('请输入这个数字').fill('101')
  await dialog.getByRole('button', { name: '移动到分类' }).click()
  await expect(toast(page, `已经开始：把 101 篇笔记移动到分类「${to?.name}」`)).toBeVisible()
  // In the midst of it, or after: what is shown comes from the server.
  await page.reload()
  const lists = async (category: number) =>
    (await call(posts.list, { query: { user_id: String(author.user.id), category: String(category), limit: 1 } }))
      .pagination.total
  await expect.poll(async () => (await call(jobs.list, { query: { active: '1' }, token })).data).toEqual([])
  expect(await lists(to?.id ?? 0)).toBe(101)
  expect(await lists(from?.id ?? 0)).toBe(0)
})

test('is stopped in its midst @desktop', async ({ page }) => {
  const { word, token, published } = await manyNotes(60)
  await openAsAdmin(page, '/admin/monitor')
  const body = { resource: 'posts', action: 'delete', filter: { search: word }, total: 60, reason: '广告' } as const
  const { id } = await call(jobs.create, { body, token })
  await call(jobs.stop, { params: { id }, token })
  await expect.poll(async () => (await call(jobs.get, { params: { id }, token })).state).toBe('stopped')
  const { changed } = await call(jobs.get, { params: { id }, token })
  expect(await published()).toBe(60 - changed)
  await page.goto('/admin/jobs')
  await expect(page.getByRole('listitem').first()).toContainText('已停止')
})
