/** Runs axe on the main screens in both themes. */
import AxeBuilder from '@axe-core/playwright'
import { moderate } from '@shiliu/contract/admin/moderation'
import * as settings from '@shiliu/contract/admin/settings'
import { appealPost } from '@shiliu/contract/appeals'
import * as categories from '@shiliu/contract/categories'
import { TARGET } from '@shiliu/contract/limits'
import { create } from '@shiliu/contract/reports'
import { openAs, openAsAdmin, openSignIn, settled } from '../support/actions.ts'
import { adminToken, call, demoAccount, newAccount, newAdmin, newNote } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'

/** Serious and critical violations, one line each: the rule and the elements that break it. */
async function analyze(page: Page, rules: string[] = []): Promise<string[]> {
  // Elements that are fading in have no contrast yet.
  await settled(page)
  // The legacy mode runs in the page itself: ours have no frames, for which the other mode opens a second page.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
}

/** Checks all rules in the light theme, and colour contrast in the dark one. */
async function check(page: Page, name: string) {
  expect(await analyze(page), `${name}, light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(await analyze(page, ['color-contrast']), `${name}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
}

const firstCard = (page: Page) => page.getByRole('list', { name: '推荐的笔记' }).getByRole('listitem').first()

test.use({ colorScheme: 'light' })

test('axe finds no serious violation on public pages', async ({ page }) => {
  await page.goto('/explore')
  await expect(firstCard(page)).toBeVisible()
  await check(page, 'explore')

  await openSignIn(page)
  await check(page, 'sign-in dialog')
  await page.keyboard.press('Escape')

  await firstCard(page).getByRole('link').first().click()
  await expect(page.getByRole('dialog', { name: '笔记详情' }).getByRole('heading', { level: 2 })).toBeVisible()
  await check(page, 'note above the page')

  await page.reload()
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
  await check(page, 'note as a page')
})

test('axe finds no serious violation in the image viewer @desktop', async ({ page }) => {
  await page.goto('/explore')
  await firstCard(page).getByRole('link').first().click()
  await page.getByRole('button', { name: /^查看大图：(?!.*第 [2-9] 张)/ }).click()
  await expect(page.getByRole('dialog', { name: '查看大图' }).getByRole('img').first()).toBeVisible()
  // The viewer looks the same in both themes.
  expect(await analyze(page)).toEqual([])
})

test('axe finds no serious violation on pages that need a session', async ({ page }) => {
  await openAs(page, await demoAccount('shiliu01'), '/user')
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
  await check(page, 'own profile')

  await page.goto('/notification')
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
  await check(page, 'notifications')

  await page.goto('/publish')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('请选择分类')).toBeVisible()
  await check(page, 'publish')
})

test('axe finds no serious violation on profiles and in their edit form @desktop', async ({ page }) => {
  await openAs(page, await demoAccount('shiliu01'), '/follow/followers')
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
  await check(page, 'followers')

  await page.goto('/user')
  await page.getByRole('button', { name: '编辑资料' }).click()
  await expect(page.getByRole('dialog', { name: '编辑资料' }).getByRole('group', { name: 'MBTI' })).toBeVisible()
  await check(page, 'editing the profile')
})

test('axe finds no serious violation in the back office', async ({ page }) => {
  await page.goto('/admin/login')
  await expect(page.getByLabel('用户名')).toBeVisible()
  await check(page, 'admin sign-in')
  await openAsAdmin(page, '/admin/categories')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await check(page, 'categories')
})

test('axe finds no serious violation in appeals, by their author and by moderators', async ({ page }) => {
  const author = await newAccount('申诉的作者')
  const token = author.tokens.access_token
  const [category] = await call(categories.list)
  const { id } = await newNote(author, category?.id ?? 0)
  const hiding = { target_type: TARGET.post, ids: [id], action: 'hide' as const, reason: '广告或引流' }
  await call(moderate, { body: hiding, token: await adminToken() })
  await openAs(page, author, '/withheld')
  await page.getByRole('button', { name: '申诉' }).click()
  await expect(page.getByLabel('为什么应该恢复')).toBeVisible()
  await check(page, 'appealing')
  await call(appealPost, { params: { id }, body: { text: '没有收钱' }, token })
  await page.reload()
  await expect(page.getByText('申诉中，处理好会通知你')).toBeVisible()
  await check(page, 'what others do not see')

  await openAsAdmin(page, '/admin/appeals')
  await expect(page.getByRole('list', { name: '处理记录' })).toBeVisible()
  await check(page, 'appeals')
})

test('axe finds no serious violation in reporting, the queue, reports and one’s own badges', async ({ page }) => {
  test.slow()
  const [author, reporter] = [await newAccount('被审核的人'), await newAccount('举报的人')]
  const [category] = await call(categories.list)
  const { id } = await newNote(author, category?.id ?? 0)
  await openAs(page, reporter, `/post?id=${id}`)
  await page.getByRole('button', { name: '举报笔记' }).click()
  await page.getByRole('radio', { name: '其他' }).check()
  await check(page, 'reporting')
  const body = { target_type: TARGET.post, target_id: id, reason: 'spam' as const, text: '广告' }
  await call(create, { body, token: reporter.tokens.access_token })

  const token = await adminToken()
  await call(settings.update, { token, body: { review: 'all' } })
  await newNote(author, category?.id ?? 0)
  await call(settings.update, { token, body: { review: 'off' } })
  await openAs(page, author, '/user')
  await expect(page.getByText('审核中')).toBeVisible()
  await check(page, 'own badges')

  const moderator = await newAdmin('moderator')
  await openAsAdmin(page, '/admin/queue', Promise.resolve(moderator))
  await expect(page.getByRole('article', { name: '正在审核' })).toBeVisible()
  await check(page, 'queue')
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: '拒绝的原因' })).toBeVisible()
  await check(page, 'reasons')
  await page.keyboard.press('Escape')

  await page.goto('/admin/reports')
  const list = page.getByRole('list', { name: '举报', exact: true })
  await expect(list).toBeVisible()
  await check(page, 'reports')
  await list.getByRole('listitem').first().click()
  await page.getByRole('button', { name: '警告作者' }).click()
  await expect(page.getByRole('form', { name: '警告作者' })).toBeVisible()
  await check(page, 'a report')
})

test('axe finds no serious violation in the monitor and the API documentation @desktop', async ({ page }) => {
  await openAsAdmin(page, '/admin/monitor')
  await expect(page.getByRole('list', { name: '最近动态' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('slider').first()).toBeVisible()
  await check(page, 'monitor')

  await page.goto('/admin/api-docs#postComments')
  await expect(page.getByText('返回示例')).toBeVisible()
  await check(page, 'API documentation')
})
