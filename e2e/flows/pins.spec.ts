/** Notes that a moderator puts forward: pinned at the top of a channel, and featured. */
import { categories } from '@shiliu/contract/admin/categories'
import { highlight, list } from '@shiliu/contract/admin/highlights'
import type { BodyIn } from '@shiliu/contract/endpoint'
import * as posts from '@shiliu/contract/posts'
import { openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call, newAccount, newAdmin } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { unique, uniqueLetters } from '../support/unique.ts'

/** A channel of its own with so many notes, oldest first: what is pinned in 推荐 would meet the other flows. */
async function channelWith(notes: number) {
  const token = await adminToken()
  const [name, category_title] = [unique('频道'), uniqueLetters('p')]
  const { id: category_id } = await call(categories.create, { token, body: { name, category_title } })
  const { tokens } = await newAccount('写笔记的人')
  const made: { id: number; title: string }[] = []
  for (let i = 0; i < notes; i++) {
    const title = unique('置顶')
    const body = { title, content: '正文', category_id }
    made.push({ id: (await call(posts.create, { body, token: tokens.access_token })).id, title })
  }
  return { name, made, token: tokens.access_token, path: `/explore/${category_title}`, category_id }
}

/** Titles of the cards in the order of the page. */
async function order(page: Page, path: string, name: string) {
  await page.goto(path)
  const cards = page.getByRole('list', { name: `${name}的笔记` }).getByRole('article')
  await expect(cards.first()).toBeVisible()
  return cards.evaluateAll((all) =>
    all
      .map((card) => ({ at: card.getBoundingClientRect(), text: card.querySelector('a')?.innerText ?? '' }))
      .toSorted((a, b) => a.at.top - b.at.top || a.at.left - b.at.left)
      .map(({ text }) => text),
  )
}

test('a moderator pins a note from its details, and takes it back from the message @desktop', async ({
  page,
  otherPage,
}) => {
  const { name, made, path } = await channelWith(3)
  const [oldest] = made
  if (!oldest) throw new Error('no note')
  expect((await order(otherPage, path, name)).at(-1)).toContain(oldest.title)

  await openAsAdmin(page, `/admin/posts?id=${oldest.id}&view=${oldest.id}`, newAdmin('moderator'))
  const panel = page.getByRole('region', { name: '置顶与精选' })
  const pin = async () => {
    await panel.getByRole('button', { name: '置顶', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '置顶笔记' })
    await dialog.getByText(name, { exact: true }).click()
    await dialog.getByText('30 天').click()
    await dialog.getByRole('button', { name: '置顶', exact: true }).dblclick()
    await expect(toast(page, '已置顶 1 篇')).toBeVisible()
    await expect(dialog).toBeHidden()
  }
  await pin()
  await expect(panel.getByRole('list', { name: '置顶' })).toContainText(`「${name}」置顶到`)
  const [first = '', ...others] = await order(otherPage, path, name)
  expect(first).toContain(oldest.title)
  expect(first).toMatch(/^置顶$/m)
  expect(others).toHaveLength(2)
  expect(others.join()).not.toContain(oldest.title)

  await otherPage.getByRole('link', { name: new RegExp(oldest.title) }).click()
  await expect(otherPage.getByRole('list', { name: '标记' })).toContainText('置顶')

  await page.getByRole('button', { name: '撤销' }).click()
  await expect(toast(page, '已撤销')).toBeVisible()
  await expect(panel.getByRole('list', { name: '置顶' })).toHaveCount(0)
  expect((await order(otherPage, path, name)).at(-1)).toContain(oldest.title)
})

test('pins of several notes are ended in the list above the table @desktop', async ({ page, otherPage, faults }) => {
  faults.allow(/409 \(Conflict\).*\/admin\/highlights/)
  const { name, made, path, category_id } = await channelWith(4)
  await openAsAdmin(page, `/admin/posts?category_id=${category_id}`, newAdmin('moderator'))
  await page.getByRole('button', { name: '批量处理' }).click()
  for (const { title } of made.slice(0, 3)) await page.getByRole('checkbox', { name: new RegExp(title) }).check()
  await page.getByRole('button', { name: '置顶', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '置顶 3 篇笔记' })
  await dialog.getByText('笔记的分类').click()
  await dialog.getByText('到……').click()
  await dialog.getByRole('button', { name: '置顶', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请选择时间')
  await dialog.getByText('一直').click()
  await dialog.getByRole('button', { name: '置顶', exact: true }).click()
  await expect(toast(page, '已置顶 3 篇')).toBeVisible()

  // A fourth one finds no place.
  await page.goto(`/admin/posts?id=${made[3]?.id}&view=${made[3]?.id}`)
  await page.getByRole('region', { name: '置顶与精选' }).getByRole('button', { name: '置顶', exact: true }).click()
  const fourth = page.getByRole('dialog', { name: '置顶笔记' })
  await fourth.getByText(name, { exact: true }).click()
  await fourth.getByRole('button', { name: '置顶', exact: true }).click()
  await expect(toast(page, new RegExp(`「${name}」最多置顶 3 篇，现在有 3 篇`))).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await page.getByText(/^置顶的笔记（\d+）$/).click()
  const pins = page.getByRole('list', { name: '置顶的笔记' })
  for (const { title } of made.slice(0, 2)) {
    await pins.getByRole('button', { name: new RegExp(`取消置顶「${title}」`) }).click()
    await expect(pins.getByText(title)).toHaveCount(0)
  }
  const pinned = (await order(otherPage, path, name)).filter((text) => /^置顶$/m.test(text))
  expect(pinned).toHaveLength(1)
  expect(pinned[0]).toContain(made[2]?.title)
})

test('a featured note carries its mark, and loses it with the message @desktop', async ({ page, otherPage }) => {
  const { name, made, path } = await channelWith(1)
  const [note] = made
  if (!note) throw new Error('no note')
  await openAsAdmin(page, `/admin/posts?id=${note.id}&view=${note.id}`, newAdmin('moderator'))
  const panel = page.getByRole('region', { name: '置顶与精选' })
  await panel.getByRole('button', { name: '设为精选' }).dblclick()
  await expect(toast(page, '已设为精选 1 篇')).toBeVisible()
  await expect(panel.getByRole('button', { name: '取消精选' })).toBeVisible()
  expect((await order(otherPage, path, name))[0]).toMatch(/^精选$/m)
  await otherPage.goto(`/post?id=${note.id}`)
  await expect(otherPage.getByText('精选', { exact: true }).last()).toBeVisible()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(toast(page, '已撤销')).toBeVisible()
  expect((await order(otherPage, path, name))[0]).not.toMatch(/^精选$/m)
})

test('an observer sees what is pinned, and no button', async ({ page }) => {
  const { name, made } = await channelWith(1)
  const id = made[0]?.id ?? 0
  const body: BodyIn<typeof highlight> = { ids: [id], action: 'pin', channel: 'category' }
  await call(highlight, { token: await adminToken(), body })
  expect((await call(list, { token: await adminToken() })).pins.map(({ post_id }) => post_id)).toContain(id)
  await openAsAdmin(page, `/admin/posts?id=${id}&view=${id}`, newAdmin('viewer'))
  const panel = page.getByRole('region', { name: '置顶与精选' })
  await expect(panel).toContainText(`「${name}」一直置顶`)
  await expect(panel.getByRole('button')).toHaveCount(0)
})
