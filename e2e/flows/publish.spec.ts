/** Publishing notes with photos of a phone. */
import * as categories from '@shiliu/contract/categories'
import type { Picture } from '@shiliu/contract/posts'
import * as posts from '@shiliu/contract/posts'
import sharp from 'sharp'
import { chooseCategory, openAs, signOut, toast } from '../support/actions.ts'
import { call, newAccount } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { phonePhoto } from '../support/photos.ts'
import { origin } from '../support/server.ts'
import { unique } from '../support/unique.ts'

/** Checks that every size of the image is upright (red band on top) and has no location. */
async function checkStored({ url, card, full, width, height }: Picture) {
  expect(Number(height)).toBeGreaterThan(Number(width))
  for (const address of [url, card, full]) {
    const response = await fetch(new URL(address, origin))
    expect(response.headers.get('content-type')).toBe('image/webp')
    const bytes = Buffer.from(await response.arrayBuffer())
    const metadata = await sharp(bytes).metadata()
    expect(metadata.exif).toBeUndefined()
    expect(metadata.xmp).toBeUndefined()
    expect(metadata.orientation ?? 1).toBe(1)
    expect(metadata.height).toBeGreaterThan(metadata.width)
    const { channels } = await sharp(
      await sharp(bytes).extract({ left: 20, top: 20, width: 100, height: 20 }).toBuffer(),
    ).stats()
    const [red, green] = channels
    expect(Number(red?.mean) - Number(green?.mean)).toBeGreaterThan(100)
  }
}

/** Dimensions of a displayed image. */
const shownSize = (page: Page, name: RegExp) =>
  page.getByRole('img', { name }).evaluate((image) => {
    if (!(image instanceof HTMLImageElement)) throw new Error('not a picture')
    return { width: image.naturalWidth, height: image.naturalHeight, complete: image.complete }
  })

test('publishes a note with three photos', async ({ page }, info) => {
  const author = await newAccount('拍照的人')
  const title = unique('湖边的傍晚')
  // The last one is small enough to be sent unchanged.
  const photos = [
    await phonePhoto(info, 'one.jpg'),
    await phonePhoto(info, 'two.jpg'),
    await phonePhoto(info, 'three.jpg', 1600),
  ]
  await openAs(page, author, '/publish')

  await test.step('uploads in progress', async () => {
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/api/upload/image', async (route) => {
      await held
      await route.continue()
    })
    await page.getByLabel('添加图片').setInputFiles(photos)
    for (const number of [1, 2, 3]) {
      await expect(page.getByRole('progressbar', { name: `第${number}张图片上传进度` })).toBeVisible()
    }
    letThrough()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await page.unroute('**/api/upload/image')
    await expect(page.getByText('封面')).toBeVisible()
    for (const number of [1, 2, 3]) {
      const shown = await shownSize(page, new RegExp(`^第${number}张图片$`))
      expect(shown.height).toBeGreaterThan(shown.width)
    }
  })

  await test.step('the rest of the form', async () => {
    await page.getByLabel('标题').fill(title)
    await page.getByLabel('正文').fill('下课路过，天空像被点着了一样。\n明天还来。')
    const tags = page.getByRole('combobox', { name: '标签' })
    await tags.fill('晚霞')
    await tags.press('Enter')
    await tags.fill('湖边，')
    for (const tag of ['晚霞', '湖边']) await expect(page.getByRole('button', { name: `删除标签${tag}` })).toBeVisible()
    await chooseCategory(page, '校园')
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await expect(toast(page, '发布成功')).toBeVisible()
  })

  await test.step('own profile, upright', async () => {
    await expect(page).toHaveURL('/post-management')
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '我' }).click()
    const card = page.getByRole('list', { name: `${author.user.nickname}的笔记` }).getByRole('link', { name: title })
    await card.click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    const picture = new RegExp(`${title}，第 1 张，共 3 张`)
    await expect(page.getByRole('img', { name: picture })).toBeVisible()
    await expect.poll(async () => (await shownSize(page, picture)).complete).toBe(true)
    const shown = await shownSize(page, picture)
    expect(shown.width / shown.height).toBeCloseTo(3 / 4, 2)
    for (const tag of ['#晚霞', '#湖边']) await expect(page.getByRole('link', { name: tag })).toBeVisible()
    await expect(page.getByText('明天还来。')).toBeVisible()
  })

  await test.step('channel, as a guest', async () => {
    await page.goto('/explore/campus')
    await expect(page.getByRole('list', { name: '校园的笔记' }).getByRole('link', { name: title })).toBeVisible()
    const campus = (await call(categories.list)).find(({ category_title }) => category_title === 'campus')
    const { posts: newest } = await call(posts.list, { query: { category: String(campus?.id), limit: 5 } })
    const note = newest.find((post) => post.title === title)
    expect(note?.pictures).toHaveLength(3)
    for (const picture of note?.pictures ?? []) await checkStored(picture)
  })
})

test('asks a guest to sign in and confirms before leaving an unfinished note @desktop', async ({ page }) => {
  await page.goto('/publish')
  await expect(page.getByText('登录后可发布和管理笔记')).toBeVisible()
  const author = await newAccount('犹豫的人')
  await openAs(page, author, '/publish')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  for (const message of ['请至少上传一张图片', '请输入标题', '请输入正文', '请选择分类']) {
    await expect(page.getByText(message)).toBeVisible()
  }
  await page.getByLabel('标题').fill('写了一半')
  const away = page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '发现' })
  await away.click()
  const question = page.getByRole('dialog', { name: '离开发布页？' })
  await question.getByRole('button', { name: '继续写' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('标题')).toHaveValue('写了一半')
  await away.click()
  await question.getByRole('button', { name: '离开' }).click()
  await expect(page).toHaveURL(/\/explore/)
})

test('confirms once when going back twice quickly @desktop', async ({ page }) => {
  await openAs(page, await newAccount('手快的人'), '/notification')
  const menu = page.getByRole('navigation', { name: '主导航' })
  await menu.getByRole('link', { name: '发现' }).click()
  await expect(page).toHaveURL(/\/explore\//)
  await menu.getByRole('link', { name: '发布' }).click()
  await page.getByLabel('标题').fill('写了一半')
  await page.evaluate(() => {
    const { history } = window
    const go = history.go.bind(history)
    // The second press comes just before the page has undone the first one.
    history.go = (delta) => {
      history.go = go
      history.back()
      go(delta)
    }
    history.back()
  })
  const question = page.getByRole('dialog', { name: '离开发布页？' })
  await expect(question).toBeVisible()
  await expect(page).toHaveURL('/publish')
  await question.getByRole('button', { name: '继续写' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('标题')).toHaveValue('写了一半')
  await page.evaluate(() => window.history.back())
  await question.getByRole('button', { name: '离开' }).click()
  await expect(page).toHaveURL(/\/explore\//)
})

test('does not confirm after being signed out @desktop', async ({ page, context }) => {
  await openAs(page, await newAccount('被登出的人'), '/publish')
  await page.getByLabel('标题').fill('写了一半')
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '发现' }).click()
  const question = page.getByRole('dialog', { name: '离开发布页？' })
  await expect(question).toBeVisible()
  const other = await context.newPage()
  await other.goto('/explore')
  await signOut(other)
  await expect(page.getByText('登录后可发布和管理笔记')).toBeVisible()
  await expect(question).toBeHidden()
})
