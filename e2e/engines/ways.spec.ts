/** The main flows of the community in browsers other than current Chromium (docs/decisions/030-browser-floor.md). */

import { test as base, expect } from '@playwright/test'
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import * as likes from '@shiliu/contract/likes'
import * as posts from '@shiliu/contract/posts'
import sharp from 'sharp'
import { type Account, call, newAccount, newNote } from '../support/api.ts'
import { unique } from '../support/unique.ts'
import { openChromium } from './chromium.ts'
import type { Engine } from './engine.ts'
import { openFirefox } from './firefox.ts'
import { createScreen, type Screen } from './screen.ts'
import { openWebkit } from './webkit.ts'

const open = { chromium: openChromium, firefox: openFirefox, webkit: openWebkit }
type Found = { kind: keyof typeof open; commands: [string, string] }

const test = base.extend<{ app: Screen }, { engine: Engine }>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from the pattern
    async ({}, use, { project }) => {
      const { kind, commands } = project.metadata as Found
      const engine = await open[kind](...commands)
      await use(engine)
      await engine.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  app: async ({ engine }, use) => {
    const app = createScreen(engine)
    await app.forget()
    engine.faults()
    await use(app)
    expect(engine.faults() ?? [], 'faults in the browser').toEqual([])
  },
})

const CARD = 'main li article'
const DIALOG = '[role="dialog"][aria-label="笔记详情"]'

const onePicture = () =>
  sharp({ create: { width: 60, height: 80, channels: 3, background: { r: 225, g: 29, b: 72 } } })
    .png()
    .toBuffer()

/** As if chosen in the system's dialog, which no protocol opens. Runs in the page. */
function addPicture(base64: string) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const chosen = new DataTransfer()
  chosen.items.add(new File([bytes], 'red.png', { type: 'image/png' }))
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('no field for pictures')
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

async function someCategory() {
  const [category] = await call(categories.list)
  return category?.id ?? 0
}

async function scene(): Promise<{ author: Account; reader: Account; note: { id: number; title: string } }> {
  const [author, reader] = [await newAccount('写的人'), await newAccount('看的人')]
  return { author, reader, note: await newNote(author, await someCategory(), 2) }
}

const tokenOf = ({ tokens }: Account) => tokens.access_token

test('the feed: pictures, next pages, the layout of phones', async ({ app }) => {
  await app.open('/explore')
  await app.sees(CARD)
  await app.until('a picture', () =>
    app.run((card) => {
      const images = Array.from(document.querySelectorAll<HTMLImageElement>(`${card} > a img`))
      return images.some(({ naturalWidth }) => naturalWidth > 0)
    }, CARD),
  )
  const layout = await app.run(() => {
    const tops = Array.from(
      document.querySelectorAll('nav[aria-label="主导航"]'),
      (bar) => bar.getBoundingClientRect().top,
    )
    return { width: window.innerWidth, page: document.documentElement.scrollWidth, bar: Math.max(...tops) }
  })
  expect(layout.page).toBeLessThanOrEqual(layout.width)
  expect(layout.bar, 'the navigation is at the bottom').toBeGreaterThan(600)

  const seen = new Set<string | null>()
  await app.until('a third page', async () => {
    const places = await app.run(() => {
      window.scrollBy(0, 700)
      return Array.from(document.querySelectorAll('main li[aria-posinset]'), (item) =>
        item.getAttribute('aria-posinset'),
      )
    })
    for (const place of places) seen.add(place)
    return seen.size > 45
  })
})

test('opens a note and closes it', async ({ app }) => {
  const { author, note } = await scene()
  await app.open(`/user/${author.user.user_id}`)
  await app.press(`${CARD} a`, note.title)
  await app.sees(`${DIALOG} h1, ${DIALOG} h2`, note.title)
  await app.isAt(`/post?id=${note.id}`)
  const picture = await app.until('the picture', () =>
    app.run((dialog) => {
      const image = document.querySelector<HTMLImageElement>(`${dialog} section[aria-label="笔记图片"] img`)
      if (!image || image.naturalWidth === 0) return null
      const { left, right, height } = image.getBoundingClientRect()
      return { left, right, height, window: window.innerWidth }
    }, DIALOG),
  )
  expect(picture.left).toBeGreaterThanOrEqual(0)
  expect(picture.right).toBeLessThanOrEqual(picture.window)
  expect(picture.height).toBeGreaterThan(100)
  await app.press(`${DIALOG} button`, '关闭')
  await app.lacks(DIALOG)
  await app.isAt(`/user/${author.user.user_id}`)
})

test('searches', async ({ app }) => {
  const { note } = await scene()
  const word = unique('find')
  const author = await newAccount('被找的人')
  const body = { title: `${word} here`, content: 'text', category_id: await someCategory(), images: [] }
  await call(posts.create, { body, token: tokenOf(author) })
  await app.open('/explore')
  await app.press('header button[aria-label="搜索"]')
  await app.type('input[aria-label="搜索笔记和用户"]', `${word}\n`)
  await app.isAt(`keyword=${word}`)
  await app.sees(CARD, `${word} here`)
  await app.lacks(CARD, note.title)
})

test('signs in', async ({ app }) => {
  const { user, password } = await newAccount('登录的人')
  await app.open('/explore')
  await app.press('button[aria-label="更多"], button', '更多')
  await app.press('[role="menuitem"]', '登录 / 注册')
  const dialog = '[role="dialog"]'
  await app.type(`${dialog} input:not([type="password"])`, user.user_id)
  await app.type(`${dialog} input[type="password"]`, password)
  await app.press(`${dialog} button[type="submit"]`, '登录')
  await app.sees('[data-toaster] *', '登录成功')
  await app.lacks(dialog)
})

test('likes a note', async ({ app }) => {
  const { reader, note } = await scene()
  await app.enter(reader)
  await app.open(`/post?id=${note.id}`)
  await app.press('button[aria-label="点赞 0"]')
  await app.sees('button[aria-label="点赞 1"][aria-pressed="true"]')
  const stored = () => call(posts.get, { params: { id: note.id }, token: tokenOf(reader) })
  await app.until('the stored like', async () => (await stored()).liked)
})

test('comments', async ({ app }) => {
  const { reader, note } = await scene()
  await app.enter(reader)
  await app.open(`/post?id=${note.id}`)
  await app.press('button, [role="button"]', '说点什么')
  await app.type('[contenteditable="true"]', 'a good place')
  await app.press('button', '发送')
  await app.sees('section[aria-label="评论"] li', 'a good place')
  const { comments: stored } = await call(comments.listOfPost, { params: { id: note.id } })
  expect(stored).toMatchObject([{ content: 'a good place' }])
})

test('publishes a note', async ({ app }) => {
  const author = await newAccount('写字的人')
  const title = unique('words')
  await app.enter(author)
  await app.open('/publish')
  await app.sees('[data-field="title"] textarea')
  await app.run(addPicture, (await onePicture()).toString('base64'))
  await app.sees('main', '封面')
  await app.type('[data-field="title"] textarea', title)
  await app.type('[data-field="content"] [contenteditable="true"]', 'one\ntwo')
  await app.press('[data-field="category"] label', '校园')
  await app.sees('[data-field="category"] label[data-checked]', '校园')
  await app.press('button', '发布')
  await app.sees('[data-toaster] *', '发布成功')
  const { posts: stored } = await call(posts.list, { query: { user_id: String(author.user.id) } })
  expect(stored.map((post) => post.title)).toEqual([title])
})

test('shows notifications', async ({ app }) => {
  const { author, reader, note } = await scene()
  await call(likes.create, { token: tokenOf(reader), body: { target_type: 1, target_id: note.id } })
  await call(comments.create, {
    token: tokenOf(reader),
    body: { post_id: note.id, content: '真好看', parent_id: null },
  })
  await app.enter(author)
  await app.open('/notification')
  await app.sees('main li', '真好看')
  await app.press('[role="tab"]', '赞')
  await app.sees('main li', '赞了')
})

test('shows a profile', async ({ app }) => {
  const { reader, note } = await scene()
  await call(likes.create, { token: tokenOf(reader), body: { target_type: 1, target_id: note.id } })
  await app.enter(reader)
  await app.open(`/user/${reader.user.user_id}`)
  await app.sees('h1', reader.user.nickname)
  await app.press('[role="tab"]', '点赞')
  await app.sees(CARD, note.title)
  await app.press('main a', '关注')
  await app.sees('[role="tab"]', '互相关注')
})

test('changes the channel', async ({ app }) => {
  await app.open('/explore')
  await app.sees(CARD)
  await app.press('nav[aria-label="频道"] a', '学习')
  await app.isAt('/explore/study')
  await app.sees('[aria-label="学习的笔记"] article')
})
