/** The note detail: shortcuts, images, comments, and failures meanwhile. */
import * as categories from '@shiliu/contract/categories'
import * as comments from '@shiliu/contract/comments'
import * as posts from '@shiliu/contract/posts'
import { openAs, swipe, toast } from '../support/actions.ts'
import { type Account, call, type NewNote, newAccount, newNote, newPicture } from '../support/api.ts'
import { addVideo } from '../support/database.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { recordVideo } from '../support/video.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

type Scene = { author: Account; reader: Account; note: NewNote }

async function scene(pictures = 1): Promise<Scene> {
  const [author, reader] = [await newAccount('写笔记的人'), await newAccount('看笔记的人')]
  const [category] = await call(categories.list)
  return { author, reader, note: await newNote(author, category?.id ?? 0, pictures) }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: '笔记详情' })
const viewer = (page: Page) => page.getByRole('dialog', { name: '查看大图' })
const place = (page: Page, text: string) =>
  page.getByRole('region', { name: '笔记图片' }).getByText(`第 ${text}`, { exact: true })

/** The button that opens an image of the gallery in the viewer. */
const enlarge = (page: Page, at: number) => page.getByRole('button', { name: new RegExp(`^查看大图：.*第 ${at} 张`) })

/** Opens the note over its author's profile. */
async function openAbove(page: Page, { author, reader, note }: Scene) {
  await openAs(page, reader, `/user/${author.user.user_id}`)
  await page.getByRole('link', { name: note.title }).click()
  await expect(dialog(page).getByRole('heading', { name: note.title })).toBeVisible()
}

function write(account: Account, post_id: number, content: string, parent_id: number | null = null) {
  return call(comments.create, { token: account.tokens.access_token, body: { post_id, content, parent_id } })
}

/** Scrolls until the last comment has loaded. */
async function readAllComments(page: Page) {
  const end = page.getByRole('region', { name: '评论' }).getByRole('status').last()
  await expect(async () => {
    await end.scrollIntoViewIfNeeded()
    await expect(page.getByText('没有更多评论了')).toBeVisible({ timeout: 500 })
  }).toPass()
}

/** Collects the comments that are highlighted from now on, however briefly. */
async function recordHighlights(page: Page) {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      for (const comment of document.querySelectorAll('[data-highlighted]')) seen.push(comment.textContent ?? '')
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
}

test('handles shortcuts unless another control uses the keys @desktop', async ({ page }) => {
  const stage = await scene(3)
  await openAbove(page, stage)
  await expect(page).toHaveTitle(`${stage.note.title} - 小石榴`)
  const [like, collect] = [
    page.getByRole('button', { name: /^点赞 \d/ }).last(),
    page.getByRole('button', { name: /^收藏 / }),
  ]

  await test.step('images, like, collect', async () => {
    for (const [key, shown] of [
      ['ArrowLeft', '1/3'],
      ['ArrowRight', '2/3'],
      ['ArrowRight', '3/3'],
      ['ArrowRight', '3/3'],
      ['ArrowLeft', '2/3'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(place(page, shown)).toBeVisible()
    }
    await page.keyboard.press('d')
    await expect(dialog(page).getByRole('button', { name: '点赞 1', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.keyboard.press('S')
    await expect(collect).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('not while typing', async () => {
    await page.getByRole('button', { name: '说点什么' }).click()
    const field = page.getByRole('textbox', { name: '写评论' })
    await field.pressSequentially('ds')
    await field.press('ArrowLeft')
    await field.press('Escape')
    await expect(field).toBeHidden()
    await expect(place(page, '2/3')).toBeVisible()
    await expect(collect).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('button', { name: 'ds' })).toBeVisible()
  })

  await test.step('not behind the image viewer', async () => {
    await enlarge(page, 2).click()
    await expect(viewer(page)).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(viewer(page).getByText('3 / 3')).toBeVisible()
    await page.keyboard.press('d')
    await page.keyboard.press('Escape')
    await expect(viewer(page)).toBeHidden()
    await expect(place(page, '3/3')).toBeVisible()
    await expect(dialog(page)).toBeVisible()
  })

  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '离开这篇笔记？' }).getByRole('button', { name: '离开' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(`/user/${stage.author.user.user_id}`)
  await expect(page).not.toHaveTitle(new RegExp(stage.note.title))
  const { liked, collected } = await call(posts.get, {
    params: { id: stage.note.id },
    token: stage.reader.tokens.access_token,
  })
  expect({ liked, collected }).toEqual({ liked: true, collected: true })
  await expect(like).toBeVisible()
})

test('keeps the note page open on Esc and asks a guest to sign in @desktop', async ({ page }) => {
  const { note } = await scene()
  await page.goto(`/post?id=${note.id}`)
  await expect(page.getByRole('heading', { name: note.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('d')
  const signIn = page.getByRole('dialog', { name: '登录小石榴' })
  await expect(signIn).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(signIn).toBeHidden()
  await expect(page).toHaveURL(`/post?id=${note.id}`)
  await expect(page.getByRole('heading', { name: note.title })).toBeVisible()
})

test('opens images in the viewer', async ({ page, isMobile }) => {
  await openAbove(page, await scene(2))
  await enlarge(page, 1).click()
  const slide = viewer(page).getByRole('group', { name: '第 1 张，共 2 张' })
  await expect(slide.getByRole('img', { name: /第 1 张，共 2 张$/ })).toBeVisible()
  if (isMobile) await swipe(slide, -120)
  else {
    const zoom = viewer(page).getByRole('button', { name: '放大' })
    await zoom.click()
    await expect(viewer(page).getByRole('button', { name: '缩小' })).toBeEnabled()
    await viewer(page).getByRole('button', { name: '下一张' }).click()
  }
  await expect(viewer(page).getByText('2 / 2')).toBeVisible()

  await test.step('going back closes the viewer, not the note', async () => {
    await page.goBack()
    await expect(viewer(page)).toBeHidden()
    await expect(place(page, '2/2')).toBeVisible()
    await expect(page).toHaveURL(/\/post\?id=/)
  })

  await test.step('the button closes it, too, without leaving a history entry', async () => {
    await enlarge(page, 2).click()
    await viewer(page).getByRole('button', { name: '关闭' }).click()
    await expect(viewer(page)).toBeHidden()
    await expect(enlarge(page, 2)).toBeFocused()
    await page.goForward()
    await expect(dialog(page)).toBeVisible()
    await page.goBack()
    await expect(dialog(page)).toBeHidden()
  })
})

test('changes the image by swiping @phone', async ({ page }) => {
  await openAbove(page, await scene(3))
  const picture = page.getByRole('region', { name: '笔记图片' })
  await swipe(picture, -60)
  await expect(place(page, '2/3')).toBeVisible()
  await swipe(picture, -40)
  await swipe(picture, 60)
  await expect(place(page, '1/3')).toBeVisible()
  await expect(viewer(page)).toBeHidden()
  await page.getByRole('button', { name: '第 3 张', exact: true }).tap()
  await expect(place(page, '3/3')).toBeVisible()
})

test('contains its close button for screen readers @desktop', async ({ page }) => {
  await openAbove(page, await scene())
  await dialog(page).getByRole('button', { name: '关闭' }).click()
  await expect(dialog(page)).toBeHidden()
})

test('closes to the explore page when opened by URL @phone', async ({ page }) => {
  const { note } = await scene()
  await page.goto(`/post?id=${note.id}`)
  await page.getByRole('button', { name: '关闭' }).click()
  await expect(page).toHaveURL(/\/explore\//)
})

test('copies the link of the note @desktop', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { note } = await scene()
  await page.goto(`/post?id=${note.id}`)
  await page.getByRole('button', { name: '分享' }).click()
  await expect(toast(page, '已复制链接，快去分享给好友吧')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/post?id=${note.id}`)

  await test.step('also without TLS', async () => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.reload()
    const share = page.getByRole('button', { name: '分享' })
    await share.click()
    await expect(toast(page, '已复制链接，快去分享给好友吧')).toBeVisible()
    await expect(share).toBeFocused()
  })
})

test('scrolls to the comment named by the URL and collapses replies', async ({ page }) => {
  const { note, author, reader } = await scene()
  const first = await write(reader, note.id, '最早的一条')
  const replies = ['一', '二', '三', '四', '五']
  const ids = []
  for (const text of replies) ids.push((await write(author, note.id, `回答${text}`, first.id)).id)
  for (let n = 0; n < 11; n++) await write(reader, note.id, `后来的${n}`)
  const target = page.getByText('回答四')
  await Promise.all([
    page.goto(`/post?id=${note.id}&targetCommentId=${ids[3]}`),
    expect(target).toBeInViewport(),
    expect(page.locator('[data-highlighted]')).toContainText('回答四'),
  ])
  await expect(page.locator('[data-highlighted]')).toHaveCount(0)

  await page.getByRole('button', { name: '收起回复' }).click()
  await expect(target).toBeHidden()
  await expect(page.getByText('回答二')).toBeVisible()
  await page.getByRole('button', { name: '展开 3 条回复' }).click()
  await expect(page.getByText('回答五')).toBeVisible()

  await test.step('changing the order does not scroll there again', async () => {
    const highlighted = await recordHighlights(page)
    await page.getByRole('button', { name: '最早' }).click()
    await expect(page.getByRole('button', { name: '最早' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('最早的一条')).toBeVisible()
    // The comment is on the first page: a second jump would happen before the last page loads.
    await readAllComments(page)
    expect(await highlighted()).toEqual([])
  })
})

test('reports that the comment named by the URL is gone @phone', async ({ page, faults }) => {
  faults.allow(/status of 404 .*\/place/)
  const { note, reader } = await scene()
  await write(reader, note.id, '还在的')
  const { id } = await write(reader, note.id, '撤回的')
  await call(comments.remove, { token: reader.tokens.access_token, params: { id } })
  await page.goto(`/post?id=${note.id}&targetCommentId=${id}`)
  await expect(toast(page, '没有找到这条评论，它可能已被删除')).toBeVisible()
  await expect(page.getByText('还在的')).toBeVisible()
})

test('deletes an own comment together with its replies @desktop', async ({ page }) => {
  const { note, author, reader } = await scene()
  const { id } = await write(reader, note.id, '我先说')
  await write(author, note.id, '我回答', id)
  await write(author, note.id, '别人的')
  await openAs(page, reader, `/post?id=${note.id}`)
  await expect(page.getByRole('heading', { name: '共 3 条评论' })).toBeVisible()
  await page.getByRole('button', { name: '删除' }).click()
  const question = page.getByRole('dialog', { name: '删除评论' })
  await question.getByRole('button', { name: '取消' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('我先说')).toBeVisible()
  await page.getByRole('button', { name: '删除' }).click()
  await question.getByRole('button', { name: '删除' }).click()
  await expect(toast(page, '评论已删除')).toBeVisible()
  await expect(page.getByRole('heading', { name: '共 1 条评论' })).toBeVisible()
  await expect(page.getByText('我回答')).toBeHidden()
  await expect(page.getByText('别人的')).toBeVisible()
  // The comment that takes its place gets the focus.
  await expect(page.getByRole('button', { name: /^回复 / })).toBeFocused()
})

test('reports that the open note was deleted @desktop', async ({ page, faults }) => {
  // The rejected like, and later requests for the note.
  faults.allow(/status of 404 .*\/api\/(likes|posts)/)
  const stage = await scene()
  const loaded = page.waitForResponse((response) => response.url().endsWith(`/api/posts/${stage.note.id}`))
  await openAbove(page, stage)
  // Nothing that is still loading must tell of the deletion before the click does.
  await loaded
  await expect(dialog(page).getByText('还没有评论，来说第一句吧')).toBeVisible()
  const token = stage.author.tokens.access_token
  await call(posts.remove, { token, params: { id: stage.note.id } })
  await dialog(page).getByRole('button', { name: '点赞 0', exact: true }).click()
  await expect(toast(page, '笔记不存在或已被删除')).toBeVisible()
  await expect(dialog(page).getByText('笔记不见了')).toBeVisible()
  await dialog(page).getByRole('button', { name: '返回' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('link', { name: stage.note.title })).toBeHidden()
})

test('retries an image that failed to load @phone', async ({ page, faults }) => {
  // Images fail to load at first.
  faults.allow(/net::ERR_FAILED/)
  const { note } = await scene()
  await page.route('**/uploads/**', (route) => route.abort())
  await page.goto(`/post?id=${note.id}`)
  await expect(page.getByText('图片加载失败')).toBeVisible()
  await page.unroute('**/uploads/**')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('图片加载失败')).toBeHidden()
  const picture = page.getByRole('img', { name: note.title, exact: true })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
})

test('shows a placeholder for a comment image that failed to load @desktop', async ({ page, faults }) => {
  // One of the two images fails to load.
  faults.allow(/net::ERR_FAILED/)
  const { reader, note } = await scene()
  const token = reader.tokens.access_token
  const [lost, kept] = [await newPicture(token, 200, 200), await newPicture(token, 200, 100)]
  const stored = [lost, kept].map((url) => `<img src="${url}" alt="评论图片" class="comment-image" />`)
  await write(reader, note.id, stored.join(''))
  await page.route(`**${lost}`, (route) => route.abort())
  await page.goto(`/post?id=${note.id}`)
  const pictures = page.getByRole('region', { name: '评论' }).getByRole('list', { name: '评论图片' }).locator('img')
  await pictures.first().scrollIntoViewIfNeeded()
  await expect(pictures.first()).toHaveAttribute('src', '/placeholder.webp')
  await expect(pictures.first()).toHaveAttribute('alt', '图片加载失败')
  await expect(pictures.last()).toHaveAttribute('src', kept)
  for (const picture of await pictures.all()) {
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(picture).toHaveCSS('opacity', '1')
  }
  const [first, last] = await pictures.evaluateAll((images) => images.map((image) => image.clientHeight))
  expect(first).toBe(last)
  await page.getByRole('button', { name: '查看第2张图片' }).click()
  await expect(viewer(page)).toBeVisible()
})

test('plays a video among the images @desktop', async ({ page }) => {
  const stage = await scene(2)
  await page.goto('/api/health')
  const body = await recordVideo(page)
  await page.route('https://videos.example/**', (route) => route.fulfill({ contentType: 'video/mp4', body }))
  addVideo(stage.note.id, 'https://videos.example/a.mp4')
  await openAs(page, stage.reader, `/user/${stage.author.user.user_id}`)
  await expect(page.getByRole('img', { name: '有视频' })).toBeVisible()
  await page.getByRole('link', { name: stage.note.title }).click()
  const video = dialog(page).locator('video')
  await expect(place(page, '1/3')).toBeVisible()
  await expect(dialog(page).getByText(/^时长 00:0\d$/)).toBeVisible()
  expect(await video.evaluate((player: HTMLVideoElement) => player.paused)).toBe(true)

  await video.evaluate((player: HTMLVideoElement) => player.play())
  await expect(dialog(page).getByText(/^时长/)).toBeHidden()
  await video.press('ArrowRight')
  await expect(place(page, '1/3')).toBeVisible()
  await page.getByRole('button', { name: '第 2 张', exact: true }).click()
  await expect(place(page, '2/3')).toBeVisible()
  expect(await video.evaluate((player: HTMLVideoElement) => player.paused)).toBe(true)

  await test.step('the viewer shows images only', async () => {
    await enlarge(page, 2).click()
    await expect(viewer(page).getByText('1 / 2')).toBeVisible()
  })
})

test('keeps the focus when more comments load @desktop', async ({ page }) => {
  const { note, author, reader } = await scene()
  for (let n = 0; n < 12; n++) await write(author, note.id, `第${n}条评论`)
  await openAs(page, reader, `/post?id=${note.id}`)
  const comments = page.getByRole('region', { name: '评论' })
  await comments.getByRole('button', { name: /^点赞/ }).first().click()
  await page.getByRole('banner').click({ position: { x: 2, y: 2 } })
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  expect(await focused()).toBe('BODY')
  await readAllComments(page)
  expect(await focused()).toBe('BODY')
})
