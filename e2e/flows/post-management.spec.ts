/** The list of own notes: search, editing, deletion. */
import * as categories from '@shiliu/contract/categories'
import * as posts from '@shiliu/contract/posts'
import { openAs, settled, toast } from '../support/actions.ts'
import { type Account, call, newAccount, newDraft, newNote } from '../support/api.ts'
import { expect, type Locator, type Page, test } from '../support/fixtures.ts'

const rows = (page: Page) => page.getByRole('list', { name: '我的笔记' }).getByRole('listitem')
const titles = (page: Page) => rows(page).getByRole('heading')

/** Opens the category select and waits for its animation. */
async function openCategories(page: Page, chosen: string): Promise<Locator> {
  await page.getByRole('button', { name: `分类：${chosen}` }).click()
  const list = page.getByRole('listbox', { name: '分类' })
  await expect(list).toBeVisible()
  await settled(page)
  return list
}

async function categoryIds() {
  const all = await call(categories.list)
  const id = (name: string) => all.find((one) => one.name === name)?.id ?? 0
  return { life: id('生活'), study: id('学习') }
}

/** An author with `count` notes, alternating between two categories, newest first. */
async function authorOf(count: number): Promise<{ author: Account; titles: string[] }> {
  const author = await newAccount('多产的人')
  const { life, study } = await categoryIds()
  const made: string[] = []
  for (let index = 0; index < count; index++) {
    const { title } = await newNote(author, index % 2 ? study : life)
    made.unshift(title)
  }
  return { author, titles: made }
}

test('pages by ten and keeps search and category in the URL @desktop', async ({ page }) => {
  const { author, titles: all } = await authorOf(12)
  await openAs(page, author, '/post-management')
  await expect(page.getByText('共 12 篇笔记')).toBeVisible()
  await expect(titles(page)).toHaveText(all.slice(0, 10))
  const pager = page.getByRole('navigation', { name: '分页' })
  await expect(pager).toContainText('1 / 2')
  await expect(pager.getByRole('button', { name: '上一页' })).toHaveAttribute('aria-disabled', 'true')

  await test.step('pages', async () => {
    await pager.getByRole('button', { name: '下一页' }).click()
    await expect(titles(page)).toHaveText(all.slice(10))
    await expect(page).toHaveURL('/post-management?page=2')
    await page.reload()
    await expect(titles(page)).toHaveText(all.slice(10))
  })

  await test.step('category', async () => {
    const list = await openCategories(page, '全部分类')
    await expect(list.getByRole('option', { name: '全部分类' })).toHaveAttribute('aria-selected', 'true')
    await list.getByRole('option', { name: '学习' }).click()
    await expect(list).toBeHidden()
    await expect(page.getByRole('button', { name: '分类：学习' })).toBeFocused()
    await expect(page.getByText('共 6 篇笔记')).toBeVisible()
    await expect(titles(page)).toHaveText(all.filter((_, index) => index % 2 === 0))
    await expect(pager).toBeHidden()
  })

  await test.step('search', async () => {
    const wanted = all[4] ?? ''
    await page.getByRole('searchbox', { name: '搜索我的笔记' }).fill(wanted)
    await expect(titles(page)).toHaveText([wanted])
    await page.getByRole('searchbox', { name: '搜索我的笔记' }).fill('这里没有的词')
    await expect(page.getByText('没有找到相关笔记')).toBeVisible()
    await page.getByRole('button', { name: '清空条件' }).click()
    await expect(page.getByText('共 12 篇笔记')).toBeVisible()
    await expect(page).toHaveURL('/post-management')
  })

  await test.step('typing, then a category before the debounce ends', async () => {
    await (await openCategories(page, '全部分类')).getByRole('option', { name: '生活' }).click()
    const list = await openCategories(page, '生活')
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    // Typed while the select is open, so that only the choice happens before the debounce ends.
    await page.getByRole('searchbox', { name: '搜索我的笔记' }).evaluate((box: HTMLInputElement) => box.focus())
    await page.keyboard.insertText('笔记')
    await list.getByRole('option', { name: '学习' }).click()
    await page.clock.runFor(400)
    const { study } = await categoryIds()
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toEqual({ keyword: '笔记', category: String(study) })
  })
})

test('keeps a note open that was opened while typing, then filters the list @desktop', async ({ page }) => {
  const { author, titles: all } = await authorOf(2)
  const [title = ''] = all
  await page.clock.install()
  await openAs(page, author, '/post-management')
  const link = page.getByRole('link', { name: title, exact: true })
  await expect(link).toBeVisible()
  // The click happens before the debounce ends, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('searchbox', { name: '搜索我的笔记' }).fill(title)
  await link.click()
  await page.clock.resume()
  const note = page.getByRole('dialog', { name: '笔记详情' })
  await expect(note.getByRole('heading', { name: title, exact: true })).toBeVisible()
  await page.clock.runFor(2000)
  await expect(page).toHaveURL(/\/post\?id=\d+$/)
  await expect(note).toBeVisible()
  await page.goBack()
  await expect(note).toBeHidden()
  await expect(page).toHaveURL((url) => url.searchParams.get('keyword') === title)
  await expect(titles(page)).toHaveText([title])
})

test('edits a note in a dialog and confirms before discarding changes', async ({ page }) => {
  const {
    author,
    titles: [title = ''],
  } = await authorOf(1)
  await openAs(page, author, '/post-management')
  const edit = page.getByRole('button', { name: `编辑「${title}」` })
  await edit.click()
  const dialog = page.getByRole('dialog', { name: '编辑笔记' })
  const field = dialog.getByLabel('标题')
  await expect(field).toHaveValue(title)
  await expect(dialog.getByRole('radio', { name: '生活' })).toBeChecked()

  await field.fill('')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(toast(page, '请填写完整信息')).toBeVisible()
  await expect(field).toHaveAccessibleDescription(/请输入标题/)

  const question = page.getByRole('dialog', { name: '放弃修改？' })
  // The question must not take the press that opened it for its own answer, which depends on the order of listeners.
  for (let asked = 0; asked < 5; asked++) {
    await page.keyboard.press('Escape')
    await settled(page)
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: '继续改' }).click()
    await expect(question).toBeHidden()
  }

  await field.fill('改过的标题')
  await dialog.getByText('学习', { exact: true }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(toast(page, '更新成功')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(titles(page)).toHaveText(['改过的标题'])
  await expect(rows(page)).toContainText('学习')
  const {
    posts: [stored],
  } = await call(posts.list, { query: { user_id: String(author.user.id) } })
  expect(stored).toMatchObject({ title: '改过的标题', category: '学习', is_draft: 0, tags: [{ name: '图书馆' }] })
  expect(stored?.pictures).toHaveLength(1)
})

test('shows the previous page after deleting the last note of a page @desktop', async ({ page }) => {
  const { author, titles: all } = await authorOf(11)
  await openAs(page, author, '/post-management?page=2')
  const last = all.at(-1) ?? ''
  await expect(titles(page)).toHaveText([last])
  await page.getByRole('button', { name: `删除「${last}」` }).click()
  const question = page.getByRole('dialog', { name: /^删除「/ })
  await expect(question).toContainText('确定要删除这篇笔记吗？删除后 7 秒内可以撤销。')
  await question.getByRole('button', { name: '删除' }).click()
  await expect(toast(page, '删除成功')).toBeVisible()
  await expect(titles(page)).toHaveText(all.slice(0, 10))
  await expect(page).toHaveURL('/post-management')
  await expect(page.getByText('共 10 篇笔记')).toBeVisible()
})

for (const { path, list } of [
  { path: '/post-management', list: '我的笔记' },
  { path: '/draft-box', list: '我的草稿' },
]) {
  test(`reports on ${path} that categories failed to load, and retries @phone`, async ({ page, faults }) => {
    faults.allow(/(status of |response: )500 .*\/api\/categories/)
    const { author } = await authorOf(1)
    await newDraft(author, '没写完')
    await page.route('**/api/categories', (route) => {
      return route.fulfill({ status: 500, json: { code: 500, message: '服务器内部错误', error: 'internal' } })
    })
    await openAs(page, author, path)
    const failure = page.getByRole('alert').filter({ hasText: '加载分类数据失败' })
    await expect(failure).toBeVisible()
    await expect(page.getByRole('list', { name: list }).getByRole('listitem')).toHaveCount(1)
    await page.unroute('**/api/categories')
    await failure.getByRole('button', { name: '重新加载' }).click()
    await expect(failure).toBeHidden()
    await expect((await openCategories(page, '全部分类')).getByRole('option', { name: '学习' })).toBeVisible()
  })
}

test('invites a user without notes to write one @desktop', async ({ page }) => {
  await openAs(page, await newAccount('还没写的人'), '/post-management')
  await expect(page.getByText('暂无笔记')).toBeVisible()
  await page.getByRole('link', { name: '发布第一篇笔记' }).click()
  await expect(page).toHaveURL('/publish')
  await page.getByRole('link', { name: '笔记管理' }).click()
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page).toHaveURL('/publish')
})
