/** Light and dark theme. */
import { expect, type Page, test } from '../support/fixtures.ts'

const scheme = (page: Page) => page.locator('html')

async function choose(page: Page, name: '跟随系统' | '浅色' | '深色') {
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitemradio', { name }).click()
  await page.keyboard.press('Escape')
}

/** Records the page's background from the first frame on. */
async function recordGrounds(page: Page) {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      if (document.body) {
        seen.push(
          `${document.documentElement.dataset.mantineColorScheme} ${getComputedStyle(document.body).backgroundColor}`,
        )
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

const grounds = (page: Page) => page.evaluate(() => [...new Set((window as unknown as { seen: string[] }).seen)])

test.use({ colorScheme: 'light' })

test('stays dark over a reload without flashing @phone', async ({ page }) => {
  await page.goto('/explore')
  await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light')
  await choose(page, '深色')
  await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await recordGrounds(page)
  await page.reload()
  await expect(page.getByRole('list', { name: '推荐的笔记' }).getByRole('listitem').first()).toBeVisible()
  expect(await grounds(page)).toEqual(['dark rgb(18, 18, 20)'])
})

test('follows the system colour scheme while open @desktop', async ({ page }) => {
  await page.goto('/explore')
  await choose(page, '深色')
  await choose(page, '跟随系统')
  await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await choose(page, '浅色')
  await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light')
})

test('the browser’s bars take the colour of the chosen theme @phone', async ({ page }) => {
  const colours = () =>
    page
      .locator('meta[name=theme-color]')
      .evaluateAll((metas) => [...new Set(metas.map((meta) => (meta as HTMLMetaElement).content))])
  await page.goto('/explore')
  await choose(page, '深色')
  await expect.poll(colours).toEqual(['#121214'])
  await page.reload()
  await expect.poll(colours).toEqual(['#121214'])
  await choose(page, '浅色')
  await expect.poll(colours).toEqual(['#ffffff'])
  await choose(page, '跟随系统')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(colours).toEqual(['#121214'])
})
