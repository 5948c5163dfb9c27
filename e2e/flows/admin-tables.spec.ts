/** The back office's tables: filters, order, export and deletion for each resource, recorded in the audit trail. */
import { readFile } from 'node:fs/promises'
import { comments } from '@shiliu/contract/admin/comments'
import { openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { records } from '../support/records.ts'

const rows = (page: Page) => page.getByRole('rowheader')
const question = (page: Page, name: string) => page.getByRole('dialog', { name })

/** The row of a record by its id. */
const rowOf = (page: Page, id: number) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader').getByText(String(id), { exact: true }) })

async function filterBy(page: Page, label: string, value: string) {
  await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  await page.getByRole('textbox', { name: label, exact: true }).press('Enter')
}

/** What all tables have in common is tried on three. The server's tests have the exports and deletions of each. */
const WHOLE = ['users', 'comments', 'sessions']

for (const { path, noun, columns, filter, sorted, remove, make } of records) {
  const whole = WHOLE.includes(path)
  test(`${noun}管理: filters, sorts${whole ? ', deletes, exports' : ', deletes'} @desktop`, async ({
    page,
    faults,
  }) => {
    // Many steps, each with a response of the server.
    test.slow()
    // Image URLs of other sites, which tests cannot reach.
    faults.allow(/example\.com/)
    const token = await adminToken()
    const made = await make(token)
    const [first = 0, second = 0, third = 0] = made.ids
    await openAsAdmin(page, `/admin/${path}`)
    await expect(page.getByRole('heading', { name: `${noun}管理` })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText([...columns, '操作'])

    await test.step('filter', async () => {
      await filterBy(page, filter, made.filter)
      await expect(rows(page)).toHaveCount(3)
      for (const id of made.ids) await expect(rowOf(page, id)).toBeVisible()
    })

    await test.step('sort, kept in the URL', async () => {
      const head = page.getByRole('columnheader', { name: sorted, exact: true })
      await head.getByRole('button', { name: `按${sorted}降序` }).click()
      await expect(head).toHaveAttribute('aria-sort', 'descending')
      await head.getByRole('button', { name: `按${sorted}升序` }).click()
      await expect(head).toHaveAttribute('aria-sort', 'ascending')
      if (!whole) return
      await page.reload()
      await expect(head).toHaveAttribute('aria-sort', 'ascending')
      await expect(head.getByRole('button', { pressed: true })).toHaveAccessibleName(`按${sorted}升序`)
      await expect(rows(page)).toHaveCount(3)
      await page.goBack()
      await expect(head).toHaveAttribute('aria-sort', 'descending')
      await head.getByRole('button', { name: `按${sorted}降序` }).click()
      await expect(head).toHaveAttribute('aria-sort', 'none')
      await expect(page.getByRole('textbox', { name: filter, exact: true })).toHaveValue(made.filter)
    })

    await test.step('view one', async () => {
      await rowOf(page, first)
        .getByRole('button', { name: `查看${noun}` })
        .click()
      const detail = question(page, `${noun}详情`)
      await expect(detail.getByRole('definition').first()).toHaveText(String(first))
      await page.keyboard.press('Escape')
      await expect(detail).toBeHidden()
    })

    await test.step('delete one', async () => {
      await rowOf(page, first).hover()
      await rowOf(page, first)
        .getByRole('button', { name: `删除${noun}` })
        .click()
      const asked = question(page, `删除${noun}`)
      await expect(asked).toContainText(
        ['用户', '笔记', '评论', '标签', '分类'].includes(noun) ? '会在回收站保留 30 天' : '删除后不能恢复',
      )
      if (made.along) await expect(asked).toContainText(made.along)
      await asked.getByRole('button', { name: '取消' }).click()
      await expect(rowOf(page, first)).toBeVisible()
      await rowOf(page, first)
        .getByRole('button', { name: `删除${noun}` })
        .click()
      await asked.getByRole('button', { name: '删除', exact: true }).click()
      await expect(toast(page, '删除成功')).toBeVisible()
      await expect(rows(page)).toHaveCount(2)
    })

    if (!whole) return
    await test.step('export', async () => {
      const downloaded = page.waitForEvent('download')
      await page.getByRole('button', { name: '导出 CSV' }).click()
      const file = await downloaded
      expect(file.suggestedFilename()).toMatch(new RegExp(`^${noun}管理 .+\\.csv$`))
      const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
      const inOrder = (await rows(page).allTextContents()).map((text) => Number(/\d+/.exec(text)?.[0]))
      expect(inOrder.toSorted()).toEqual([second, third].toSorted())
      expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(inOrder)
    })

    await test.step('delete several, one of which is gone already', async () => {
      await page.getByRole('button', { name: /^批量(删除|处理)$/ }).click()
      await page.getByRole('button', { name: '确认删除 (0)' }).click()
      await expect(toast(page, '请选择要删除的项目')).toBeVisible()
      await page.getByRole('checkbox', { name: '选择本页全部' }).check()
      await call(remove, { token, params: { id: third } })
      await page.getByRole('button', { name: '确认删除 (2)' }).click()
      await question(page, `批量删除${noun}`).getByRole('button', { name: '删除 2 项' }).click()
      await expect(toast(page, '已删除 1 项，另有 1 项之前就不在了')).toBeVisible()
      await expect(page.getByText(`没有符合条件的${noun}`)).toBeVisible()
    })

    await test.step('audit trail', async () => {
      await page.goto(`/admin/audits?resource=${path}&action=delete&record_id=${second}`)
      await expect(rows(page)).toHaveCount(1)
      await expect(page.getByRole('row').nth(1)).toContainText(noun)
      await page.getByRole('button', { name: '查看内容' }).click()
      await expect(question(page, '改动').getByRole('definition').first()).toHaveText(String(second))
    })
  })
}

test('remembers the chosen columns; the audit trail is read-only @desktop', async ({ page }) => {
  await openAsAdmin(page, '/admin/audits')
  await expect(page.getByRole('heading', { name: '操作记录' })).toBeVisible()
  await expect(page.getByRole('button', { name: '刷新' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(新增|批量删除|编辑|删除)/ })).toHaveCount(0)

  await page.goto('/admin/users')
  const head = page.getByRole('columnheader', { name: '个人简介' })
  await expect(head).toBeVisible()
  await page.getByRole('button', { name: '选择列' }).click()
  await page.getByRole('checkbox', { name: '个人简介' }).uncheck()
  await page.getByRole('checkbox', { name: '笔记数' }).check()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('columnheader', { name: '笔记数' })).toBeVisible()
  await expect(head).toHaveCount(0)
  await page.getByRole('button', { name: '选择列' }).click()
  await page.getByRole('button', { name: '恢复默认' }).click()
  await expect(head).toBeVisible()
})

test('opens user cards and full-size images @desktop', async ({ page }) => {
  await openAsAdmin(page, '/admin/users')
  await page.getByRole('link', { name: 'shiliu02' }).hover()
  const card = page.getByRole('group', { name: /的名片$/ })
  await expect(card).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await page.getByRole('heading', { name: '用户管理' }).hover()
  await expect(card).toBeHidden()

  await page.goto('/admin/posts?user_display_id=shiliu02&is_draft=0')
  const gallery = page.getByRole('button', { name: /^查看 \d 张图片$/ }).first()
  await expect(gallery.locator('img')).toHaveAttribute('src', /-card\.webp$/)
  await gallery.click()
  const dialog = question(page, '图片')
  await dialog.getByRole('button', { name: '查看图片 1' }).click()
  await expect(page.getByRole('button', { name: '放大' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '放大' })).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(gallery).toBeFocused()
})

test('links a short comment to its note and opens a long one in a dialog @desktop', async ({ page }) => {
  const token = await adminToken()
  const { ids, filter } = (await records.find(({ path }) => path === 'comments')?.make(token)) ?? {
    ids: [],
    filter: '',
  }
  const [first = 0, second = 0] = ids
  const content = '说来话长，要从上个学期图书馆闭馆的那天晚上说起'
  await call(comments.update, { token, params: { id: second }, body: { content } })
  await openAsAdmin(page, `/admin/comments?user_display_id=${filter}`)
  await expect(rowOf(page, first).getByRole('link', { name: '评论1' })).toHaveAttribute(
    'href',
    new RegExp(`^/post\\?id=\\d+&targetCommentId=${first}$`),
  )
  await rowOf(page, second)
    .getByRole('button', { name: /^说来话长.*…$/ })
    .click()
  await expect(question(page, '内容')).toContainText(content)
  await expect(question(page, '内容').getByRole('link', { name: '去笔记里看' })).toBeVisible()
})

test('works on a phone @phone', async ({ page, faults }) => {
  // Image URLs of other sites, which tests cannot reach.
  faults.allow(/example\.com/)
  await openAsAdmin(page, '/admin/posts')
  await page.getByRole('button', { name: '筛选' }).click()
  await page.getByRole('combobox', { name: '状态' }).selectOption('已发布')
  await page.getByRole('textbox', { name: '小石榴号' }).fill('shiliu01')
  await page.getByRole('button', { name: '应用筛选' }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('is_draft') === '0')
  await expect(page.getByRole('button', { name: '筛选 (2)' })).toBeVisible()
  await rows(page).first().getByRole('button').tap()
  const detail = question(page, '笔记详情')
  await expect(detail.getByRole('term')).toContainText(['ID', '标题', '正文', '图片'])
  const box = await detail.boundingBox()
  expect(box?.width).toBeLessThanOrEqual(390)
})
