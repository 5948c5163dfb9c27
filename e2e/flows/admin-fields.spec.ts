/** Special fields of the back office's forms, and forms whose session expires. */
import * as adminAuth from '@shiliu/contract/admin/auth'
import { posts } from '@shiliu/contract/admin/posts'
import { users } from '@shiliu/contract/admin/users'
import { openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call, PASSWORD } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { PIXEL } from '../support/photos.ts'
import { unique } from '../support/unique.ts'

const formOf = (page: Page, title: string) => page.getByRole('dialog', { name: title })

async function newPerson(token: string, more: object = {}) {
  const user_id = unique('k')
  const { id } = await call(users.create, {
    token,
    body: { user_id, nickname: '字段同学', password: PASSWORD, ...more },
  })
  return { id, user_id }
}

async function editUser(page: Page, user_id: string) {
  await openAsAdmin(page, `/admin/users?user_id=${user_id}`)
  await page.getByRole('button', { name: /^编辑用户/ }).click()
  return formOf(page, '编辑用户')
}

test('edits the MBTI type of a user by keyboard @desktop', async ({ page }) => {
  const token = await adminToken()
  const person = await newPerson(token, { mbti: 'ESTJ' })
  const form = await editUser(page, person.user_id)
  const wheel = (name: string) => form.getByRole('spinbutton', { name })
  for (const name of ['能量来源', '认知方式', '判断方式', '生活方式']) {
    // Still at its first letter: opening must not change the value.
    await expect(wheel(name)).toHaveJSProperty('scrollTop', 0)
  }
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: /^编辑用户/ }).click()
  await wheel('能量来源').press('I')
  await expect(wheel('能量来源')).toHaveAttribute('aria-valuetext', 'I 内向')
  await form.getByRole('button', { name: '更新' }).press('Enter')
  await expect(form).toBeHidden()
  expect(await call(users.get, { token, params: { id: person.id } })).toMatchObject({ mbti: 'ISTJ' })
})

test('lets a draft leave out what a published note requires @desktop', async ({ page }) => {
  const token = await adminToken()
  const person = await newPerson(token)
  await openAsAdmin(page, `/admin/posts?user_display_id=${person.user_id}`)
  await page.getByRole('button', { name: '新增笔记' }).first().click()
  const form = formOf(page, '新增笔记')
  const title = form.getByLabel(/^标题( \*)?$/)
  await form.getByLabel(/^作者ID/).fill(person.user_id)
  await form.getByRole('button', { name: '创建' }).click()
  await expect(title).toHaveAccessibleDescription('请输入标题')
  await expect(title).toBeFocused()
  await form.getByRole('checkbox', { name: '草稿' }).check()
  await expect(title).not.toHaveAccessibleDescription('请输入标题')
  await form.getByRole('button', { name: '创建' }).click()
  await expect(toast(page, '笔记创建成功')).toBeVisible()
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: /^编辑笔记/ }).click()
  const again = formOf(page, '编辑笔记')
  await expect(again.getByText('字段同学')).toBeVisible()
  await again.getByRole('checkbox', { name: '草稿' }).uncheck()
  await again.getByRole('button', { name: '更新' }).click()
  await expect(again.getByLabel(/^标题/)).toHaveAccessibleDescription('请输入标题')
  await expect(again.getByLabel(/^分类/)).toHaveAccessibleDescription('请选择分类')
})

test('puts a dropped image into the empty row and uploads one pasted as base64 @desktop', async ({ page }) => {
  const token = await adminToken()
  const person = await newPerson(token)
  await openAsAdmin(page, `/admin/posts?user_display_id=${person.user_id}`)
  await page.getByRole('button', { name: '新增笔记' }).first().click()
  const form = formOf(page, '新增笔记')
  const rows = form.getByRole('textbox', { name: /张图片的网址$/ })
  await expect(rows).toHaveCount(1)
  const files = await page.evaluateHandle((data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }))
    return transfer
  }, PIXEL)
  await form.dispatchEvent('drop', { dataTransfer: files })
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toHaveValue(/^\/uploads\//)

  await form.getByRole('button', { name: '添加网址' }).click()
  await rows.nth(1).fill(`data:image/png;base64,${PIXEL}`)
  await expect(rows.nth(1)).toHaveValue(/^\/uploads\//)
  await expect(rows.nth(1)).toBeFocused()
  await form.getByLabel(/^作者ID/).fill(person.user_id)
  await form.getByRole('checkbox', { name: '草稿' }).check()
  await form.getByRole('button', { name: '创建' }).click()
  await expect(toast(page, '笔记创建成功')).toBeVisible()
  const query = { user_display_id: person.user_id }
  const [row] = (await call(posts.list, { token, query })).data
  expect(row?.images).toEqual([expect.stringMatching(/^\/uploads\//), expect.stringMatching(/^\/uploads\//)])
})

test('reports an expired session once, whatever is being saved @desktop', async ({ page, faults }) => {
  faults.allow(/status of 401 .*\/api\//)
  const person = await newPerson(await adminToken())
  const form = await editUser(page, person.user_id)
  const nickname = form.getByLabel(/^昵称/)
  await expect(nickname).toHaveValue('字段同学')
  const own = await page.evaluate(() => localStorage.getItem('admin_token') ?? '')
  await call(adminAuth.logout, { token: own })
  await nickname.fill('改名同学')
  await form.getByRole('button', { name: '更新' }).click()
  await expect(page).toHaveURL('/admin/login')
  await expect(toast(page, '登录已过期，请重新登录')).toBeVisible()
  await expect(page.getByText(/^操作失败/)).toBeHidden()
})
