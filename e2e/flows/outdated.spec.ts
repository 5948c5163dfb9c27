/** Browsers below the floor (docs/product.md#browsers). Old Chromium and other engines: e2e/engines. */
import { expect, test } from '../support/fixtures.ts'

test('asks to update a browser that is too old', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal.prototype, 'throwIfAborted'))
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/explore')
  await expect(page.getByRole('heading', { name: '请更新浏览器或系统' })).toBeVisible()
  await expect(page).toHaveTitle('请更新浏览器或系统 - 小石榴')
  await page.waitForLoadState('networkidle')
  // The app neither starts nor asks for anything.
  await expect(page.getByRole('navigation')).toHaveCount(0)
  expect(requested.filter((path) => path.startsWith('/api/'))).toEqual([])
})
