/** From what a moderator has to the row: counted in actions, each a `step`. */
import * as moderation from '@shiliu/contract/admin/moderation'
import * as categories from '@shiliu/contract/categories'
import { openAs, openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call, newAccount, newNote } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'

const step = test.step

async function scene(nickname: string) {
  const author = await newAccount(nickname)
  const [category] = await call(categories.list)
  const note = await newNote(author, category?.id ?? 0)
  const history = async () => {
    const query = { target_type: 1, target_id: note.id }
    return (await call(moderation.history, { query, token: await adminToken() })).history
  }
  return { author, note, history }
}

/** Where nothing is being typed, as the browser does it. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)

const box = (page: Page) => page.getByRole('dialog', { name: '查找' })

test('hides a note from its pasted link in three actions @desktop', async ({ page }) => {
  const { note, history } = await scene('链接里的人')
  await openAsAdmin(page, '/admin/users')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const detail = page.getByRole('dialog', { name: '笔记详情' })
  await step('1: paste', async () => {
    await paste(page, new URL(`/post?id=${note.id}`, page.url()).href)
    await expect(detail).toContainText(note.title)
  })
  await step('2: 隐藏', () => detail.getByRole('button', { name: '隐藏', exact: true }).click())
  await step('3: the reason', () => page.getByRole('button', { name: '广告或引流' }).click())
  await expect(toast(page, '已隐藏 1 项')).toBeVisible()
  expect((await history())[0]).toMatchObject({ action: 'hide', reason: '广告或引流' })
  await page.screenshot({ path: test.info().outputPath('hidden.png') })
  await step('taken back: 1', () => page.getByRole('status').getByRole('button', { name: '撤销' }).click())
  await expect(toast(page, '已撤销 1 项')).toBeVisible()
})

test('finds a user in two actions and leads through everything about them', async ({ page, isMobile }) => {
  const { author, note } = await scene('两步找到')
  await openAsAdmin(page, '/admin/tags')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await step('1: the search box', async () => {
    if (isMobile) await page.getByRole('button', { name: '查找' }).click()
    else await page.keyboard.press('/')
    await expect(box(page).getByRole('combobox')).toBeFocused()
  })
  await step('2: the public id', async () => {
    await page.keyboard.type(author.user.user_id)
    await page.keyboard.press('Enter')
  })
  await expect(page).toHaveURL(`/admin/users/${author.user.id}`)
  await expect(page.getByRole('heading', { name: '两步找到' })).toBeVisible()
  await expect(page.getByRole('list', { name: '笔记' })).toContainText(note.title)
  await page.screenshot({ path: test.info().outputPath('user.png') })
  await page.getByRole('list', { name: '数量' }).getByRole('link', { name: '1 笔记' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
})

test('chooses among what was found by keyboard, and says where there is nothing @desktop', async ({ page }) => {
  const { note } = await scene('键盘选人')
  await openAsAdmin(page, '/admin/tags')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const field = box(page).getByRole('combobox')
  await field.fill('没有这样的词句')
  await expect(box(page).getByRole('status')).toContainText('没有找到')
  await field.fill(String(note.id))
  const options = box(page).getByRole('option')
  const wanted = options.filter({ hasText: note.title })
  await expect(wanted).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('found.png') })
  for (let i = 0; i < 10 && (await wanted.getAttribute('aria-selected')) !== 'true'; i++) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/posts?id=${note.id}&view=${note.id}`)
  await expect(page.getByRole('dialog', { name: '笔记详情' })).toContainText(note.title)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(`/admin/posts?id=${note.id}`)
})

test('leads administrators from the public page of a note, and nobody else', async ({ page, isMobile }) => {
  const { author, note } = await scene('公开页面')
  const fetched: string[] = []
  page.on('request', (request) => void fetched.push(request.url()))
  await openAs(page, author, `/post?id=${note.id}`)
  await expect(page.getByRole('heading', { name: note.title })).toBeVisible()
  const link = page.getByRole('link', { name: '管理：在后台打开这篇笔记' })
  await expect(link).toHaveCount(0)
  expect(fetched.filter((url) => url.includes('ManageLink'))).toEqual([])
  await openAsAdmin(page, `/post?id=${note.id}`)
  await expect(link).toBeVisible()
  if (!isMobile) await page.screenshot({ path: test.info().outputPath('manage.png') })
  await link.click()
  await expect(page.getByRole('dialog', { name: '笔记详情' })).toContainText(note.title)
})

test('bans with reason and term in four actions, removes all of a spammer in three @desktop', async ({ page }) => {
  const { author, note } = await scene('刷屏的人')
  await openAsAdmin(page, `/admin/users/${author.user.id}`)
  const notes = page.getByRole('list', { name: '笔记' })
  await expect(notes).toContainText(note.title)

  await step('1: 封禁', () => page.getByRole('button', { name: '封禁', exact: true }).click())
  await step('2: the reason', () => page.getByLabel('发布广告或垃圾信息').check())
  await step('3: the term', () => page.getByLabel('30 天').check())
  await step('4: 确认', () => page.getByRole('button', { name: '确认封禁' }).click())
  await expect(page.getByRole('heading', { name: /^刷屏的人 ?封禁中，到/ })).toBeVisible()

  const dialog = page.getByRole('dialog', { name: '删除 刷屏的人 的全部内容' })
  await step('1: 删除全部内容', () => page.getByRole('button', { name: '删除全部内容' }).click())
  await dialog.getByRole('button', { name: '删除全部内容' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请填写原因')
  await step('2: the reason', () => dialog.getByLabel('广告或引流').check())
  await page.screenshot({ path: test.info().outputPath('remove.png') })
  await step('3: 删除', () => dialog.getByRole('button', { name: '删除全部内容' }).click())
  const status = page.getByRole('status').filter({ hasText: '删除一位用户的 1 项内容' }).first()
  await expect(status).toContainText('已完成')
  await expect(page.getByText('没有发过笔记')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('removed.png') })
  const undo = page.getByRole('button', { name: '撤销', exact: true }).first()
  await step('taken back: 1', () => undo.click())
  await expect(notes).toContainText(note.title)
})
