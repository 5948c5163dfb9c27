/** The list of what to set up on a new site. */
import { openAsAdmin } from '../support/actions.ts'
import { beginSetup, endSetup } from '../support/database.ts'
import { expect, test } from '../support/fixtures.ts'

test.beforeEach(beginSetup)
test.afterEach(endSetup)

test('ticks itself off, can be closed and stays under 动态监控 until done', async ({ page }) => {
  await openAsAdmin(page, '/admin/api-docs')
  const list = page.getByRole('region', { name: '新网站要设置的' })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  await list.getByRole('button', { name: '换上自己的标志：保持不变' }).click()
  await expect(list.getByRole('listitem').filter({ hasText: '标志' })).toContainText('已完成')
  await list.getByRole('link', { name: '给网站取个名字' }).click()
  await expect(page.getByLabel('网站名称', { exact: true })).toBeFocused()

  await page.goto('/admin/api-docs')
  await list.getByRole('button', { name: '收起' }).click()
  await expect(list).toBeHidden()
  await page.goto('/admin/monitor')
  await expect(list).toBeVisible()
  await list.getByRole('link', { name: '换掉第一次启动时生成的密码' }).click()
  await expect(page.getByRole('heading', { name: '修改密码' })).toBeVisible()
})
