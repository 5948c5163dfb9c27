/** The phone's back button: closes overlays from the top, then leaves the page. */
import * as categories from '@shiliu/contract/categories'
import { openAs, openSignIn } from '../support/actions.ts'
import { call, newAccount, newNote } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function noteOf(nickname: string) {
  const author = await newAccount(nickname)
  const [category] = await call(categories.list)
  return { author, note: await newNote(author, category?.id ?? 0, 2) }
}

test('closes menu, dialog and search row @phone', async ({ page }) => {
  await page.goto('/explore/recommend')
  await page.getByRole('link', { name: '通知', exact: true }).click()
  await expect(page).toHaveURL('/notification')

  await page.getByRole('button', { name: '更多', exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page).toHaveURL('/notification')

  await page.getByRole('button', { name: '搜索', exact: true }).first().click()
  const cancel = page.getByRole('button', { name: '取消', exact: true })
  await expect(cancel).toBeVisible()
  await page.goBack()
  await expect(cancel).toBeHidden()

  const signIn = await openSignIn(page)
  await page.goBack()
  await expect(signIn).toBeHidden()
  await expect(page).toHaveURL('/notification')

  await test.step('closing by its button needs no back press', async () => {
    await openSignIn(page)
    await signIn.getByRole('button', { name: '关闭' }).click()
    await expect(signIn).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL('/explore/recommend')
  })
})

test('confirms before discarding changes, above the dialog that has them @phone', async ({ page }) => {
  const account = await newAccount('改资料的人')
  await openAs(page, account, '/explore/recommend')
  await page.getByRole('link', { name: '我', exact: true }).click()
  await page.getByRole('button', { name: '编辑资料' }).click()
  const edit = dialog(page, '编辑资料')
  await edit.getByLabel('昵称').fill('另一个名字')
  const question = dialog(page, '放弃修改？')

  await page.goBack()
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(edit.getByLabel('昵称')).toHaveValue('另一个名字')

  await page.goBack()
  await question.getByRole('button', { name: '放弃' }).click()
  await expect(edit).toBeHidden()
  await expect(page).toHaveURL('/user')
  await page.goBack()
  await expect(page).toHaveURL('/explore/recommend')
})

test('leaves a page with unsaved changes once confirmed @phone', async ({ page }) => {
  await openAs(page, await newAccount('写一半的人'), '/explore/recommend')
  await page.getByRole('link', { name: '发布' }).click()
  await page.getByLabel('标题').fill('写了一半')
  const question = page.getByRole('dialog')
  await page.goBack()
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('标题')).toHaveValue('写了一半')
  await page.goBack()
  await question.getByRole('button').last().click()
  await expect(page).toHaveURL('/explore/recommend')
})

test('closes the emoji panel, then the note @phone', async ({ page }) => {
  const { author, note } = await noteOf('发表情的人')
  await openAs(page, author, '/user')
  await page.getByRole('link', { name: note.title }).click()
  await page.getByText('说点什么').first().click()
  await page.getByRole('button', { name: '表情', exact: true }).click()
  await expect(dialog(page, '表情')).toBeVisible()
  await page.goBack()
  await expect(dialog(page, '表情')).toBeHidden()
  await expect(dialog(page, '笔记详情')).toBeVisible()
  await page.goBack()
  await expect(dialog(page, '笔记详情')).toBeHidden()
  await expect(page).toHaveURL('/user')
})

test('takes one press after a reload with the image viewer open @phone', async ({ page }) => {
  const { author, note } = await noteOf('看大图的人')
  await openAs(page, author, '/user')
  await page.getByRole('link', { name: note.title }).click()
  await page.getByRole('button', { name: `查看大图：${note.title}，第 1 张，共 2 张` }).click()
  await expect(dialog(page, '查看大图')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: note.title })).toBeVisible()
  await expect(dialog(page, '查看大图')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/user')
})
