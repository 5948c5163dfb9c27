/** Two tags that mean the same become one, and two again. */
import { merge } from '@shiliu/contract/admin/tag-merges'
import { tags } from '@shiliu/contract/admin/tags'
import * as categories from '@shiliu/contract/categories'
import * as posts from '@shiliu/contract/posts'
import { openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call, newAccount, newAdmin } from '../support/api.ts'
import { expect, test } from '../support/fixtures.ts'
import { unique } from '../support/unique.ts'

test('an editor sees what a merge changes, merges, and takes it back @desktop', async ({ page, faults }) => {
  // A tag that is not there, and the details of the one that is merged.
  faults.allow(/400 \(Bad Request\)/, /404 \(Not Found\).*\/admin\/tags\//)
  const author = await newAccount('写标签的人')
  const [category] = await call(categories.list)
  const [from, into] = [`${unique('').slice(-6)}甲`, `${unique('').slice(-6)}乙`]
  const note = async (...names: string[]) => {
    const body = { title: unique('笔记'), content: '正文', category_id: category?.id ?? 0, tags: names }
    return (await call(posts.create, { body, token: author.tokens.access_token })).id
  }
  const tagsOf = async (id: number) => (await call(posts.get, { params: { id } })).tags.map(({ name }) => name)
  const one = await note(from)
  const both = await note(from, into)

  await openAsAdmin(page, `/admin/tags?name=${encodeURIComponent(from)}`, newAdmin('editor'))
  await page
    .getByRole('button', { name: /查看标签/ })
    .first()
    .click()
  const panel = page.getByRole('region', { name: '同义词与合并' })
  await panel.getByRole('textbox', { name: '合并到' }).fill('没有的标签')
  await panel.getByRole('button', { name: '看看改动什么' }).click()
  await expect(toast(page, /没有这个标签/)).toBeVisible()
  await panel.getByRole('textbox', { name: '合并到' }).fill(into)
  await panel.getByRole('button', { name: '看看改动什么' }).click()
  await expect(panel.getByRole('status')).toContainText('改动 2 篇笔记，其中 1 篇两个标签都有')
  await panel.getByRole('button', { name: `合并到「${into}」` }).click()
  await expect(toast(page, `已合并到「${into}」`)).toBeVisible()
  expect([await tagsOf(one), await tagsOf(both)]).toEqual([[into], [into]])
  await page.locator('[data-toaster]').getByRole('button', { name: '撤销' }).click()
  await expect(toast(page, '已撤销')).toBeVisible()
  expect([await tagsOf(one), await tagsOf(both)]).toEqual([[from], [from, into]])

  const { data: found } = await call(tags.list, { token: await adminToken(), query: { name: from } })
  const merged = await call(merge, { token: await adminToken(), params: { id: found[0]?.id ?? 0 }, body: { into } })
  expect(merged.merge_id).toBeGreaterThan(0)
  await page.goto(`/admin/audits?resource=tags&record_id=${found[0]?.id ?? 0}`)
  const lines = page.getByRole('button', { name: /查看操作记录/ })
  await lines.first().click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销合并' }).click()
  await expect(toast(page, '已撤销')).toBeVisible()
  expect([await tagsOf(one), await tagsOf(both)]).toEqual([[from], [from, into]])
  await call(merge, { token: await adminToken(), params: { id: found[0]?.id ?? 0 }, body: { into } })

  await page.goto(`/search_result?tag=${encodeURIComponent(from)}`)
  await expect(page.getByRole('listitem').first()).toBeVisible()

  await page.goto(`/admin/tags?name=${encodeURIComponent(into)}`)
  await page
    .getByRole('button', { name: /查看标签/ })
    .first()
    .click()
  await expect(panel.getByRole('list', { name: '同义词', exact: true })).toContainText(from)
  await panel.getByRole('button', { name: '撤销' }).click()
  await expect(toast(page, '已撤销')).toBeVisible()
  await expect(panel.getByRole('list', { name: '同义词', exact: true })).toContainText('没有同义词')
  expect([await tagsOf(one), await tagsOf(both)]).toEqual([[from], [from, into]])
  const { data } = await call(tags.list, { token: await adminToken(), query: { name: from } })
  expect(data.map(({ use_count }) => use_count)).toEqual([2])
})
