/** From a student's report to the hidden note and what author and reporter are told. */
import * as admin from '@shiliu/contract/admin/reports'
import { list as listSanctions } from '@shiliu/contract/admin/sanctions'
import * as categories from '@shiliu/contract/categories'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import { create } from '@shiliu/contract/reports'
import { openAs, openAsAdmin, toast } from '../support/actions.ts'
import { call, newAccount, newAdmin, newNote } from '../support/api.ts'
import { expect, test } from '../support/fixtures.ts'

async function scene() {
  const [author, reporter] = [await newAccount('被举报的作者'), await newAccount('举报的同学')]
  const [category] = await call(categories.list)
  return { author, reporter, note: await newNote(author, category?.id ?? 0) }
}

test('reports a note, hides it, and tells author and reporter', async ({ page, otherPage }) => {
  const { author, reporter, note } = await scene()
  const reports: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reports')) reports.push(request.postDataJSON())
  })
  await openAs(page, reporter, `/post?id=${note.id}`)
  const report = page.getByRole('button', { name: '举报笔记' })
  await report.click()
  const dialog = page.getByRole('dialog', { name: '举报笔记' })
  // By keyboard: arrows choose, Tab leads to the text.
  await dialog.getByRole('radio', { name: '广告或刷屏' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '辱骂或骚扰' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('评论里一直在骂人')
  await expect(dialog.getByText('8/500')).toBeVisible()
  await dialog.getByRole('button', { name: '举报' }).dblclick()
  await expect(toast(page, '谢谢你的举报，处理好会通知你')).toBeVisible()
  await expect(dialog).toBeHidden()
  const body = { target_type: 1, target_id: note.id, reason: 'abuse', text: '评论里一直在骂人' }
  expect(reports).toEqual([body])

  await report.click()
  await dialog.getByText('其他').click()
  await dialog.getByRole('button', { name: '举报' }).click()
  await expect(toast(page, '你已经举报过了，处理好会通知你')).toBeVisible()

  const moderator = newAdmin('moderator')
  await openAsAdmin(otherPage, '/admin/reports', moderator)
  await otherPage.getByRole('list', { name: '举报', exact: true }).getByText(note.title).click()
  await expect(otherPage.getByRole('region', { name: '举报的人' })).toContainText('评论里一直在骂人')
  await otherPage.getByRole('button', { name: '隐藏', exact: true }).click()
  // What was reported is chosen already.
  await otherPage.getByRole('button', { name: '确认隐藏' }).dblclick()
  await expect(toast(otherPage, '处理好了：已隐藏')).toBeVisible()

  await expect(call(posts.get, { params: { id: note.id }, token: reporter.tokens.access_token })).rejects.toThrow('404')
  const told = async ({ tokens }: typeof author) =>
    (await call(notifications.system, { token: tokens.access_token })).notifications.map(({ title }) => title)
  expect(await told(author)).toEqual([`你的笔记《${note.title}》被隐藏了：辱骂或骚扰`])
  await openAs(page, reporter, '/notification')
  await page.getByRole('tab', { name: /系统/ }).click()
  await expect(page.getByText(`你举报的笔记《${note.title}》处理好了：已隐藏，谢谢你的举报`)).toBeVisible()
})

test('is not offered to the author, and asks guests to sign in', async ({ page, otherPage }) => {
  const { author, note } = await scene()
  await openAs(page, author, `/post?id=${note.id}`)
  await expect(page.getByRole('heading', { name: note.title })).toBeVisible()
  await expect(page.getByRole('button', { name: '举报笔记' })).toHaveCount(0)
  await otherPage.goto(`/user/${author.user.user_id}`)
  await otherPage.getByRole('button', { name: /^举报用户/ }).click()
  await expect(otherPage.getByRole('dialog', { name: /^登录/ })).toBeVisible()
})

test('tells a moderator what another has just done, and takes it back @desktop', async ({ page, faults }) => {
  // The refusal itself.
  faults.allow(/status of 409/)
  const { author, reporter, note } = await scene()
  const body = { target_type: 1, target_id: note.id, reason: 'spam', text: null } as const
  await call(create, { body, token: reporter.tokens.access_token })
  const [first, second] = [await newAdmin('moderator'), await newAdmin('moderator')]
  const { data } = await call(admin.list, { query: { limit: 100 }, token: first.tokens.access_token })
  const id = data.find(({ target_id }) => target_id === note.id)?.id ?? 0
  await openAsAdmin(page, `/admin/reports?id=${id}`, Promise.resolve(second))
  await page.getByRole('button', { name: '我来处理' }).click()
  await expect(page.getByText('由 你 处理')).toBeVisible()
  await page.getByRole('textbox', { name: '备注' }).fill('看过了')
  await page.getByRole('button', { name: '添加备注' }).click()
  await expect(page.getByRole('list', { name: '备注' })).toContainText('看过了')

  await call(admin.resolve, {
    params: { id },
    body: { action: 'warn', reason: '发广告', hide_target: true },
    token: first.tokens.access_token,
  })
  await page.getByRole('button', { name: '没有问题' }).click()
  await expect(toast(page, `这个举报已经由 ${first.admin.username} 处理过了`)).toBeVisible()
  const result = page.getByRole('status', { name: '处理结果' })
  await expect(result).toContainText(`已警告作者由 ${first.admin.username} 处理`)
  await result.getByRole('button', { name: '撤销，重新打开' }).click()
  await expect(page.getByRole('button', { name: '没有问题' })).toBeVisible()
  expect(await call(posts.get, { params: { id: note.id } })).toMatchObject({ id: note.id })
  // The warning, too.
  const { sanctions } = await call(listSanctions, { params: { id: author.user.id }, token: first.tokens.access_token })
  expect(sanctions).toEqual([])
})
