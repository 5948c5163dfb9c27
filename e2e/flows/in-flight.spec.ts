/** Responses that were requested before a change do not undo it. */
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import { openAs, toast } from '../support/actions.ts'
import { type Account, call, type NewNote, newAccount, newNote } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { holdResponses } from '../support/hold-responses.ts'

type Scene = { author: Account; reader: Account; note: NewNote }

async function scene(): Promise<Scene> {
  const [author, reader] = [await newAccount('写笔记的人'), await newAccount('手快的人')]
  const [category] = await call(categories.list)
  return { author, reader, note: await newNote(author, category?.id ?? 0) }
}

function write({ tokens }: Account, post_id: number, content: string) {
  return call(comments.create, { token: tokens.access_token, body: { post_id, content, parent_id: null } })
}

const dialog = (page: Page) => page.getByRole('dialog', { name: '笔记详情' })
const heart = (page: Page) => page.getByRole('button', { name: /^点赞 / })
const answered = (page: Page, path: RegExp) => page.waitForResponse((response) => path.test(response.url()))

test('keeps a like although the next page was requested before it @desktop', async ({ page }) => {
  const { reader } = await scene()
  const held = await holdResponses(page, /\/api\/posts\?.*(page=2|cursor=)/)
  await openAs(page, reader, '/explore')
  const first = page.getByRole('listitem').and(page.locator('[aria-posinset="1"]'))
  await expect(first).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await held.requested
  await page.evaluate(() => window.scrollTo(0, 0))
  const liked = answered(page, /\/api\/likes$/)
  await heart(page).first().click()
  await liked
  held.release()
  await expect(page.locator('[aria-setsize]').first()).toHaveAttribute('aria-setsize', /^([3-9]\d|\d{3,})$/)
  await expect(first.getByRole('button', { name: /^点赞 / })).toHaveAttribute('aria-pressed', 'true')
})

test('keeps a like although the note was requested before it @phone', async ({ page }) => {
  const { author, reader, note } = await scene()
  const held = await holdResponses(page, new RegExp(`/api/posts/${note.id}(\\?|$)`))
  await openAs(page, reader, `/user/${author.user.user_id}`)
  await page.getByRole('link', { name: note.title }).click()
  await held.requested
  const liked = answered(page, /\/api\/likes$/)
  await dialog(page).getByRole('button', { name: '点赞 0', exact: true }).click()
  await liked
  const arrived = answered(page, new RegExp(`/api/posts/${note.id}(\\?|$)`))
  held.release()
  await arrived
  await expect(dialog(page).getByRole('button', { name: '点赞 1', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('finds a linked comment newer than the loaded ones @desktop', async ({ page }) => {
  const { author, reader, note } = await scene()
  await write(reader, note.id, '先说一句')
  await openAs(page, author, '/notification')
  const links = page.getByRole('list', { name: '评论和@' }).getByRole('link', { name: `「${note.title}」` })
  await links.first().click()
  await expect(dialog(page).getByText('先说一句')).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toBeHidden()

  await write(reader, note.id, '再补一句')
  await expect(links).toHaveCount(2)
  await links.first().click()
  await expect(page.locator('[data-highlighted]')).toContainText('再补一句')
  await expect(toast(page, '没有找到这条评论，它可能已被删除')).toBeHidden()
})
