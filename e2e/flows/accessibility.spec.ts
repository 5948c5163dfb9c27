/** What axe finds on the main screens, in both themes: nothing serious. */
import AxeBuilder from '@axe-core/playwright'
import { openAs, openAsAdmin, openSignIn } from '../support/actions.ts'
import { demoAccount } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'

/** Everything serious or critical, one line each: the rule, and what breaks it. */
async function problems(page: Page): Promise<string[]> {
  // What is still fading in has no contrast yet; what turns for ever is not waited for.
  await page.evaluate(() => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return Promise.allSettled(passing.map((animation) => animation.finished))
  })
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
}

const firstCard = (page: Page) => page.getByRole('list', { name: '推荐的笔记' }).getByRole('listitem').first()

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('pages for everyone', async ({ page }) => {
      await page.goto('/explore')
      await expect(firstCard(page)).toBeVisible()
      expect(await problems(page), 'explore').toEqual([])

      await openSignIn(page)
      expect(await problems(page), 'sign-in dialog').toEqual([])
      await page.keyboard.press('Escape')

      await firstCard(page).getByRole('link').first().click()
      await expect(page.getByRole('dialog', { name: '笔记详情' }).getByRole('heading', { level: 2 })).toBeVisible()
      expect(await problems(page), 'note above the page').toEqual([])

      await page.reload()
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
      expect(await problems(page), 'note as a page').toEqual([])
    })

    test('pages of one’s own', async ({ page }) => {
      await openAs(page, await demoAccount('shiliu01'), '/user')
      await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
      expect(await problems(page), 'own profile').toEqual([])

      await page.goto('/notification')
      await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
      expect(await problems(page), 'notifications').toEqual([])

      await page.goto('/publish')
      await page.getByRole('button', { name: '发布', exact: true }).click()
      await expect(page.getByText('请选择分类')).toBeVisible()
      expect(await problems(page), 'publish').toEqual([])
    })

    test('the back office', async ({ page }) => {
      await page.goto('/admin/login')
      await expect(page.getByLabel('用户名')).toBeVisible()
      expect(await problems(page), 'admin sign-in').toEqual([])
      await openAsAdmin(page, '/admin/categories')
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      expect(await problems(page), 'categories').toEqual([])
    })
  })
}
