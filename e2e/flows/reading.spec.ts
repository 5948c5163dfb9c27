/** Reading notes: opening, closing and scrolling them, however hastily. */
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import * as likes from '@shiliu/contract/likes'
import * as posts from '@shiliu/contract/posts'
import { openAs, settled } from '../support/actions.ts'
import { type Account, call, newAccount, newNote, newPicture } from '../support/api.ts'
import { setCounts } from '../support/database.ts'
import { expect, type Page, test } from '../support/fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const dialog = (page: Page) => page.getByRole('dialog', { name: '笔记详情' })
const card = (page: Page, title: string) => page.getByRole('link', { name: title })

async function authorOf(notes: number) {
  const author = await newAccount('写笔记的人')
  const [category] = await call(categories.list)
  const written = []
  for (let n = 0; n < notes; n++) written.push(await newNote(author, category?.id ?? 0))
  return { author, written }
}

/** Opens the author's profile after another page, to see where closing a note leads. */
async function openProfile(page: Page, { user }: Account) {
  await openAs(page, await newAccount('看笔记的人'), '/explore/recommend')
  await page.goto(`/user/${user.user_id}`)
}

test('a note that was pressed twice closes at once, by Esc and by its button', async ({ page, isMobile }) => {
  const { author, written } = await authorOf(1)
  const title = written[0]?.title ?? ''
  await openProfile(page, author)
  const profile = page.url()
  for (const close of ['Esc', 'button']) {
    await test.step(close, async () => {
      await card(page, title).dblclick({ position: { x: 60, y: 60 } })
      await expect(dialog(page).getByRole('heading', { name: title })).toBeVisible()
      if (close === 'Esc') await page.keyboard.press('Escape')
      else await dialog(page).getByRole('button', { name: '关闭' }).click()
      await expect(dialog(page)).toBeHidden()
      await expect(page).toHaveURL(profile)
    })
  }
  await test.step('one step back leaves the page', async () => {
    await page.goBack()
    await expect(page).toHaveURL(/\/explore\//)
  })
  if (isMobile) return
  await test.step('by keyboard', async () => {
    await page.goForward()
    await card(page, title).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('heading', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL(profile)
  })
})

test('of notes pressed before the first one shows, the last opens above the list', async ({ page }) => {
  const { author, written } = await authorOf(2)
  const [older, newer] = written.map(({ title }) => title)
  await openProfile(page, author)
  const profile = page.url()
  await expect(card(page, older ?? '')).toBeVisible()
  await page.evaluate(
    (titles) => {
      const links = [...document.querySelectorAll<HTMLElement>('article a')]
      for (const title of titles) links.find(({ textContent }) => textContent?.includes(title))?.click()
    },
    [newer ?? '', newer ?? '', older ?? ''],
  )
  await expect(dialog(page).getByRole('heading', { name: older })).toBeVisible()
  await dialog(page).getByRole('button', { name: '关闭' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(profile)
})

test('changing the tab of a profile keeps its bar at the top of the list', async ({ page, isMobile }) => {
  const { author } = await authorOf(isMobile ? 8 : 12)
  await openProfile(page, author)
  const bar = page.getByRole('tablist', { name: '主页内容' })
  const notes = page.getByRole('list', { name: '写笔记的人的笔记' }).getByRole('listitem')
  const stuck = async () => {
    const [header, tabs] = [await page.getByRole('banner').boundingBox(), await bar.boundingBox()]
    if (!header || !tabs) return false
    const below = tabs.y - header.y - header.height
    return below >= 0 && below < 20
  }
  await expect(notes.first()).toBeVisible()
  await page.mouse.wheel(0, 700)
  await expect.poll(stuck).toBe(true)
  await bar.getByRole('tab', { name: '收藏' }).click()
  await expect(page.getByText('TA 还没有收藏笔记')).toBeInViewport()
  expect(await stuck()).toBe(true)
  await bar.getByRole('tab', { name: '笔记' }).click()
  await expect(notes.first()).toBeInViewport()
  expect(await stuck()).toBe(true)
})

test('writes large counts of a note short @phone', async ({ page }) => {
  const { written } = await authorOf(1)
  const id = written[0]?.id ?? 0
  setCounts(id, { view_count: 12_345, like_count: 34_567, comment_count: 10_000 })
  await page.goto(`/post?id=${id}`)
  await expect(page.getByText('1.2万 次浏览')).toBeVisible()
  await expect(page.getByRole('heading', { name: '共 1.0万 条评论' })).toBeVisible()
  await expect(page.getByRole('button', { name: '点赞 3.4万' })).toHaveText('3.4万')
})

test('what people write runs in its own direction @desktop', async ({ page }) => {
  const author = await newAccount('سارة')
  const token = author.tokens.access_token
  const [category] = await call(categories.list)
  const images = [await newPicture(token, 300, 400)]
  const body = { title: 'صباح الخير', content: 'كتاب جميل', category_id: category?.id ?? 0, images, tags: [] }
  const { id } = await call(posts.create, { body, token })
  await call(comments.create, { body: { post_id: id, content: 'شكرا لك', parent_id: null }, token })
  await page.goto(`/user/${author.user.user_id}`)
  for (const text of ['صباح الخير', 'سارة']) {
    await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toHaveCSS('direction', 'rtl')
  }
  await page.goto(`/post?id=${id}`)
  for (const text of ['صباح الخير', 'كتاب جميل', 'شكرا لك', 'سارة']) {
    await expect(page.getByRole('article').getByText(text, { exact: true }).first()).toHaveCSS('direction', 'rtl')
  }
})

test('prints the whole note and nothing around it', async ({ page, isMobile }) => {
  const author = await newAccount('写笔记的人')
  const token = author.tokens.access_token
  const [category] = await call(categories.list)
  const images = await Promise.all([300, 310, 320, 330].map((width) => newPicture(token, width, 400)))
  const content = `${'很长的一段话。'.repeat(250)}到此为止`
  const body = { title: '要打印的笔记', content, category_id: category?.id ?? 0, images, tags: [] }
  const { id } = await call(posts.create, { body, token })
  for (const above of [true, false]) {
    await test.step(above ? 'above a page' : 'as a page', async () => {
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
      await page.goto(above ? `/user/${author.user.user_id}` : `/post?id=${id}`)
      if (above) await card(page, '要打印的笔记').click()
      await expect(page.getByRole('heading', { name: '要打印的笔记' })).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      const article = page.locator('article', { has: page.getByRole('heading', { name: '要打印的笔记' }) })
      const pictures = article.locator('img[alt^="要打印的笔记"]:visible')
      await expect(pictures).toHaveCount(4)
      for (const picture of await pictures.all()) {
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      }
      // Nothing is cut off by a box that scrolls.
      const cut = await article.evaluate((note) => {
        for (let box: Element | null = note.querySelector('h1'); box; box = box.parentElement) {
          if (getComputedStyle(box).overflowY !== 'visible' && box.scrollHeight > box.clientHeight + 1)
            return box.className
        }
        return null
      })
      expect(cut).toBeNull()
      await expect(page.getByRole('heading', { name: '要打印的笔记' })).toHaveCSS('color', 'rgb(29, 30, 34)')
      await expect(page.getByRole('banner').first()).toBeHidden()
      for (const name of ['分享', '关闭', '说点什么']) await expect(page.getByRole('button', { name })).toBeHidden()
      if (!isMobile) await expect(page.getByRole('link', { name: '发现', exact: true })).toBeHidden()
    })
  }
})

test('a double tap in the viewer zooms in, and another one out again', async ({ page, isMobile }) => {
  const author = await newAccount('写笔记的人')
  const token = author.tokens.access_token
  const [category] = await call(categories.list)
  const images = [await newPicture(token, 2000, 1500)]
  const body = { title: '看大图', content: '放大看', category_id: category?.id ?? 0, images, tags: [] }
  const { id } = await call(posts.create, { body, token })
  await page.goto(`/post?id=${id}`)
  await page.getByRole('button', { name: '查看大图：看大图' }).click()
  const viewer = page.getByRole('dialog', { name: '查看大图' })
  const picture = viewer.getByRole('img', { name: '看大图' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2000)
  const width = async () => Math.round((await picture.boundingBox())?.width ?? 0)
  const fitted = await width()
  const { width: w = 0, height: h = 0 } = page.viewportSize() ?? {}
  const twice = async () => {
    if (!isMobile) return page.mouse.dblclick(w / 2, h / 2)
    await page.touchscreen.tap(w / 2, h / 2)
    await page.touchscreen.tap(w / 2, h / 2)
  }
  for (let round = 0; round < 2; round++) {
    await twice()
    await expect.poll(width).toBeGreaterThan(fitted * 1.5)
    await settled(page)
    await twice()
    await expect.poll(width).toBe(fitted)
    await settled(page)
  }
})

test('keys and the wheel scroll the text wherever the pointer and the focus are @desktop', async ({ page }) => {
  const author = await newAccount('写笔记的人')
  const token = author.tokens.access_token
  const [category] = await call(categories.list)
  const images = await Promise.all([newPicture(token, 300, 400), newPicture(token, 310, 400)])
  const content = '很长的一段话。'.repeat(280)
  const body = { title: '很长的笔记', content, category_id: category?.id ?? 0, images, tags: [] }
  await call(posts.create, { body, token })
  await openAs(page, author, '/user')
  await card(page, '很长的笔记').click()
  const heading = dialog(page).getByRole('heading', { name: '很长的笔记' })
  await expect(heading).toBeVisible()
  await settled(page)
  const scrolled = () =>
    heading.evaluate((title) => {
      let box = title.parentElement
      while (box && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement
      return box?.scrollTop ?? 0
    })
  const top = async () => {
    await page.keyboard.press('Home')
    await expect.poll(scrolled).toBe(0)
  }

  await test.step('keys', async () => {
    for (const key of ['ArrowDown', 'PageDown', ' ', 'End']) {
      await page.keyboard.press(key)
      await expect.poll(scrolled).toBeGreaterThan(20)
      await top()
    }
    await page.keyboard.press('End')
    await expect.poll(scrolled).toBeGreaterThan(200)
    const end = await scrolled()
    await page.keyboard.press('PageUp')
    await expect.poll(scrolled).toBeLessThan(end)
    await top()
  })
  await test.step('keys with the focus on the pictures, whose own keys still work', async () => {
    await dialog(page).getByRole('button', { name: '第 1 张', exact: true }).focus()
    await page.keyboard.press('PageDown')
    await expect.poll(scrolled).toBeGreaterThan(20)
    await page.keyboard.press('ArrowRight')
    await expect(dialog(page).getByText('第 2/2', { exact: true })).toBeVisible()
    await top()
  })
  await test.step('the wheel over pictures and scrim', async () => {
    for (const [x, y] of [
      [450, 450],
      [20, 450],
    ] as const) {
      await page.mouse.move(x, y)
      await page.mouse.wheel(0, 300)
      await expect.poll(scrolled).toBeGreaterThan(100)
      await top()
    }
  })
  await test.step('not while a comment is written', async () => {
    await dialog(page).getByRole('button', { name: '说点什么' }).click()
    await dialog(page).getByRole('textbox', { name: '写评论' }).fill('a')
    await page.keyboard.press('End')
    await page.keyboard.press(' ')
    await expect(dialog(page).getByRole('textbox', { name: '写评论' })).toHaveText('a ')
    expect(await scrolled()).toBe(0)
  })
})

test('a note without pictures shows its text wherever its card is', async ({ page }) => {
  const { author, written } = await authorOf(0)
  const [category] = await call(categories.list)
  const token = author.tokens.access_token
  const content = `今天在图书馆<br>看了一下午的书。${'雨一直下。'.repeat(40)}`
  const body = { title: '只有字的笔记', content, category_id: category?.id ?? 0, images: [], tags: [] }
  const short = await call(posts.create, { body: { ...body, title: '一句话', content: '晚安' }, token })
  const long = await call(posts.create, { body, token })
  expect(written).toEqual([])
  const reader = await newAccount('看笔记的人')
  await call(likes.create, { body: { target_type: 1, target_id: long.id }, token: reader.tokens.access_token })

  for (const colorScheme of ['light', 'dark'] as const) {
    await test.step(`in a feed, ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme })
      await page.goto(`/user/${author.user.user_id}`)
      const cards = page.getByRole('list', { name: '写笔记的人的笔记' }).getByRole('listitem')
      await expect(cards).toHaveCount(2)
      for (const [at, text] of [
        [0, '今天在图书馆 看了一下午的书。'],
        [1, '晚安'],
      ] as const) {
        const item = cards.nth(at)
        await expect(item.locator('img[src*=placeholder]')).toHaveCount(0)
        const cover = item.getByText(text)
        await expect(cover).toBeVisible()
        // Whole lines only, and the card as high as the waterfall believes it to be.
        const rest = await item.evaluate((li) => li.clientHeight - (li.querySelector('article')?.scrollHeight ?? 0))
        expect(rest).toBe(0)
        expect(
          await cover.evaluate((box) => box.clientHeight % Number.parseFloat(getComputedStyle(box).lineHeight)),
        ).toBe(0)
      }
      const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
      expect(first?.height).toBeGreaterThan(second?.height ?? 0)
    })
  }

  await test.step('in lists of rows', async () => {
    await openAs(page, author, '/post-management')
    await expect(page.getByText('晚安').first()).toBeVisible()
    await expect(page.locator('main img[src*=placeholder]')).toHaveCount(0)
    await page.goto('/notification?tab=likes')
    await expect(page.getByRole('link', { name: /只有字的笔记/ })).toBeVisible()
    await expect(page.locator('main img[src*=placeholder]')).toHaveCount(0)
    await page.goto(`/search_result/users?keyword=${author.user.user_id}`)
    await expect(page.getByRole('list', { name: '最近的笔记' }).getByText('一句话')).toBeVisible()
    await expect(page.locator('main img[src*=placeholder]')).toHaveCount(0)
  })

  await test.step('opened', async () => {
    await page.goto(`/user/${author.user.user_id}`)
    await page.goto('/user')
    await card(page, '一句话').click()
    await expect(dialog(page).getByRole('heading', { name: '一句话' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })
  expect(short.id).toBeLessThan(long.id)
})
