/** What an author sees of a decision about the own note, and taking back an own deletion. */
import * as moderation from '@shiliu/contract/admin/moderation'
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import { TARGET } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import { openAs, toast } from '../support/actions.ts'
import { adminToken, call, newAccount, newNote } from '../support/api.ts'
import { expect, test } from '../support/fixtures.ts'

async function scene() {
  const author = await newAccount('被处理的作者')
  const [category] = await call(categories.list)
  const note = await newNote(author, category?.id ?? 0)
  const decide = async (action: moderation.DecisionName, reason: string | null) => {
    const body = { target_type: TARGET.post, ids: [note.id], action, reason }
    await call(moderation.moderate, { body, token: await adminToken() })
  }
  return { author, note, decide }
}

test('tells the author why a note is not shown, who changes it and sends it again', async ({ page, faults }) => {
  // The page itself is made as for a guest, who does not find the note.
  faults.allow(/status of 404 .*\/post\?id=/)
  const { author, note, decide } = await scene()
  await decide('reject', '标题看不出写的是什么')
  await openAs(page, author, `/post?id=${note.id}`)
  const banner = page.getByRole('region', { name: '审核状态' })
  await expect(banner).toContainText('未通过审核')
  await expect(banner).toContainText('原因：标题看不出写的是什么')
  await banner.getByRole('button', { name: '修改后重新提交' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑笔记' })
  await dialog.getByLabel('标题').fill(`${note.title}改`)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(banner).toContainText('审核中')
  await expect(banner.getByRole('button')).toHaveCount(0)

  await decide('hide', '先放一放')
  await page.reload()
  await expect(banner).toContainText('已隐藏')
  await decide('restore', null)
  await page.reload()
  await expect(page.getByRole('heading', { name: `${note.title}改` })).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('brings back a note and a comment that were just deleted @desktop', async ({ page }) => {
  const { author, note } = await scene()
  const { token } = { token: author.tokens.access_token }
  await call(comments.create, { body: { post_id: note.id, content: '手滑删掉的', parent_id: null }, token })
  const undo = page.getByRole('status').getByRole('button', { name: '撤销' })

  await openAs(page, author, `/post?id=${note.id}`)
  const said = page.getByText('手滑删掉的')
  await expect(said).toBeVisible()
  await page.getByRole('region', { name: '评论' }).getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '删除评论' }).getByRole('button', { name: '删除' }).click()
  await expect(said).toBeHidden()
  await undo.click()
  await expect(toast(page, '已恢复')).toBeVisible()
  await expect(said).toBeVisible()

  await openAs(page, author, '/post-management')
  const row = page.getByRole('list', { name: '我的笔记' }).getByText(note.title)
  await page.getByRole('button', { name: `删除「${note.title}」` }).click()
  await page
    .getByRole('dialog', { name: /^删除「/ })
    .getByRole('button', { name: '删除' })
    .click()
  await expect(row).toBeHidden()
  await undo.click()
  await expect(row).toBeVisible()
  expect(await call(posts.get, { params: { id: note.id } })).toMatchObject({ id: note.id, comment_count: 1 })
})
