/**
 * What is written but not sent survives reloads, crashes, the end of a session and leaving
 * (docs/decisions/029-local-copies.md).
 */
import * as auth from '@shiliu/contract/auth'
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import * as posts from '@shiliu/contract/posts'
import { chooseCategory, openAs, openAsAdmin, signIn, signOut, toast } from '../support/actions.ts'
import { type Account, call, newAccount, newNote } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { phonePhoto } from '../support/photos.ts'

async function scene() {
  const [author, reader] = [await newAccount('写笔记的人'), await newAccount('来评论的人')]
  const [category] = await call(categories.list)
  return { author, reader, note: await newNote(author, category?.id ?? 0) }
}

const editor = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const folded = (page: Page, text: string) => page.locator('footer').getByRole('button', { name: text })
const offer = (page: Page) => page.getByRole('status').filter({ hasText: '写的内容还没保存' })
const copies = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('copy:')).length)

async function writeComment(page: Page, text: string, noteId: number) {
  await page.goto(`/post?id=${noteId}`)
  await page.getByRole('button', { name: '说点什么' }).click()
  const field = editor(page, '写评论')
  await expect(field).toHaveAttribute('contenteditable', 'true')
  await page.keyboard.type(text)
  await expect(field).toHaveText(text)
  return field
}

/** Closes the page as a crash does, and opens the address again. */
async function crash(page: Page, path: string): Promise<Page> {
  const context = page.context()
  await page.close({ runBeforeUnload: false })
  const next = await context.newPage()
  await next.goto(path)
  return next
}

test('finds a note again after a crash, publishes it and offers it no more @phone', async ({ page }, info) => {
  const author = await newAccount('写到一半')
  await openAs(page, author, '/publish')
  await page.getByLabel('添加图片').setInputFiles(await phonePhoto(info, 'one.jpg', 800))
  await expect(page.getByText('封面')).toBeVisible()
  await page.getByLabel('标题').fill('断电之前')
  await editor(page, '正文').click()
  await page.keyboard.type('写了很久')
  await chooseCategory(page, '生活')

  const after = await crash(page, '/publish')
  await expect(offer(after)).toContainText('刚刚')
  await expect(after.getByLabel('标题')).toHaveValue('')
  await offer(after).getByRole('button', { name: '找回' }).click()
  await expect(after.getByLabel('标题')).toHaveValue('断电之前')
  await expect(editor(after, '正文')).toHaveText('写了很久')
  await expect(after.getByRole('img', { name: '第1张图片' })).toBeVisible()
  await expect(after.getByRole('radio', { name: '生活' })).toBeChecked()
  await expect(offer(after)).toBeHidden()

  await after.getByRole('button', { name: '发布', exact: true }).click()
  await expect(toast(after, '发布成功')).toBeVisible()
  const { posts: notes } = await call(posts.list, { query: { user_id: String(author.user.id) } })
  expect(notes.map(({ title, images }) => [title, images.length])).toEqual([['断电之前', 1]])
  expect(await copies(after)).toBe(0)
  await after.goto('/publish')
  await expect(after.getByLabel('标题')).toBeVisible()
  await expect(offer(after)).toBeHidden()
})

test('leaves a note that is not saved, and finds it again @phone', async ({ page }) => {
  await openAs(page, await newAccount('走开一下'), '/publish')
  await page.getByLabel('标题').fill('走开一下')
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '发现' }).click()
  const question = page.getByRole('dialog', { name: '离开发布页？' })
  await expect(question).toContainText('会在这台设备上留 7 天')
  await question.getByRole('button', { name: '离开' }).click()
  await expect(page).toHaveURL(/\/explore/)
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '发布' }).click()
  await page.getByLabel('标题').fill('另一篇')
  await offer(page).getByRole('button', { name: '找回' }).click()
  await expect(page.getByLabel('标题')).toHaveValue('走开一下')

  await test.step('what was typed meanwhile is offered in its place', async () => {
    await offer(page).getByRole('button', { name: '找回' }).click()
    await expect(page.getByLabel('标题')).toHaveValue('另一篇')
    await offer(page).getByRole('button', { name: '不要了' }).click()
    await expect(offer(page)).toBeHidden()
    expect(await copies(page)).toBe(1)
  })
})

test('finds the changes of a note again, but not those that were discarded @desktop', async ({ page }) => {
  const { author, note } = await scene()
  await openAs(page, author, '/post-management')
  const edit = (on: Page) => on.getByRole('button', { name: `编辑「${note.title}」` }).click()
  await edit(page)
  const field = page.getByRole('dialog', { name: '编辑笔记' }).getByLabel('标题')
  await field.fill('改到一半')
  // Meanwhile on another device.
  const { category_id } = await call(posts.get, { params: { id: note.id } })
  const elsewhere = { title: note.title, content: '在别处改过', category_id }
  await call(posts.update, { token: author.tokens.access_token, params: { id: note.id }, body: elsewhere })
  const after = await crash(page, '/post-management')
  await edit(after)
  const dialog = after.getByRole('dialog', { name: '编辑笔记' })
  await expect(dialog.getByLabel('标题')).toHaveValue(note.title)
  await expect(offer(after)).toContainText('这篇在那之后改过（刚刚），找回再保存会盖掉后来的修改')
  await offer(after).getByRole('button', { name: '找回' }).click()
  await expect(dialog.getByLabel('标题')).toHaveValue('改到一半')
  await dialog.getByRole('button', { name: '取消' }).click()
  await after.getByRole('dialog', { name: '放弃修改？' }).getByRole('button', { name: '放弃' }).click()
  await expect(dialog).toBeHidden()
  expect(await copies(after)).toBe(0)
})

test('asks before a comment is left, and finds it again @desktop', async ({ page }) => {
  const { author, reader, note } = await scene()
  await call(comments.create, {
    token: author.tokens.access_token,
    body: { post_id: note.id, content: '沙发' },
  })
  await openAs(page, reader, `/user/${author.user.user_id}`)
  const card = page.getByRole('link', { name: note.title })
  await card.click()
  const dialog = page.getByRole('dialog', { name: '笔记详情' })
  await dialog.getByRole('button', { name: `回复 ${author.user.nickname}` }).click()
  const field = editor(page, `回复 ${author.user.nickname}`)
  await expect(field).toHaveAttribute('contenteditable', 'true')
  await page.keyboard.type('写到一半')
  const question = page.getByRole('dialog', { name: '离开这篇笔记？' })

  for (const leave of [
    () => page.mouse.click(8, 450),
    () => page.goBack(),
    () => dialog.getByRole('button', { name: '关闭' }).click(),
  ]) {
    await leave()
    await question.getByRole('button', { name: '继续写' }).click()
    await expect(question).toBeHidden()
    await expect(field).toHaveText('写到一半')
  }

  await test.step('a selection that ends beside the note is no click there', async () => {
    const box = await field.boundingBox()
    if (!box) throw new Error('no field')
    await page.mouse.move(box.x + 60, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(8, 450, { steps: 4 })
    await page.mouse.up()
    await expect(question).toBeHidden()
  })

  await page.goBack()
  await question.getByRole('button', { name: '离开' }).click()
  await expect(dialog).toBeHidden()
  await card.click()
  await folded(page, '写到一半').click()
  await expect(editor(page, `回复 ${author.user.nickname}`)).toHaveText('写到一半')
  await page.getByRole('button', { name: '发送' }).click()
  await expect(toast(page, '回复成功')).toBeVisible()
  expect(await copies(page)).toBe(0)
  await page.goBack()
  await expect(dialog).toBeHidden()
})

test('finds a comment with its picture again after a reload @phone', async ({ page }, info) => {
  const { reader, note } = await scene()
  await openAs(page, reader, '/explore')
  await writeComment(page, '有图有真相', note.id)
  await page.getByLabel('添加图片').setInputFiles(await phonePhoto(info, 'one.jpg', 800))
  await expect(page.getByRole('img', { name: '第1张图片' })).toBeVisible()
  await expect(page.getByRole('button', { name: '发送' })).toBeEnabled()
  await page.reload()
  await folded(page, '有图有真相').click()
  await expect(page.getByRole('img', { name: '第1张图片' })).toBeVisible()
  await page.getByRole('button', { name: '发送' }).click()
  await expect(toast(page, '评论成功')).toBeVisible()
  await page.reload()
  await expect(page.getByText('有图有真相')).toBeVisible()
  await expect(folded(page, '说点什么')).toBeVisible()
  expect(await copies(page)).toBe(0)
})

test('finds a comment again after the session ended @desktop', async ({ page, faults }) => {
  faults.allow(/status of 401 .*\/api\//)
  const { reader, note } = await scene()
  await openAs(page, reader, '/explore')
  await writeComment(page, '别丢了我', note.id)
  await call(auth.logout, { token: reader.tokens.access_token })
  await page.getByRole('button', { name: '发送' }).click()
  await expect(toast(page, '会话已过期，已自动退出登录')).toBeVisible()
  await page.goto('/explore')
  await signIn(page, reader.user.user_id, reader.password)
  await page.goto(`/post?id=${note.id}`)
  await expect(folded(page, '别丢了我')).toBeVisible()
})

test('keeps the comments of two tabs apart @desktop', async ({ page }) => {
  const { reader, note } = await scene()
  await openAs(page, reader, '/explore')
  await writeComment(page, '第一扇窗', note.id)
  const other = await page.context().newPage()
  const second = await writeComment(other, '第二扇窗', note.id)
  await editor(page, '写评论').press('End')
  await page.keyboard.type('！')
  await expect(second).toHaveText('第二扇窗')
  await other.close({ runBeforeUnload: false })
  const after = await crash(page, `/post?id=${note.id}`)
  // The one that was typed in last comes first.
  await folded(after, '第一扇窗！').click()
  await after.getByRole('button', { name: '发送' }).click()
  await expect(toast(after, '评论成功')).toBeVisible()
  await expect(folded(after, '第二扇窗')).toBeVisible()
})

test('finds a reply in the notifications again @desktop', async ({ page }) => {
  const { author, reader, note } = await scene()
  const body = { post_id: note.id, content: '拍得真好' }
  await call(comments.create, { token: reader.tokens.access_token, body })
  await openAs(page, author, '/notification')
  const row = (on: Page) => on.getByRole('list', { name: '评论和@' }).getByRole('listitem').first()
  const name = `回复 ${reader.user.nickname}`
  await row(page).getByRole('button', { name }).click()
  await expect(editor(page, name)).toHaveAttribute('contenteditable', 'true')
  await page.keyboard.type('谢谢')
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '发现' }).click()
  await page.getByRole('dialog', { name: '离开通知页？' }).getByRole('button', { name: '继续写' }).click()
  await page.reload()
  await row(page).getByRole('button', { name }).click()
  await expect(editor(page, name)).toHaveText('谢谢')
  await row(page).getByRole('button', { name: '发送' }).click()
  await expect(toast(page, '回复成功')).toBeVisible()
  expect(await copies(page)).toBe(0)
})

test.describe('signing out', () => {
  async function leaveComment(page: Page, reader: Account, noteId: number) {
    await openAs(page, reader, '/explore')
    await writeComment(page, '只给自己看', noteId)
    await page.goto('/explore')
    await signOut(page)
    return page.getByRole('dialog', { name: '清除没发出的内容？' })
  }

  test('keeps what was not sent for the same person alone @desktop', async ({ page }) => {
    const { author, reader, note } = await scene()
    const question = await leaveComment(page, reader, note.id)
    await expect(question).toContainText('还有 1 处')
    await question.getByRole('button', { name: '留着' }).click()
    await expect(question).toBeHidden()
    await signIn(page, author.user.user_id, author.password)
    await page.goto(`/post?id=${note.id}`)
    await expect(page.getByRole('heading', { name: note.title })).toBeVisible()
    await expect(folded(page, '说点什么')).toBeVisible()
    await page.goto('/explore')
    await signOut(page)
    // This person wrote nothing.
    await expect(question).toBeHidden()
    await signIn(page, reader.user.user_id, reader.password)
    await page.goto(`/post?id=${note.id}`)
    await expect(folded(page, '只给自己看')).toBeVisible()
  })

  test('forgets what was not sent when asked to @phone', async ({ page }) => {
    const { reader, note } = await scene()
    const question = await leaveComment(page, reader, note.id)
    await question.getByRole('button', { name: '清除' }).click()
    await expect(question).toBeHidden()
    expect(await copies(page)).toBe(0)
    await signIn(page, reader.user.user_id, reader.password)
    await page.goto(`/post?id=${note.id}`)
    await expect(folded(page, '说点什么')).toBeVisible()
  })
})

test('asks an administrator who signs out as well @desktop', async ({ page }) => {
  await openAsAdmin(page, '/admin/tags')
  await page.getByRole('button', { name: '新增标签' }).click()
  await page.getByRole('dialog', { name: '新增标签' }).getByLabel('标签名称').fill('写到一半')
  const after = await crash(page, '/admin/tags')
  expect(await copies(after)).toBe(1)
  await after.getByRole('button', { name: '退出登录' }).click()
  await after.getByRole('dialog', { name: '清除没发出的内容？' }).getByRole('button', { name: '清除' }).click()
  await expect.poll(() => copies(after)).toBe(0)
})

test('works without copies where the browser refuses to store them @desktop', async ({ page }) => {
  const { reader, note } = await scene()
  await page.addInitScript(() => {
    const set = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('copy:')) throw new DOMException('full', 'QuotaExceededError')
      set.call(this, key, value)
    }
  })
  await openAs(page, reader, '/explore')
  await writeComment(page, '没地方存', note.id)
  await page.getByRole('link', { name: '小石榴首页' }).click()
  const question = page.getByRole('dialog', { name: '离开这篇笔记？' })
  await expect(question).toContainText('离开后就找不回来了')
  await question.getByRole('button', { name: '继续写' }).click()
  await page.getByRole('button', { name: '发送' }).click()
  await expect(toast(page, '评论成功')).toBeVisible()
})
