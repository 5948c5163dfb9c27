/** The editor: mentions, emoji, images in comments, pasting. */
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import * as follows from '@shiliu/contract/follows'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import { openAs, toast } from '../support/actions.ts'
import { type Account, call, newAccount, newNote } from '../support/api.ts'
import { expect, type Locator, type Page, test } from '../support/fixtures.ts'
import { heavyPicture, PIXEL, phonePhoto } from '../support/photos.ts'

/** A note, its author, a reader, and a friend whom the reader follows. */
async function scene() {
  const [author, reader, friend] = [
    await newAccount('写的人'),
    await newAccount('读的人'),
    await newAccount('被想起的人'),
  ]
  const token = reader.tokens.access_token
  await call(follows.create, { token, params: { id: friend.user.user_id } })
  const [category] = await call(categories.list)
  return { author, reader, friend, note: await newNote(author, category?.id ?? 0) }
}

async function openComposer(page: Page, reader: Account, noteId: number): Promise<Locator> {
  await openAs(page, reader, `/post?id=${noteId}`)
  await page.getByRole('button', { name: '说点什么' }).click()
  const field = page.getByRole('textbox', { name: '写评论' })
  // The editor, not the plain field that is shown while it loads.
  await expect(field).toHaveAttribute('contenteditable', 'true')
  await expect(field).toBeFocused()
  return field
}

async function mentionsOf({ tokens }: Account) {
  const { notifications: list } = await call(notifications.comments, { token: tokens.access_token })
  return list.filter(({ type }) => type === 7)
}

/** Pastes as the keyboard does. */
async function paste(field: Locator, items: { text?: string; html?: string; file?: { name: string; bytes: string } }) {
  await field.evaluate((element, { text, html, file }) => {
    const data = new DataTransfer()
    if (text) data.setData('text/plain', text)
    if (html) data.setData('text/html', html)
    if (file) {
      const bytes = Uint8Array.from(atob(file.bytes), (character) => character.charCodeAt(0))
      data.items.add(new File([bytes], file.name, { type: 'image/png' }))
    }
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, items)
}

test('mentions users by @ and by the picker, and notifies them', async ({ page }) => {
  const { reader, friend, note } = await scene()
  const field = await openComposer(page, reader, note.id)

  await test.step('by @ and keyboard', async () => {
    await page.keyboard.type('快来看@')
    const option = page.getByRole('listbox', { name: '可以提及的人' }).getByRole('option')
    await expect(option).toContainText(friend.user.nickname)
    await page.keyboard.type('想起')
    await expect(option).toHaveCount(1)
    await expect(field).toHaveAttribute('aria-activedescendant', /./)
    await page.keyboard.press('Enter')
    await expect(field).toHaveText(`快来看@${friend.user.nickname}`)
    await page.keyboard.press('Shift+Enter')
    await expect(toast(page, '评论成功')).toBeVisible()
  })

  await test.step('links to the user', async () => {
    const link = page.getByRole('region', { name: '评论' }).getByRole('link', { name: `@${friend.user.nickname}` })
    await expect(link).toHaveAttribute('href', `/user/${friend.user.user_id}`)
    await expect.poll(async () => (await mentionsOf(friend)).length).toBe(1)
  })

  await test.step('by the picker, a user who is not followed', async () => {
    const stranger = await newAccount('没关注的人')
    await page.getByRole('button', { name: '说点什么' }).click()
    await page.getByRole('button', { name: '提及', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '提及' })
    await expect(dialog.getByRole('option')).toContainText(friend.user.nickname)
    await dialog.getByRole('combobox', { name: '搜索用户' }).fill(stranger.user.user_id)
    await expect(dialog.getByRole('option')).toContainText(stranger.user.nickname)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(field).toBeFocused()
    await page.keyboard.type('你也来')
    await page.getByRole('button', { name: '发送' }).click()
    await expect(toast(page, '评论成功')).toBeVisible()
    await expect.poll(async () => (await mentionsOf(stranger)).length).toBe(1)
  })
})

test('inserts emoji by pointer and by keyboard, and remembers recent ones', async ({ page }) => {
  const { reader, note } = await scene()
  const field = await openComposer(page, reader, note.id)
  await page.keyboard.type('好看')
  await page.getByRole('button', { name: '表情', exact: true }).click()
  const panel = page.getByRole('dialog', { name: '表情' })
  const cell = panel.getByRole('gridcell', { name: '嘿嘿', exact: true })
  await cell.click()
  await cell.click()
  await expect(field).toHaveText('好看😀😀')

  await panel.getByRole('searchbox', { name: '搜索表情' }).fill('笑得满地打滚')
  await expect(panel.getByRole('gridcell')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(field).toHaveText('好看😀😀🤣')
  await panel.getByRole('searchbox', { name: '搜索表情' }).fill('没有这种表情')
  await expect(panel.getByText('没有找到这样的表情')).toBeVisible()

  await test.step('Esc returns the focus and cursor to the editor', async () => {
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page.getByRole('heading', { name: note.title })).toBeVisible()
    await expect(field).toBeFocused()
    await page.keyboard.type('！')
    await expect(field).toHaveText('好看😀😀🤣！')
  })

  await test.step('recent emoji come first, in the chosen skin tone', async () => {
    await page.getByRole('button', { name: '表情', exact: true }).click()
    await expect(panel.getByRole('gridcell').first()).toHaveText('🤣')
    await panel.getByRole('button', { name: '肤色：默认肤色' }).click()
    await panel.getByRole('button', { name: '中等肤色', exact: true }).click()
    await panel.getByRole('searchbox').fill('挥手')
    await panel.getByRole('gridcell', { name: '挥手', exact: true }).click()
    await expect(field).toHaveText('好看😀😀🤣！👋🏽')
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('recentEmojis') ?? '[]'))
    expect(stored).toEqual(['👋🏽', '🤣', '😀'])
  })
})

test('keeps an unsent comment when the phone rotates @phone', async ({ page }) => {
  const { reader, note } = await scene()
  const field = await openComposer(page, reader, note.id)
  await page.keyboard.type('写到一半')
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 }
  await page.setViewportSize({ width: height, height: width })
  await expect(field).toHaveText('写到一半')
  await expect(field).toBeInViewport()
  await page.setViewportSize({ width, height })
  await expect(field).toHaveText('写到一半')
})

test('sends chosen and pasted images with a comment and opens them in the viewer @desktop', async ({ page }, info) => {
  const { reader, note } = await scene()
  const field = await openComposer(page, reader, note.id)
  const send = page.getByRole('button', { name: '发送' })
  await expect(send).toBeDisabled()

  await test.step('disabled until uploads finish', async () => {
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/api/upload/image', async (route) => {
      await held
      await route.continue()
    })
    await page.getByLabel('添加图片').setInputFiles(await phonePhoto(info, 'photo.jpg', 1600))
    await expect(page.getByRole('progressbar', { name: '第1张图片上传进度' })).toBeVisible()
    await expect(send).toBeDisabled()
    letThrough()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await page.unroute('**/api/upload/image')
    await expect(send).toBeEnabled()
  })

  await test.step('a too large image is reported and can be removed', async () => {
    await page.getByLabel('添加图片').setInputFiles(await heavyPicture(info))
    await expect(page.getByText('第2张上传失败: 图片大小不能超过5MB', { exact: false })).toBeVisible()
    await expect(send).toBeDisabled()
    await page.getByRole('button', { name: '删除第2张图片' }).click()
    await expect(send).toBeEnabled()
  })

  await test.step('pasted image', async () => {
    await paste(field, { file: { name: 'pasted.png', bytes: PIXEL } })
    await expect(page.getByRole('img', { name: '第2张图片' })).toBeVisible()
    await expect(send).toBeEnabled()
    await send.click()
    await expect(toast(page, '评论成功')).toBeVisible()
  })

  const shown = page.getByRole('region', { name: '评论' }).getByRole('list', { name: '评论图片' })
  await expect(shown.getByRole('listitem')).toHaveCount(2)
  const list = await call(comments.listOfPost, { params: { id: note.id } })
  expect(list.comments[0]?.content).toMatch(/^(<img src="[^"]+" alt="评论图片" class="comment-image" \/>){2}$/)
  await shown.getByRole('button', { name: '查看第1张图片' }).click()
  await expect(page.getByRole('dialog', { name: '查看大图' })).toBeVisible()
})

test('restores text, mention and image of a comment that failed to send @desktop', async ({ page, faults }, info) => {
  // The browser is offline for a moment.
  faults.allow(/net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED/)
  const { reader, friend, author, note } = await scene()
  const token = author.tokens.access_token
  await call(comments.create, { token, body: { post_id: note.id, content: '沙发' } })
  await openAs(page, reader, `/post?id=${note.id}`)
  await page.getByRole('button', { name: `回复 ${author.user.nickname}` }).click()
  const field = page.getByRole('textbox', { name: `回复 ${author.user.nickname}` })
  await expect(field).toHaveAttribute('contenteditable', 'true')
  await page.keyboard.type('问问@被想')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByLabel('添加图片').setInputFiles(await phonePhoto(info, 'photo.jpg', 800))
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  await page.route('**/api/comments', (route) => route.abort())
  await page.getByRole('button', { name: '发送' }).click()
  await page.getByRole('button', { name: '不等了' }).click()
  await expect(toast(page, '网络连接失败')).toBeVisible()
  await expect(field).toHaveText(`问问@${friend.user.nickname}`)
  await expect(page.getByRole('img', { name: '第1张图片' })).toBeVisible()

  await page.unroute('**/api/comments')
  await page.getByRole('button', { name: '发送' }).click()
  await expect(toast(page, '回复成功')).toBeVisible()
  const { comments: threads } = await call(comments.listOfPost, { params: { id: note.id } })
  expect(threads[0]?.replies[0]?.content).toMatch(new RegExp(`^问问\\[@${friend.user.nickname}:.*<img `))

  await test.step('cancelling discards everything', async () => {
    await page.getByRole('button', { name: '说点什么' }).click()
    await page.keyboard.type('算了')
    await page.getByRole('button', { name: '取消' }).click()
    await expect(page.getByRole('button', { name: '说点什么' })).toBeVisible()
  })
})

test('pastes as plain text and keeps the text of a note unchanged @desktop', async ({ page }) => {
  const { reader } = await scene()
  await openAs(page, reader, '/publish')
  const field = page.getByLabel('正文')
  await expect(field).toHaveAttribute('contenteditable', 'true')
  await field.click()
  const markup = '<b>粗</b> [@管理员:admin] **星**\n\n<script>alert(1)</script>'
  await paste(field, { text: markup, html: '<h1>标题</h1><img src=x onerror="alert(1)"><a href="/">链接</a>' })
  await expect(field.locator('p')).toHaveText(['<b>粗</b> [@管理员:admin] **星**', '', '<script>alert(1)</script>'])
  await expect(field.locator('[data-type=mention], img, a, b')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(field).toHaveText('')

  await page.keyboard.type('  一行')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('三行 <br>')
  await page.getByLabel('标题').fill('草稿')
  await page.getByLabel('添加图片').setInputFiles({
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PIXEL, 'base64'),
  })
  await page.getByRole('button', { name: '存草稿' }).click()
  await expect(page).toHaveURL('/draft-box')
  const token = reader.tokens.access_token
  const { posts: drafts } = await call(posts.list, {
    token,
    query: { user_id: String(reader.user.id), is_draft: '1' },
  })
  expect(drafts[0]?.content).toBe('一行<br><br>三行 &lt;br&gt;')
})

test('keeps a blank line between paragraphs, and shows it @phone', async ({ page }) => {
  const { author, note } = await scene()
  await openAs(page, author, '/post-management')
  await page.getByRole('button', { name: `编辑「${note.title}」` }).click()
  const dialog = page.getByRole('dialog', { name: '编辑笔记' })
  const field = dialog.getByRole('textbox', { name: '正文' })
  await expect(field).toHaveAttribute('contenteditable', 'true')
  await field.fill('第一段\n\n第二段\n\n\n\n第三段\n末行')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(toast(page, '更新成功')).toBeVisible()
  await page.goto(`/post?id=${note.id}`)
  const text = page.getByText('第一段')
  await expect(text).toBeVisible()
  expect(await text.evaluate((element: HTMLElement) => element.innerText)).toBe('第一段\n\n第二段\n\n第三段\n末行')
})

test('replaces the plain field by the editor while typing @desktop', async ({ page }) => {
  const { reader, note } = await scene()
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/RichEditor-*.js', async (route) => {
    await held
    await route.continue()
  })
  await openAs(page, reader, `/post?id=${note.id}`)
  await page.getByRole('button', { name: '说点什么' }).click()
  const field = page.getByRole('textbox', { name: '写评论' })
  await expect(field).toBeFocused()
  await page.keyboard.type('前后\n下一行')
  await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(1, 1))
  letThrough()
  await expect(field).toHaveAttribute('contenteditable', 'true')
  await expect(field).toBeFocused()
  await page.keyboard.type('中')
  await expect(field.locator('p')).toHaveText(['前中后', '下一行'])
})

test('leaves input method composition undisturbed @desktop', async ({ page }) => {
  const { reader, friend, note } = await scene()
  const field = await openComposer(page, reader, note.id)
  const client = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })

  await compose('ni')
  await compose('nihao')
  await expect(field).toHaveText('nihao')
  await client.send('Input.insertText', { text: '你好' })
  await expect(field).toHaveText('你好')

  await test.step('also after an @', async () => {
    await page.keyboard.type('@')
    const options = page.getByRole('listbox', { name: '可以提及的人' }).getByRole('option')
    await expect(options).toHaveCount(1)
    await compose('bei')
    await client.send('Input.insertText', { text: '被想' })
    await expect(options).toHaveCount(1)
    await options.click()
    await expect(field).toHaveText(`你好@${friend.user.nickname}`)
  })

  await test.step('a mention is deleted as a whole', async () => {
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await expect(field).toHaveText('你好')
  })
})
