/** The caret stays in view above bars and the on-screen keyboard, wherever something is written. */
import * as categories from '@shiliu/contract/categories'
import { openAs } from '../support/actions.ts'
import { call, newAccount, newNote } from '../support/api.ts'
import { expect, type Locator, type Page, test } from '../support/fixtures.ts'

const KEYBOARD = 336

/** As on iOS: the keyboard covers the page's lower part and changes the visual viewport alone. */
async function openKeyboard(page: Page) {
  await page.evaluate((keyboard) => {
    const view = window.visualViewport
    if (!view) throw new Error('no visual viewport')
    Object.defineProperty(view, 'height', { configurable: true, get: () => window.innerHeight - keyboard })
    view.dispatchEvent(new Event('resize'))
  }, KEYBOARD)
}

/** Pixels between the caret's line and what covers the page below it. */
function roomBelowCaret(page: Page) {
  return page.evaluate(() => {
    const field = document.activeElement
    const selection = document.getSelection()
    if (!field || !selection?.anchorNode) throw new Error('nothing is written')
    const { anchorNode } = selection
    const line = anchorNode instanceof Element ? anchorNode : anchorNode.parentElement
    const box = selection.getRangeAt(0).getClientRects()[0] ?? line?.getBoundingClientRect()
    if (!box) throw new Error('no caret')
    const { bottom, left, width } = box
    const seen = window.visualViewport?.height ?? window.innerHeight
    const hit = document.elementFromPoint(left + width / 2 + 1, bottom - 1)
    if (!hit || !(field.contains(hit) || hit.contains(field))) return -1
    return seen - bottom
  })
}

const LINES = Array.from({ length: 40 }, (_, index) => `第${index + 1}行`).join('\n')

async function write(field: Locator, text: string) {
  await expect(field).toHaveAttribute('contenteditable', 'true')
  await field.click()
  await field.page().keyboard.insertText(text)
  for (let line = 0; line < 3; line++) await field.page().keyboard.press('Enter')
}

/** The editor learns of a caret that a key moves a moment later. */
async function moveTo(field: Locator, key: 'Home' | 'End', line: string) {
  await field.press(`ControlOrMeta+${key}`)
  await expect.poll(() => field.evaluate(() => document.getSelection()?.anchorNode?.textContent)).toBe(line)
}

const room = (page: Page) => expect.poll(() => roomBelowCaret(page))

test('in the note that is being written', async ({ page }, { project }) => {
  await openAs(page, await newAccount('写长文的人'), '/publish')
  const field = page.getByRole('textbox', { name: '正文' })
  await expect(field).toHaveAttribute('contenteditable', 'true')
  await field.fill(LINES)
  await moveTo(field, 'End', '第40行')
  for (let line = 0; line < 3; line++) await page.keyboard.press('Enter')
  await room(page).toBeGreaterThan(0)
  if (project.name !== 'phone') return
  await openKeyboard(page)
  await room(page).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await page.keyboard.type('在键盘上面')
  await room(page).toBeGreaterThan(0)
  const save = await page.getByRole('button', { name: '存草稿' }).boundingBox()
  expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(844 - KEYBOARD)
  await test.step('and at the top, below the header', async () => {
    await moveTo(field, 'Home', '第1行')
    await expect
      .poll(() =>
        field
          .locator('p')
          .first()
          .evaluate((line) => line.getBoundingClientRect().top),
      )
      .toBeGreaterThan(56)
    await room(page).toBeGreaterThan(0)
  })
})

test('in a comment and in the dialog that edits a note @phone', async ({ page }) => {
  const author = await newAccount('手机上写')
  const [category] = await call(categories.list)
  const note = await newNote(author, category?.id ?? 0)
  await openAs(page, author, `/post?id=${note.id}`)

  await test.step('comment', async () => {
    await page.getByRole('button', { name: '说点什么' }).click()
    await write(page.getByRole('textbox', { name: '写评论' }), '一行')
    await openKeyboard(page)
    await room(page).toBeGreaterThan(0)
    const send = await page.getByRole('button', { name: '发送' }).boundingBox()
    expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThanOrEqual(844 - KEYBOARD)
    await page.getByRole('button', { name: '取消' }).click()
  })

  await test.step('dialog', async () => {
    await page.goto('/post-management')
    await page.getByRole('button', { name: `编辑「${note.title}」` }).click()
    const field = page.getByRole('dialog').getByRole('textbox', { name: '正文' })
    await expect(field).toHaveAttribute('contenteditable', 'true')
    await field.fill(LINES)
    await openKeyboard(page)
    await moveTo(field, 'End', '第40行')
    await page.keyboard.press('Enter')
    await room(page).toBeGreaterThan(0)
    const save = await page.getByRole('dialog').getByRole('button', { name: '保存' }).boundingBox()
    expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(844 - KEYBOARD)
  })
})
