import { type Account, adminAccount } from './api.ts'
import { expect, type Locator, type Page } from './fixtures.ts'

export const toast = (page: Page, text: string | RegExp) => page.locator('[data-toaster]').getByText(text)

/** Waits until animations have finished, except endless ones and those that `content-visibility` pauses offscreen. */
export async function settled(page: Page) {
  const running = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ effect, playState }) => {
          const passes = playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)
          const target = effect instanceof KeyframeEffect ? effect.target : null
          return passes && target?.checkVisibility({ contentVisibilityAuto: true })
        }).length,
    )
  await expect.poll(running, { intervals: [50] }).toBe(0)
}

/** Opens the sign-in dialog from the menu, which exists at every width. */
export async function openSignIn(page: Page, site = '小石榴'): Promise<Locator> {
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '登录 / 注册' }).click()
  const dialog = page.getByRole('dialog', { name: `登录${site}` })
  await expect(dialog).toBeVisible()
  return dialog
}

export async function fillSignIn(dialog: Locator, id: string, password: string) {
  await dialog.getByLabel('小石榴号').fill(id)
  await dialog.getByLabel('密码', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
}

/** Signs in through the dialog, which the pages of the back office do not have. */
export async function signIn(page: Page, id: string, password: string) {
  const dialog = await openSignIn(page)
  await fillSignIn(dialog, id, password)
  await expect(toast(page, '登录成功')).toBeVisible()
  await expect(dialog).toBeHidden()
}

/** Stores a session in the browser and opens `path`, which is faster than signing in. */
export async function openAs(page: Page, { user, tokens }: Account, path: string) {
  const { access_token: token, refresh_token: refreshToken } = tokens
  await store(page, { token, refreshToken, userInfo: JSON.stringify(user) })
  await page.goto(path)
}

export async function openAsAdmin(page: Page, path: string, account = adminAccount()) {
  const { admin, tokens } = await account
  const { access_token: admin_token, refresh_token: admin_refresh_token } = tokens
  await store(page, { admin_token, admin_refresh_token, admin_info: JSON.stringify(admin) })
  await page.goto(path)
}

/** Uses a URL of the site that runs no scripts. Keys: docs/product.md#local-storage */
async function store(page: Page, items: Record<string, string>) {
  await page.goto('/api/health')
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, Object.entries(items))
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(toast(page, '已退出登录')).toBeVisible()
}

export async function fillAdminSignIn(page: Page, username: string, password: string) {
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

export async function chooseCategory(page: Page, name: string) {
  const group = page.getByRole('radiogroup', { name: '分类' })
  await group.getByText(name, { exact: true }).click()
  await expect(group.getByRole('radio', { name, exact: true })).toBeChecked()
}

/** Scrolls until `enough`. Returns the number of cards seen, and the most in the document at once. */
export async function scrollThrough(list: Locator, enough: (seen: number) => boolean) {
  const places = new Set<string | null>()
  let most = 0
  const look = async () => {
    const shown = await list.getByRole('listitem').evaluateAll((items) => items.map((item) => item.ariaPosInSet))
    for (const place of shown) places.add(place)
    most = Math.max(most, shown.length)
    await list.page().mouse.wheel(0, 600)
    return enough(places.size)
  }
  await expect.poll(look, { intervals: [50], timeout: 30_000 }).toBe(true)
  return { seen: places.size, most }
}

/** Swipes across the middle of `target` by `dx` pixels and pauses before lifting the finger. */
export async function swipe(target: Locator, dx: number) {
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to swipe on')
  const page = target.page()
  const client = await page.context().newCDPSession(page)
  const y = box.y + box.height / 2
  const from = box.x + box.width / 2 - dx / 2
  // Past timestamps, because lifting a moving finger starts a fling, and the next tap would only stop it.
  const began = Date.now() - 600
  const at = (ms: number) => (began + ms) / 1000
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }], timestamp: at(0) })
  for (const [step, share] of [0.2, 0.4, 0.6, 0.8, 1, 1].entries()) {
    const touchPoints = [{ x: from + dx * share, y }]
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints, timestamp: at(50 + step * 50) })
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: at(550) })
  await client.detach()
}
