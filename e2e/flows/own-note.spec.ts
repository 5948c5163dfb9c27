/** One's own note where it is read: editing and deleting it there. */
import * as categories from '@shiliu/contract/categories'
import * as posts from '@shiliu/contract/posts'
import { openAs, toast } from '../support/actions.ts'
import { call, newAccount, newNote } from '../support/api.ts'
import { expect, test } from '../support/fixtures.ts'

async function scene() {
  const author = await newAccount('自己的笔记')
  const [category] = await call(categories.list)
  const [first, second] = [await newNote(author, category?.id ?? 0), await newNote(author, category?.id ?? 0)]
  return { author, first, second }
}

test('edits and deletes an own note above the list that it was opened from', async ({ page }) => {
  const { author, first, second } = await scene()
  await openAs(page, author, '/user')
  const link = (title: string) => page.getByRole('link', { name: title })
  await link(first.title).click()
  const note = page.getByRole('dialog', { name: '笔记详情' })
  await expect(note.getByRole('heading', { name: first.title })).toBeVisible()
  await expect(note.getByRole('button', { name: /关注/ })).toHaveCount(0)

  await test.step('edits', async () => {
    await note.getByRole('button', { name: '编辑', exact: true }).dblclick()
    const dialog = page.getByRole('dialog', { name: '编辑笔记' })
    await dialog.getByLabel('标题').fill(`${first.title}改`)
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(toast(page, '更新成功')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(note.getByRole('heading', { name: `${first.title}改` })).toBeVisible()
  })

  await test.step('deletes after a question', async () => {
    const question = page.getByRole('dialog', { name: /^删除「/ })
    await note.getByRole('button', { name: '删除', exact: true }).click()
    await question.getByRole('button', { name: '取消' }).click()
    await expect(question).toBeHidden()
    await expect(note).toBeVisible()
    await note.getByRole('button', { name: '删除', exact: true }).click()
    await question.getByRole('button', { name: '删除' }).click()
    await expect(toast(page, '删除成功')).toBeVisible()
    await expect(note).toBeHidden()
    await expect(page).toHaveURL('/user')
    await expect(link(first.title)).toHaveCount(0)
    await expect(link(second.title)).toBeVisible()
    const left = await call(posts.list, { query: { user_id: String(author.user.id) } })
    expect(left.posts.map(({ id }) => id)).toEqual([second.id])
  })
})

test('leaves the page of a note that was deleted @phone', async ({ page }) => {
  const { author, first } = await scene()
  await openAs(page, author, `/post?id=${first.id}`)
  await page.getByRole('button', { name: '删除', exact: true }).click()
  await page
    .getByRole('dialog', { name: /^删除「/ })
    .getByRole('button', { name: '删除' })
    .click()
  await expect(toast(page, '删除成功')).toBeVisible()
  await expect(page).toHaveURL(/\/explore/)
})

test('offers neither on the note of somebody else @desktop', async ({ page }) => {
  const { first } = await scene()
  await openAs(page, await newAccount('别人'), `/post?id=${first.id}`)
  await expect(page.getByRole('button', { name: /^关注 / })).toBeVisible()
  await expect(page.getByRole('button', { name: '编辑', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '删除', exact: true })).toHaveCount(0)
})
