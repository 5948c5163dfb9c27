/** The audit trail's filters, and bans of addresses. */
import { users } from '@shiliu/contract/admin/users'
import { openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call, PASSWORD } from '../support/api.ts'
import { expect, test } from '../support/fixtures.ts'
import { unique } from '../support/unique.ts'

test('the audit trail is narrowed by day, action and record', async ({ page, isMobile }) => {
  const token = await adminToken()
  const { id } = await call(users.create, { token, body: { user_id: unique('t'), nickname: '旧', password: PASSWORD } })
  await call(users.update, { token, params: { id }, body: { nickname: '新' } })
  await openAsAdmin(page, `/admin/audits?resource=users&record_id=${id}`)
  const lines = page.getByRole('rowheader')
  await expect(lines).toHaveCount(2)
  const filter = async (label: string, value: string) => {
    if (isMobile) await page.getByRole('button', { name: /^筛选/ }).click()
    await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByLabel(label, { exact: true }).press('Enter')
  }
  await filter('从', '2099-01-01')
  await expect(lines).toHaveCount(0)
  expect(new URL(page.url()).searchParams.get('from')).toBe('2099-01-01')
  await filter('从', '2020-01-01')
  await expect(lines).toHaveCount(2)
  await page.goto(`/admin/audits?action=update&record_id=${id}&from=2020-01-01`)
  await expect(lines).toHaveCount(1)
})

test('an address is banned, and the ban lifted @desktop', async ({ page, faults }) => {
  faults.allow(/400 \(Bad Request\)/)
  await openAsAdmin(page, '/admin/bans')
  await page.getByRole('button', { name: '新增' }).first().click()
  const form = page.getByRole('form', { name: '封禁地址' })
  await form.getByLabel('地址或网段').fill('10.0.0.0/8')
  await form.getByLabel('原因').fill('刷屏')
  await form.getByRole('button', { name: /保存|新增|创建/ }).click()
  await expect(form.getByText('网段太大了，最大是 /16')).toBeVisible()
  await form.getByLabel('地址或网段').fill('198.51.100.9/24')
  await form.getByLabel('封到').fill('2020-01-01T08:30')
  await form.getByRole('button', { name: /保存|新增|创建/ }).click()
  await expect(form.getByText('封到的时间要在现在之后')).toBeVisible()
  await form.getByLabel('封到').fill('2099-01-01T08:30')
  await form.getByRole('button', { name: /保存|新增|创建/ }).click()
  const row = page.getByRole('row').filter({ hasText: '198.51.100.0/24' })
  await expect(row).toContainText('生效')
  await expect(row).toContainText('2099/01/01 08:30')
  await row.getByRole('button', { name: /删除/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /删除/ }).click()
  await expect(row).toHaveCount(0)
})

test('an edit is taken back from its line, and says where it was changed since @desktop', async ({ page, faults }) => {
  faults.allow(/409 \(Conflict\)/)
  const token = await adminToken()
  const { id } = await call(users.create, {
    token,
    body: { user_id: unique('t'), nickname: '旧名', password: PASSWORD },
  })
  await call(users.update, { token, params: { id }, body: { nickname: '新名' } })
  await openAsAdmin(page, `/admin/audits?action=update&resource=users&record_id=${id}`)
  await page
    .getByRole('button', { name: /查看操作记录/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销这次修改' }).dblclick()
  await expect(toast(page, '已撤销')).toBeVisible()
  const nickname = async () => (await call(users.get, { token, params: { id } })).nickname
  expect(await nickname()).toBe('旧名')
  await page.getByRole('dialog').getByRole('button', { name: '撤销这次修改' }).click()
  await expect(toast(page, /之后又被改过，不能撤销这一次/)).toBeVisible()
  expect(await nickname()).toBe('旧名')
})
