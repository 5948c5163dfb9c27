/** Large photos and tall screenshots: what leaves the browser, and how the viewer shows it. */
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import * as users from '@shiliu/contract/users'
import { chooseCategory, openAs, swipe, toast } from '../support/actions.ts'
import { type Account, call, newAccount, newNote } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { chatScreenshot, heicPhoto, phonePhoto, unpackedPicture } from '../support/photos.ts'
import { unique } from '../support/unique.ts'

const viewer = (page: Page) => page.getByRole('dialog', { name: '查看大图' })
const uploads = '**/api/upload/image'

/** The bytes and the stored pixels of the next upload. */
async function uploaded(page: Page, choose: () => Promise<void>) {
  const answer = page.waitForResponse(uploads)
  await choose()
  const response = await answer
  expect(response.status()).toBe(200)
  const { data } = await response.json()
  return { bytes: (await response.request().sizes()).requestBodySize, size: [data.width, data.height], url: data.url }
}

async function publish(page: Page, author: Account) {
  const title = unique('长图')
  await page.getByLabel('标题').fill(title)
  await page.getByLabel('正文').fill('聊天记录')
  await chooseCategory(page, '生活')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(toast(page, '发布成功')).toBeVisible()
  const { posts: list } = await call(users.posts, { params: { id: author.user.user_id } })
  const note = list.find((post) => post.title === title)
  if (!note) throw new Error('not published')
  return note
}

/** The box of the viewer's picture, which may be larger than the window. */
const shownPicture = (page: Page) =>
  viewer(page)
    .locator('.yarl__slide_current img.yarl__slide_image')
    .evaluate((image: HTMLImageElement) => {
      const { x, y, width } = image.getBoundingClientRect()
      // The transformation's fractions, and no negative zero.
      const whole = (value: number) => Math.round(value) + 0
      return { x: whole(x), y: whole(y), width: whole(width), pixels: image.naturalWidth }
    })

test('keeps the pixels of a tall screenshot and opens it at a width to read @phone', async ({ page }, info) => {
  const author = await newAccount('截图的人')
  await openAs(page, author, '/publish')
  const path = await chatScreenshot(info)
  const { size } = await uploaded(page, () => page.getByLabel('添加图片').setInputFiles(path))
  expect(size).toEqual([1080, 11_130])
  await page.getByLabel('添加图片').setInputFiles(await phonePhoto(info, 'after.jpg', 900))
  await expect(page.getByRole('img', { name: '第2张图片' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const { id } = await publish(page, author)

  await page.goto(`/post?id=${id}`)
  await page.getByRole('button', { name: /^查看大图：.*第 1 张/ }).click()
  await expect.poll(() => shownPicture(page)).toMatchObject({ x: 0, y: 0, width: 390, pixels: 1080 })

  await test.step('a swipe to the side turns to the next picture, and back to the top of this one', async () => {
    await swipe(viewer(page), -200)
    await expect(viewer(page).getByText('2 / 2')).toBeVisible()
    await swipe(viewer(page), 200)
    await expect(viewer(page).getByText('1 / 2')).toBeVisible()
    await expect.poll(() => shownPicture(page)).toMatchObject({ x: 0, y: 0, width: 390 })
  })
})

test('scrolls a tall screenshot by wheel and turns pictures by arrow keys @desktop', async ({ page }, info) => {
  const author = await newAccount('看截图的人')
  await openAs(page, author, '/publish')
  await page.getByLabel('添加图片').setInputFiles([await chatScreenshot(info), await phonePhoto(info, 'b.jpg', 900)])
  await expect(page.getByRole('img', { name: '第2张图片' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const { id } = await publish(page, author)
  await page.goto(`/post?id=${id}`)
  await page.getByRole('button', { name: /^查看大图：.*第 1 张/ }).click()
  await expect.poll(() => shownPicture(page)).toMatchObject({ x: 400, y: 0, width: 640 })
  await page.mouse.move(720, 450)
  await page.mouse.wheel(0, 500)
  await expect.poll(async () => (await shownPicture(page)).y).toBeLessThan(-400)
  expect((await shownPicture(page)).width).toBe(640)
  await page.keyboard.press('ArrowRight')
  await expect(viewer(page).getByText('2 / 2')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => shownPicture(page)).toMatchObject({ x: 400, y: 0, width: 640 })
})

test('shows a tall screenshot of a comment in its full size @desktop', async ({ page }, info) => {
  const author = await newAccount('评论截图')
  const [category] = await call(categories.list)
  const { id } = await newNote(author, category?.id ?? 0)
  await openAs(page, author, `/post?id=${id}`)
  await page.getByRole('button', { name: '说点什么' }).click()
  const { url } = await uploaded(page, async () =>
    page.getByLabel('添加图片').setInputFiles(await chatScreenshot(info)),
  )
  await page.getByRole('button', { name: '发送' }).click()
  await expect(toast(page, '评论成功')).toBeVisible()
  await page.getByRole('button', { name: '查看第1张图片' }).click()
  await expect.poll(() => shownPicture(page)).toMatchObject({ width: 640, pixels: 1080 })
  const { comments: list } = await call(comments.listOfPost, { params: { id } })
  expect(list[0]?.pictures).toMatchObject([{ url, width: 1080, height: 11_130 }])
})

test('sends a large photo at 2400 px, also where the browser lacks createImageBitmap @desktop', async ({
  page,
}, info) => {
  const path = await phonePhoto(info, 'large.jpg')
  await openAs(page, await newAccount('新浏览器'), '/publish')
  const now = await uploaded(page, () => page.getByLabel('添加图片').setInputFiles(path))
  expect(now.size).toEqual([1800, 2400])

  for (const lacking of ['the option', 'the function'])
    await test.step(lacking, async () => {
      await page.addInitScript((what) => {
        const native = window.createImageBitmap
        const withoutOption = (source: Blob, options?: object) =>
          options ? Promise.reject(new TypeError('not a valid enum value')) : native(source)
        Reflect.deleteProperty(window, 'OffscreenCanvas')
        if (what === 'the option') Object.assign(window, { createImageBitmap: withoutOption })
        else Reflect.deleteProperty(window, 'createImageBitmap')
      }, lacking)
      await page.reload()
      const before = await uploaded(page, () => page.getByLabel('添加图片').setInputFiles(path))
      expect(before.size).toEqual([1800, 2400])
      expect(before.bytes).toBeCloseTo(now.bytes, -5)
    })
})

test('cuts down an avatar of more than 5 MB and waits for a busy server @desktop', async ({ page, faults }, info) => {
  faults.allow(/status of 429 .*\/api\/upload\/single/)
  await openAs(page, await newAccount('大头像'), '/user')
  await page.getByRole('button', { name: '编辑资料' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑资料' })
  await dialog.getByLabel('头像图片').setInputFiles(await unpackedPicture(info))
  const crop = page.getByRole('dialog', { name: '裁剪头像' })
  await crop.getByRole('button', { name: '确定' }).click()
  const answers = [{ status: 429, headers: { 'retry-after': '2' }, json: { code: 429, message: '操作太频繁' } }]
  await page.route('**/api/upload/single', (route) => {
    const answer = answers.shift()
    return answer ? route.fulfill(answer) : route.continue()
  })
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText(/操作太频繁，\d 秒后自动再试/)).toBeVisible()
  await expect(toast(page, '资料更新成功')).toBeVisible()
})

test('says how to make a JPEG of a HEIC photo, before any upload @desktop', async ({ page }, info) => {
  await openAs(page, await newAccount('苹果手机'), '/publish')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/upload/') && asked.push(request.url()))
  const advice = page
    .getByRole('status')
    .getByText(/不支持 HEIC 照片。iPhone 在「设置 → 相机 → 格式」里选「兼容性最佳」/)
  for (const name of ['IMG_1.HEIC', 'IMG_1.jpg']) {
    await page.getByLabel('添加图片').setInputFiles(await heicPhoto(info, name))
    await expect(advice).toContainText(name)
  }
  await page.goto('/user')
  await page.getByRole('button', { name: '编辑资料' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑资料' })
  await dialog.getByLabel('头像图片').setInputFiles(await heicPhoto(info, 'me.jpg'))
  await expect(dialog.getByText(/不支持 HEIC 照片/)).toBeVisible()
  expect(asked).toEqual([])
})
