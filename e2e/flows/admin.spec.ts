/** The back office: sign-in, roles and categories. */
import * as adminAuth from '@shiliu/contract/admin/auth'
import * as adminCategories from '@shiliu/contract/admin/categories'
import * as users from '@shiliu/contract/users'
import { fillAdminSignIn, openAs, openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call, newAccount, newNote, PASSWORD } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { uniqueLetters } from '../support/unique.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const formDialog = (page: Page, title: '新增分类' | '编辑分类') => page.getByRole('dialog', { name: title })

async function newCategories(token: string, word: string, count: number): Promise<{ id: number; name: string }[]> {
  const made: { id: number; name: string }[] = []
  for (let number = 1; number <= count; number++) {
    const name = `${word}${String(number).padStart(2, '0')}`
    const { id } = await call(adminCategories.categories.create, {
      token,
      body: { name, category_title: uniqueLetters('c') },
    })
    made.push({ id, name })
  }
  return made
}

/** Removes the categories that are left over. */
async function removeCategories(token: string, made: readonly { id: number }[]) {
  await call(adminCategories.categories.removeMany, { token, body: { ids: made.map(({ id }) => id) } })
}

/** At 960 px and below the menu is behind a button. */
async function openMenu(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole('button', { name: '打开菜单' }).click()
}

async function applyFilter(page: Page, name: string) {
  await page.getByRole('textbox', { name: '分类名称' }).fill(name)
  await page.getByRole('button', { name: '筛选', exact: true }).click()
}

test('admits administrators only, and signs them out', async ({ page, isMobile, faults }) => {
  // A wrong password, and a user's token where an administrator's is required.
  faults.allow(/status of 400 .*\/api\/auth\/admin\/login/, /status of 403 .*\/api\/(auth\/)?admin\//)
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/login')
  await fillAdminSignIn(page, 'admin', 'shiliu124')
  await expect(page.getByRole('alert')).toHaveText('登录失败，请检查用户名和密码')
  await expect(page.getByLabel('用户名')).toHaveValue('admin')
  await fillAdminSignIn(page, 'admin', PASSWORD)
  await expect(toast(page, '登录成功，正在跳转...')).toBeVisible()
  await expect(page).toHaveURL('/admin/api-docs')
  await expect(page.getByRole('heading', { name: 'API文档' })).toBeVisible()
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/api-docs')

  await openMenu(page, isMobile)
  await expect(page.getByRole('button', { name: /^退出登录/ })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: /^退出登录/ }).click()
  await expect(toast(page, '已退出登录')).toBeVisible()
  await expect(page).toHaveURL('/admin/login')

  await test.step('rejects the session of a user', async () => {
    const student = await newAccount('普通同学')
    await openAs(page, student, '/admin/categories')
    await expect(toast(page, '登录已过期，请重新登录')).toBeVisible()
    await expect(page).toHaveURL('/admin/login')
    await page.evaluate(
      ([token, info]) => {
        localStorage.setItem('admin_token', token)
        localStorage.setItem('admin_info', info)
      },
      [student.tokens.access_token, JSON.stringify({ id: student.user.id, username: 'admin' })] as const,
    )
    await page.goto('/admin/categories')
    await expect(page.getByRole('alert').getByText('禁止访问')).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(0)
  })
})

test('asks to sign in again when the session has expired @desktop', async ({ page, faults }) => {
  faults.allow(/status of 401 .*\/api\//)
  await openAsAdmin(page, '/admin/monitor')
  await expect(page.getByRole('list', { name: '最近动态' })).toBeVisible()
  // On another device.
  const token = await page.evaluate(() => localStorage.getItem('admin_token') ?? '')
  await call(adminAuth.logout, { token })
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(toast(page, '登录已过期，请重新登录')).toBeVisible()
  await expect(page).toHaveURL('/admin/login')
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('admin_')))
  expect(kept).toEqual([])
})

test('creates, edits and deletes a category @desktop', async ({ page, faults }) => {
  // The server rejects the name of another category.
  faults.allow(/status of 409 .*\/api\/admin\/categories/)
  const name = uniqueLetters('新分类')
  const slug = uniqueLetters('n')
  await openAsAdmin(page, '/admin/categories')

  await test.step('create', async () => {
    await page.getByRole('button', { name: '新增分类' }).click()
    const form = formDialog(page, '新增分类')
    const nameField = form.getByLabel('分类名称')
    const slugField = form.getByLabel('英文标题')
    await form.getByRole('button', { name: '创建' }).click()
    await expect(nameField).toHaveAccessibleDescription('请输入分类名称')
    await expect(nameField).toBeFocused()
    await expect(slugField).toHaveAccessibleDescription(/请输入英文标题/)
    await nameField.fill('校园')
    await slugField.fill('Campus 1')
    await form.getByRole('button', { name: '创建' }).click()
    await expect(slugField).toHaveAccessibleDescription(/只能输入小写英文字母/)
    await slugField.fill(slug)
    await form.getByRole('button', { name: '创建' }).click()
    await expect(toast(page, '操作失败: 分类名称已存在')).toBeVisible()
    await expect(nameField).toHaveAccessibleDescription('分类名称已存在')
    await nameField.fill(name)
    await form.getByRole('button', { name: '创建' }).click()
    await expect(toast(page, '分类创建成功')).toBeVisible()
    await expect(form).toBeHidden()
  })

  await page.goto(`/admin/categories?name=${encodeURIComponent(name)}`)
  const renamed = `${name}改`
  await test.step('edit', async () => {
    await page.getByRole('button', { name: `编辑分类「${name}」` }).click()
    const form = formDialog(page, '编辑分类')
    await expect(form.getByLabel('英文标题')).toHaveValue(slug)
    await form.getByLabel('分类名称').fill(renamed)
    await form.getByRole('button', { name: '更新' }).click()
    await expect(toast(page, '分类更新成功')).toBeVisible()
    await expect(rowOf(page, renamed)).toContainText(slug)
  })

  await test.step('delete', async () => {
    await page.getByRole('button', { name: `删除分类「${renamed}」` }).click()
    const question = page.getByRole('dialog', { name: '删除分类' })
    await expect(question).toContainText(renamed)
    await question.getByRole('button', { name: '取消' }).click()
    await expect(rowOf(page, renamed)).toBeVisible()
    await page.getByRole('button', { name: `删除分类「${renamed}」` }).click()
    await question.getByRole('button', { name: '删除', exact: true }).click()
    await expect(toast(page, '删除成功')).toBeVisible()
    await expect(page.getByText('没有符合条件的分类')).toBeVisible()
  })
})

test('deletes several categories at once, but none with notes @desktop', async ({ page }) => {
  const token = await adminToken()
  const word = uniqueLetters('批')
  const [first, second, third] = await newCategories(token, word, 3)
  if (!first || !second || !third) throw new Error('three categories were made')
  const author = await newAccount('占位的人')
  try {
    await newNote(author, third.id)
    await openAsAdmin(page, '/admin/categories')
    await applyFilter(page, word)

    await page.getByRole('button', { name: '批量删除' }).click()
    await page.getByRole('button', { name: '确认删除 (0)' }).click()
    await expect(toast(page, '请选择要删除的项目')).toBeVisible()
    for (const { name } of [first, second]) await page.getByRole('checkbox', { name: `选择分类「${name}」` }).check()
    await page.getByRole('button', { name: '确认删除 (2)' }).click()
    const question = page.getByRole('dialog', { name: '批量删除分类' })
    await expect(question.getByRole('listitem')).toHaveText([first.name, second.name])
    await question.getByRole('button', { name: '删除 2 项' }).click()
    await expect(toast(page, '已删除 2 项')).toBeVisible()
    await expect(rowOf(page, first.name)).toBeHidden()
    await expect(rowOf(page, third.name)).toBeVisible()

    await page.getByRole('button', { name: `删除分类「${third.name}」` }).click()
    const refusal = page.getByRole('dialog', { name: '暂时不能删除' })
    await expect(refusal).toContainText(`分类「${third.name}」还有已发布的笔记 1`)
    await refusal.getByRole('button', { name: '知道了' }).click()
    await expect(rowOf(page, third.name)).toContainText('1')
  } finally {
    // Deleting the author deletes the note that blocks deleting the category.
    await call(users.remove, { params: { id: author.user.user_id }, token: author.tokens.access_token })
    await removeCategories(token, [first, second, third])
  }
})

test('keeps filters, order and page in the URL @desktop', async ({ page }) => {
  const token = await adminToken()
  const word = uniqueLetters('页')
  const made = await newCategories(token, word, 21)
  try {
    await openAsAdmin(page, '/admin/categories')
    await applyFilter(page, word)
    await expect(page).toHaveURL((url) => url.searchParams.get('name') === word)
    await expect(page.getByText('共 21 条')).toBeVisible()
    await expect(page.getByText('第 1 / 2 页')).toBeVisible()

    const sort = page.getByRole('columnheader', { name: '分类名称' })
    await sort.getByRole('button', { name: '按分类名称升序' }).click()
    await expect(sort).toHaveAttribute('aria-sort', 'ascending')
    await expect(page.getByRole('row').nth(1)).toContainText(`${word}01`)
    await sort.getByRole('button', { name: '按分类名称降序' }).click()
    await expect(page.getByRole('row').nth(1)).toContainText(`${word}21`)
    await page.getByRole('button', { name: '第 2 页' }).click()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('row').nth(1)).toContainText(`${word}01`)

    const query = { page: '2', name: word, sortField: 'name', sortOrder: 'desc' }
    await expect(page).toHaveURL(
      (url) => JSON.stringify(Object.fromEntries(url.searchParams)) === JSON.stringify(query),
    )
    await page.reload()
    await expect(page.getByRole('row').nth(1)).toContainText(`${word}01`)
    await expect(sort).toHaveAttribute('aria-sort', 'descending')
    await page.goBack()
    await expect(page.getByText('第 1 / 2 页')).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toContainText(`${word}21`)
  } finally {
    await removeCategories(token, made)
  }
})
