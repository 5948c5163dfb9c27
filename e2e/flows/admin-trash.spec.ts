/** The trash of the back office: taking a deletion back from the message, the table and the audit trail. */
import { categories } from '@shiliu/contract/admin/categories'
import { users } from '@shiliu/contract/admin/users'
import { list as listCategories } from '@shiliu/contract/categories'
import { openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call, newAccount, newNote, PASSWORD } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { unique, uniqueLetters } from '../support/unique.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function deleteRow(page: Page, noun: string, name: string) {
  await rowOf(page, name).hover()
  await rowOf(page, name)
    .getByRole('button', { name: `删除${noun}` })
    .click()
  const asked = page.getByRole('dialog', { name: `删除${noun}` })
  await expect(asked).toContainText('会在回收站保留 30 天')
  await asked.getByRole('button', { name: '删除', exact: true }).click()
  await expect(toast(page, '删除成功')).toBeVisible()
  await expect(rowOf(page, name)).toBeHidden()
}

test('takes back the deletion of a user and of a category @desktop', async ({ page, faults }) => {
  faults.allow(/status of 409 /)
  const token = await adminToken()
  const name = uniqueLetters('回收')
  await call(categories.create, { token, body: { name, category_title: uniqueLetters('t') } })
  const user_id = unique('t')
  await call(users.create, { token, body: { user_id, nickname: '要回来的人', password: PASSWORD } })

  await test.step('撤销 in the message', async () => {
    await openAsAdmin(page, `/admin/users?user_id=${user_id}`)
    await deleteRow(page, '用户', user_id)
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(toast(page, '已恢复 1 项')).toBeVisible()
    await expect(rowOf(page, user_id)).toBeVisible()
  })

  await test.step('恢复 at the row, where the filter shows the trash', async () => {
    await page.goto(`/admin/categories?name=${encodeURIComponent(name)}`)
    await deleteRow(page, '分类', name)
    await page.goto(`/admin/categories?name=${encodeURIComponent(name)}&state=deleted`)
    await rowOf(page, name).hover()
    await rowOf(page, name)
      .getByRole('button', { name: `恢复分类「${name}」`, exact: true })
      .click()
    await expect(toast(page, '已恢复 1 项')).toBeVisible()
    await page.goto(`/admin/categories?name=${encodeURIComponent(name)}`)
    await expect(rowOf(page, name)).toBeVisible()
  })

  await test.step('under another name, where the old one was taken meanwhile', async () => {
    await deleteRow(page, '分类', name)
    await call(categories.create, { token, body: { name, category_title: uniqueLetters('u') } })
    await page.goto(`/admin/categories?name=${encodeURIComponent(name)}&state=deleted`)
    await page.getByRole('button', { name: `恢复分类「${name}」`, exact: true }).click()
    const form = page.getByRole('form', { name: '换个名称恢复' })
    await expect(form.getByRole('alert')).toContainText(`「${name}」已被占用`)
    await form.getByRole('textbox', { name: '分类名称' }).fill(`${name}二`)
    await form.getByRole('button', { name: '恢复' }).click()
    await expect(toast(page, '已恢复 1 项')).toBeVisible()
  })
})

test('says on the page of a user that the account is in the trash, and takes it out there @desktop', async ({
  page,
  faults,
}) => {
  faults.allow(/status of 404 /)
  const author = await newAccount('离开的人')
  const [category] = await call(listCategories)
  const note = await newNote(author, category?.id ?? 0)
  await call(users.remove, { params: { id: author.user.id }, token: await adminToken() })
  await openAsAdmin(page, `/admin/users/${author.user.id}`)
  const said = page.getByRole('region', { name: '回收站' })
  await expect(said).toContainText(/这个账号在回收站里，.+ 由管理员 .+ 删除，.+ 之后彻底清除/)
  await expect(page.getByRole('button', { name: '封禁' })).toBeHidden()
  await expect(page.getByRole('button', { name: '编辑资料' })).toBeHidden()
  const notes = page.getByRole('list', { name: '笔记' })
  await expect(notes).toContainText(note.title)
  await expect(notes).toContainText('回收站')
  await said.getByRole('button', { name: '恢复' }).dblclick()
  await expect(toast(page, '已恢复 1 项')).toBeVisible()
  await expect(said).toBeHidden()
  await expect(page.getByRole('button', { name: '封禁', exact: true })).toBeVisible()
  await expect(notes).not.toContainText('回收站')
})
