/** Images in the note form: order, waiting, retry, limit. */
import type { TestInfo } from '@playwright/test'
import { openAs, toast } from '../support/actions.ts'
import { newAccount } from '../support/api.ts'
import { expect, type Locator, type Page, test } from '../support/fixtures.ts'
import { colouredPicture, unpackedPicture } from '../support/photos.ts'

const tiles = (page: Page) => page.getByRole('img', { name: /^第\d张图片$/ })
const tile = (page: Page, place: number) => page.getByRole('img', { name: `第${place}张图片` })

async function centreOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error('not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const sources = (page: Page) => tiles(page).evaluateAll((images) => images.map((image) => image.getAttribute('src')))

/** Presses for `ms`, moves, and lifts the finger. */
async function fingerDrag(page: Page, from: Locator, to: Locator, restMs: number) {
  const client = await page.context().newCDPSession(page)
  const [start, end] = [await centreOf(from), await centreOf(to)]
  const down = client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] })
  // Otherwise the next touch would start before this one is handled.
  if (restMs > 0) {
    await down
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), restMs)
  }
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const point = { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share }
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await client.detach()
}

const pictures = (info: TestInfo, count: number) =>
  Promise.all(['red', 'green', 'blue', 'black'].slice(0, count).map((colour) => colouredPicture(info, colour)))

async function openWith(page: Page, files: string[]) {
  await openAs(page, await newAccount('挑图的人'), '/publish')
  await page.getByLabel('添加图片').setInputFiles(files)
  await expect(tiles(page)).toHaveCount(files.length)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '第1张图片', exact: true })).toBeVisible()
}

test('reorders images by a long press and scrolls by a short one @phone', async ({ page }, info) => {
  const files = await Promise.all(['red', 'green', 'blue', 'black'].map((colour) => colouredPicture(info, colour)))
  await openWith(page, files)
  const [red, green, blue, black] = await sources(page)
  // Three images in a row, so the fourth is below the first. Moving before 300 ms scrolls.
  await fingerDrag(page, tile(page, 1), tile(page, 4), 0)
  expect(await sources(page)).toEqual([red, green, blue, black])
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await fingerDrag(page, tile(page, 1), tile(page, 4), 400)
  await expect.poll(() => sources(page)).toEqual([green, blue, black, red])
})

test('reorders images by mouse and by keyboard @desktop', async ({ page }, info) => {
  const files = await Promise.all(['red', 'green', 'blue'].map((colour) => colouredPicture(info, colour)))
  await openWith(page, files)
  const [red, green, blue] = await sources(page)
  const [start, end] = [await centreOf(tile(page, 3)), await centreOf(tile(page, 1))]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => sources(page)).toEqual([blue, red, green])

  await page.getByRole('button', { name: '第1张图片', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/^(已拿起第1张图片|移到第1个位置)$/)).toBeAttached()
  // A press before the tiles are measured moves nothing.
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText('移到第2个位置')).toBeAttached({ timeout: 2000 })
  }).toPass()
  await page.keyboard.press('Space')
  await expect.poll(() => sources(page)).toEqual([red, blue, green])
})

test('accepts nine images and rejects more @phone', async ({ page }, info) => {
  const one = await colouredPicture(info, 'red')
  await openWith(page, Array(7).fill(one))
  const limit = (room: number) => page.getByRole('status').getByText(`最多只能再添加${room}张图片`)
  await page.getByLabel('添加图片').setInputFiles(Array(4).fill(one))
  await expect(limit(2)).toBeVisible()
  await expect(tiles(page)).toHaveCount(9)
  await expect(page.getByText('9/9')).toBeVisible()
  await expect(page.getByLabel('添加图片')).toHaveCount(0)
  await page.getByRole('button', { name: '删除第9张图片' }).click()
  await expect(limit(2)).toBeHidden()
  await expect(page.getByLabel('添加图片')).toHaveCount(1)
})

test('waits while the network is away and goes on by itself @desktop', async ({ page, context, faults }, info) => {
  faults.allow(/net::ERR_INTERNET_DISCONNECTED/)
  await openAs(page, await newAccount('信号不好'), '/publish')
  await page.getByLabel('标题').fill('等等图片')
  await expect(page.getByLabel('添加图片')).toBeAttached()
  await context.setOffline(true)
  await page.getByLabel('添加图片').setInputFiles(await pictures(info, 4))
  await expect(page.getByText('等待网络')).toHaveCount(4)
  await expect(page.getByRole('status').getByText('网络断开了，恢复后会自动继续上传')).toBeVisible()
  // Still away.
  await page.getByRole('button', { name: '现在重试' }).click()
  await expect(page.getByText('等待网络')).toHaveCount(4)
  await page.getByRole('button', { name: '存草稿' }).click()
  await expect(page.getByRole('button', { name: '正在上传图片' })).toBeVisible()

  await context.setOffline(false)
  await expect(toast(page, '草稿已保存')).toBeVisible()
  await expect(page.getByText('网络断开了')).toBeHidden()
})

test('waits as long as the server asks for and says how long @phone', async ({ page, faults }, info) => {
  faults.allow(/(status of |response: )(429|503) .*\/api\/upload\/image/)
  await page.clock.install()
  await openAs(page, await newAccount('传得太快'), '/publish')
  const answers = [
    { status: 429, headers: { 'retry-after': '90' }, json: { code: 429, message: '操作太频繁，请稍后再试' } },
    { status: 503, headers: { 'retry-after': '20' }, json: { code: 503, message: '服务暂时不可用，请稍后再试' } },
  ]
  await page.route('**/api/upload/image', (route) => {
    const answer = answers.shift()
    return answer ? route.fulfill(answer) : route.continue()
  })
  await page.getByLabel('添加图片').setInputFiles(await pictures(info, 1))
  await expect(page.getByText('稍后继续')).toBeVisible()
  await expect(page.getByText(/^上传太频繁了，1 分 (30|2\d) 秒后自动继续上传/)).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(page.getByText(/^上传太频繁了，(30|2\d) 秒后自动继续上传/)).toBeVisible()
  await page.clock.fastForward(30_000)
  await expect(page.getByText(/^服务器正忙，(20|1\d) 秒后自动继续上传/)).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(page.getByText('封面')).toBeVisible()
  await expect(page.getByText('自动继续上传')).toHaveCount(0)
})

test('retries all failed images in one go and asks for it before saving @desktop', async ({ page, faults }, info) => {
  faults.allow(/(status of |response: )500 .*\/api\/upload\/image/)
  await openAs(page, await newAccount('一起重试'), '/publish')
  await page.getByLabel('标题').fill('等等图片')
  await page.route('**/api/upload/image', (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: '服务器内部错误' } }),
  )
  await page.getByLabel('添加图片').setInputFiles(await pictures(info, 3))
  await expect(page.getByText('上传失败', { exact: true })).toHaveCount(3)
  await expect(page.getByRole('status').getByText('第3张上传失败: 服务器内部错误')).toBeVisible()
  await page.getByRole('button', { name: '存草稿' }).click()
  await expect(page.getByText('有图片没有传好，重试或删除它之后再继续')).toBeVisible()
  await page.unroute('**/api/upload/image')
  await page.getByRole('button', { name: '全部重试' }).press('Enter')
  await expect(page.locator('body')).not.toBeFocused()
  await expect(page.getByText('上传失败', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '全部重试' })).toHaveCount(0)
  await page.getByRole('button', { name: '存草稿' }).click()
  await expect(toast(page, '草稿已保存')).toBeVisible()
})

test('compresses an image of 20 MB before uploading @desktop', async ({ page }, info) => {
  await openAs(page, await newAccount('高像素'), '/publish')
  await expect(page.getByText('大图会自动压缩，压缩后单张不超过5MB')).toBeVisible()
  const path = await unpackedPicture(info)
  const answer = page.waitForResponse('**/api/upload/image')
  await page.getByLabel('添加图片').setInputFiles(path)
  const response = await answer
  expect(response.status()).toBe(200)
  expect((await response.request().sizes()).requestBodySize).toBeLessThan(1_000_000)
  await expect(page.getByText('封面')).toBeVisible()
})
