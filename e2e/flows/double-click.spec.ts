/** The second click of a double click must not press what took the place of the button. */
import * as categories from '@shiliu/contract/categories'
import * as posts from '@shiliu/contract/posts'
import { openAs, settled, toast } from '../support/actions.ts'
import { call, newAccount, newDraft, newNote } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const editor = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('shares nothing after a comment is sent, and opens no emoji before it is written', async ({ page }) => {
  const [category] = await call(categories.list)
  const author = await newAccount('手快的人')
  const note = await newNote(author, category?.id ?? 0)
  await openAs(page, author, `/post?id=${note.id}`)
  // Where the button for emoji will be.
  await page.getByRole('button', { name: '说点什么' }).dblclick({ position: { x: 25, y: 15 } })
  await expect(editor(page, '写评论')).toHaveAttribute('contenteditable', 'true')
  await expect(editor(page, '写评论')).toBeFocused()
  await expect(page.getByRole('dialog', { name: '表情' })).toBeHidden()
  await page.keyboard.type('沙发')
  await page.getByRole('button', { name: '发送' }).dblclick()
  await expect(toast(page, '评论成功')).toBeVisible()
  await expect(toast(page, '已复制链接')).toBeHidden()
})

test('deletes nothing before the question is answered @phone', async ({ page }) => {
  const author = await newAccount('手快的人')
  for (let number = 1; number <= 8; number++) await newDraft(author, `第${number}篇`)
  await openAs(page, author, '/draft-box')
  const question = page.getByRole('dialog', { name: /^删除「/ })
  const answer = question.getByRole('button', { name: '删除', exact: true })
  await page.getByRole('button', { name: '删除「第8篇」' }).click()
  await settled(page)
  const place = await answer.boundingBox()
  await question.getByRole('button', { name: '取消' }).click()
  await expect(question).toBeHidden()

  // Scrolled until the button of a row is where that of the question will be.
  const remove = page.getByRole('button', { name: '删除「第5篇」' })
  const y = (place?.y ?? 0) + 22
  await remove.evaluate((button, top) => {
    const box = button.getBoundingClientRect()
    scrollBy({ top: box.top + box.height / 2 - top, behavior: 'instant' })
  }, y)
  const row = await remove.boundingBox()
  const x = (row?.x ?? 0) + 8
  expect(x).toBeLessThan((place?.x ?? 0) + (place?.width ?? 0))
  await page.mouse.click(x, y, { clickCount: 2, delay: 50 })
  await expect(question).toBeVisible()
  await settled(page)
  await expect(question).toBeVisible()
  const query = { user_id: String(author.user.id), is_draft: '1' } as const
  const { pagination } = await call(posts.list, { token: author.tokens.access_token, query })
  expect(pagination.total).toBe(8)
})

test('takes or drops one copy at a time @desktop', async ({ page }) => {
  await openAs(page, await newAccount('写了又写'), '/publish')
  const title = (on: Page) => on.getByLabel('标题')
  const stored = (on: Page, text: string) =>
    expect.poll(() => on.evaluate((part) => JSON.stringify(localStorage).includes(part), text)).toBe(true)
  let current = page
  for (const text of ['第一篇', '第二篇', '第三篇']) {
    await title(current).fill(text)
    await stored(current, text)
    const context = current.context()
    await current.close({ runBeforeUnload: false })
    current = await context.newPage()
    await current.goto('/publish')
  }
  await title(current).fill('第四篇')
  const offer = current.getByRole('status').filter({ hasText: '写的内容还没保存' })
  await offer.getByRole('button', { name: '找回' }).dblclick()
  await expect(title(current)).toHaveValue('第三篇')
  // Drops the fourth one; the second one is offered then.
  await offer.getByRole('button', { name: '不要了' }).dblclick()
  await offer.getByRole('button', { name: '找回' }).click()
  await expect(title(current)).toHaveValue('第二篇')
})
