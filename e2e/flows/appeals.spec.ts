/** Appeals: an author who objects on a phone, and a moderator who answers (docs/product.md#appeals). */
import * as moderation from '@shiliu/contract/admin/moderation'
import { appealPost } from '@shiliu/contract/appeals'
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import { TARGET } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import { openAs, openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call, newAccount, newAdmin, newNote } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { unique } from '../support/unique.ts'

const PHONE = { width: 390, height: 844 }

async function scene() {
  const author = await newAccount('申诉的作者')
  const [category] = await call(categories.list)
  const note = await newNote(author, category?.id ?? 0)
  const hide = async (target_type: 1 | 2, id: number) => {
    const body = { target_type, ids: [id], action: 'hide' as const, reason: '广告或引流' }
    await call(moderation.moderate, { body, token: await adminToken() })
  }
  const told = async () => {
    const { notifications: rows } = await call(notifications.system, { token: author.tokens.access_token })
    return rows.map(({ title }) => title)
  }
  return { author, note, hide, told }
}

/** Other flows have appeals in the same list. */
async function show(page: Page, text: string) {
  const said = page.getByRole('region', { name: '申诉' }).getByText(text)
  await expect(page.getByRole('article')).toBeVisible()
  for (let i = 0; i < 20 && !(await said.isVisible()); i++) await page.keyboard.press('j')
  await expect(said).toBeVisible()
}

test('shows a note again that a moderator hid by mistake', async ({ page, otherPage, faults }) => {
  faults.allow(/status of 404 .*\/post\?id=/)
  await page.setViewportSize(PHONE)
  const { author, note, hide, told } = await scene()
  await hide(TARGET.post, note.id)

  await openAs(page, author, '/notification?tab=system')
  await page.getByRole('link', { name: `你的笔记《${note.title}》被隐藏了：广告或引流` }).click()
  await expect(page.getByRole('region', { name: '审核状态' })).toContainText('原因：广告或引流')
  await page.goto('/user')
  await expect(page.getByRole('list', { name: /的笔记$/ }).getByText('已隐藏')).toBeVisible()
  await page.getByRole('link', { name: '1 项内容别人看不到' }).click()
  const row = page.getByRole('list', { name: '别人看不到的内容' }).getByRole('listitem')
  await expect(row).toContainText('原因：广告或引流')
  await row.getByRole('button', { name: '申诉' }).click()
  const dialog = page.getByRole('dialog', { name: '为这篇笔记申诉' })
  await dialog.getByRole('button', { name: '提交申诉' }).click()
  await expect(dialog.getByText('请写下申诉的理由')).toBeVisible()
  const text = unique('只是自己做的书签')
  await dialog.getByLabel('为什么应该恢复').fill(text)
  await dialog.getByRole('button', { name: '提交申诉' }).dblclick()
  await expect(toast(page, '申诉已提交，处理好会通知你')).toBeVisible()
  await expect(row).toContainText('申诉中')
  await expect(row.getByRole('button', { name: '申诉' })).toHaveCount(0)

  await openAsAdmin(otherPage, '/admin/appeals', newAdmin('moderator'))
  await show(otherPage, text)
  await expect(otherPage.getByRole('region', { name: '笔记' })).toContainText(note.title)
  await expect(otherPage.getByRole('list', { name: '处理记录' })).toContainText('广告或引流')
  await otherPage.keyboard.press('a')
  const answer = otherPage.getByRole('dialog', { name: '接受申诉，恢复显示' })
  await answer.getByRole('button', { name: '重新看过，没有违规' }).click()
  await answer.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(toast(otherPage, '已恢复，告诉了作者')).toBeVisible()
  await expect(otherPage.getByText(text)).toBeHidden()

  expect(await call(posts.get, { params: { id: note.id } })).toMatchObject({ id: note.id })
  expect(await told()).toEqual([
    `你的笔记《${note.title}》申诉通过了，已恢复：重新看过，没有违规`,
    `你的笔记《${note.title}》被隐藏了：广告或引流`,
  ])
  await page.reload()
  await expect(page.getByText('没有被处理的内容')).toBeVisible()
})

test('refuses an appeal, which cannot be repeated @phone', async ({ page, otherPage, faults }) => {
  faults.allow(/status of 404 .*\/post\?id=/)
  await otherPage.setViewportSize(PHONE)
  const { author, note, hide, told } = await scene()
  await hide(TARGET.post, note.id)
  await openAs(page, author, `/post?id=${note.id}`)
  const banner = page.getByRole('region', { name: '审核状态' })
  await banner.getByRole('button', { name: '申诉' }).click()
  const text = unique('为什么不行')
  await page.getByLabel('为什么应该恢复').fill(text)
  await page.getByRole('button', { name: '提交申诉' }).click()
  await expect(banner).toContainText('申诉中')

  await openAsAdmin(otherPage, '/admin/appeals', newAdmin('moderator'))
  await show(otherPage, text)
  await otherPage.getByRole('button', { name: '维持原处理' }).click()
  const answer = otherPage.getByRole('dialog', { name: '不接受申诉，维持原处理' })
  await answer.getByRole('button', { name: '维持原处理' }).click()
  await expect(answer.getByText('请填写原因')).toBeVisible()
  await answer.getByLabel('或者自己写').fill('确实是广告')
  await answer.getByRole('button', { name: '维持原处理' }).click()
  await expect(toast(otherPage, '已维持原处理，告诉了作者')).toBeVisible()

  await otherPage.getByRole('button', { name: '撤销' }).click()
  await expect(toast(otherPage, '已撤销，申诉重新打开')).toBeVisible()
  await otherPage.goto(`/admin/appeals?user=${author.user.user_id}`)
  await expect(otherPage.getByRole('status').getByText('1 / 1')).toBeVisible()
  await show(otherPage, text)
  await otherPage.getByRole('button', { name: '维持原处理' }).click()
  await answer.getByLabel('或者自己写').fill('确实是广告')
  await answer.getByRole('button', { name: '维持原处理' }).click()
  await expect(toast(otherPage, '已维持原处理，告诉了作者')).toBeVisible()
  await expect(otherPage.getByText('没有符合条件的申诉')).toBeVisible()

  expect((await told()).slice(0, 2)).toEqual([
    `你的笔记《${note.title}》申诉没有通过：确实是广告`,
    `你的笔记《${note.title}》申诉重新打开了，处理好会通知你`,
  ])
  await page.reload()
  await expect(banner).toContainText('申诉未通过：确实是广告')
  await expect(banner.getByRole('button', { name: '申诉' })).toHaveCount(0)
  const again = call(appealPost, {
    params: { id: note.id },
    body: { text: '再来' },
    token: author.tokens.access_token,
  })
  await expect(again).rejects.toThrow('409 申诉没有通过，不能再次申诉')
})

test('shows a hidden comment to who wrote it only @desktop', async ({ page, otherPage }) => {
  const { author, note, hide } = await scene()
  const body = { post_id: note.id, content: '加群领资料', parent_id: null }
  const { id } = await call(comments.create, { body, token: author.tokens.access_token })
  await hide(TARGET.comment, id)
  await openAs(page, author, `/post?id=${note.id}`)
  const own = page.getByRole('list', { name: '别人看不到的评论' })
  await expect(own).toContainText('加群领资料')
  await expect(own).toContainText('原因：广告或引流')
  await expect(own.getByRole('button', { name: '申诉' })).toBeVisible()
  await openAs(otherPage, await newAccount('路人'), `/post?id=${note.id}`)
  await expect(otherPage.getByText('还没有评论，来说第一句吧')).toBeVisible()
  await expect(otherPage.getByText('加群领资料')).toHaveCount(0)
})
