/** Drafts: saving, reopening, publishing, deleting. */
import * as posts from '@shiliu/contract/posts'
import { chooseCategory, openAs, toast } from '../support/actions.ts'
import { type Account, call, newAccount, newDraft } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { phonePhoto } from '../support/photos.ts'

const rows = (page: Page) => page.getByRole('list', { name: '我的草稿' }).getByRole('listitem')

/** Holds requests to `address` until the returned function is called. */
async function holdRequests(page: Page, address: string) {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return letThrough
}

async function draftsOf({ tokens }: Account) {
  const { posts: drafts } = await call(posts.list, { query: { is_draft: 'true' }, token: tokens.access_token })
  return drafts
}

test('saves a draft, reopens it and publishes it @desktop', async ({ page }, info) => {
  const author = await newAccount('慢慢写的人')
  await openAs(page, author, '/publish')

  await test.step('an image is enough', async () => {
    await page.getByRole('button', { name: '存草稿' }).click()
    await expect(page.getByText('写点什么，或者加张图片，再存草稿')).toBeVisible()
    await expect(page.getByText('请输入标题')).toBeHidden()
    await page.getByLabel('添加图片').setInputFiles(await phonePhoto(info, 'one.jpg', 800))
    await expect(page.getByText('封面')).toBeVisible()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    await page.getByRole('button', { name: '存草稿' }).click()
    await expect(toast(page, '草稿已保存')).toBeVisible()
    // Already before the redirect the URL names the draft, so that going back finds it.
    await expect(page).toHaveURL(/\/publish\?draftId=\d+&mode=edit$/)
    await page.clock.runFor(1400)
    await expect(page).toHaveURL(/\/publish\?draftId=\d+&mode=edit$/)
    await page.clock.runFor(100)
    await expect(page).toHaveURL('/draft-box')
    await page.clock.resume()
  })

  await test.step('draft box', async () => {
    await expect(page.getByText('共 1 篇草稿')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('无标题')
    await expect(rows(page)).toContainText(/刚刚|1分钟前/)
    await rows(page).getByRole('link', { name: /^编辑/ }).click()
    await expect(toast(page, '草稿已加载')).toBeVisible()
    await expect(page.getByRole('heading', { name: '编辑草稿' })).toBeVisible()
    await expect(page.getByRole('img', { name: '第1张图片' })).toBeVisible()
  })

  await test.step('saving again updates the same draft', async () => {
    await page.getByLabel('标题').fill('写完了')
    await page.getByRole('button', { name: '存草稿' }).click()
    await expect(page).toHaveURL('/draft-box')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('写完了')
  })

  await test.step('publishing turns it into a note', async () => {
    await rows(page).getByRole('link', { name: '写完了', exact: true }).click()
    await expect(page.getByLabel('标题')).toHaveValue('写完了')
    await page.getByLabel('正文').fill('终于')
    await chooseCategory(page, '生活')
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await expect(toast(page, '发布成功')).toBeVisible()
    await expect(page).toHaveURL('/post-management')
    await expect(page.getByText('共 1 篇笔记')).toBeVisible()
    await page.goto('/draft-box')
    await expect(page.getByText('暂无草稿')).toBeVisible()
    await expect(page.getByRole('link', { name: '创建第一篇草稿' })).toHaveAttribute('href', '/publish')
    expect(await draftsOf(author)).toEqual([])
  })
})

test('saves a draft of text alone, whose note still needs a picture @phone', async ({ page }) => {
  const author = await newAccount('先写字的人')
  await openAs(page, author, '/publish')
  await page.getByLabel('正文').fill('图以后再拍')
  await page.getByRole('button', { name: '存草稿' }).click()
  await expect(page).toHaveURL('/draft-box')
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('link', { name: /^编辑/ }).click()
  await expect(page.getByRole('textbox', { name: '正文' })).toHaveText('图以后再拍')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('请至少上传一张图片')).toBeVisible()
  expect((await draftsOf(author)).map(({ content, images }) => [content, images])).toEqual([['图以后再拍', []]])
})

for (const { name, other, working } of [
  { name: '存草稿', other: '发布', working: '正在保存草稿' },
  { name: '发布', other: '存草稿', working: '正在发布笔记' },
]) {
  test(`shows progress on the button 「${name}」 that was pressed @phone`, async ({ page }, info) => {
    await openAs(page, await newAccount('等图片的人'), '/publish')
    const picture = await holdRequests(page, '**/api/upload/image')
    const note = await holdRequests(page, '**/api/posts')
    await page.getByLabel('添加图片').setInputFiles(await phonePhoto(info, 'one.jpg', 800))
    await page.getByLabel('标题').fill('图片还在路上')
    await page.getByLabel('正文').fill('等一等')
    await chooseCategory(page, '生活')
    const button = (text: string) => page.getByRole('button', { name: text, exact: true })
    await button(name).click()
    for (const [step, release] of [
      ['正在上传图片', picture],
      [working, note],
    ] as const) {
      await expect(button(step)).toHaveAttribute('aria-busy', 'true')
      await expect(button(name)).toHaveCount(0)
      await expect(button(other)).toBeDisabled()
      await expect(button(other)).not.toHaveAttribute('aria-busy')
      release()
    }
    await expect(toast(page, name === '发布' ? '发布成功' : '草稿已保存')).toBeVisible()
  })
}

test('deletes a draft only after confirmation @desktop', async ({ page }) => {
  const author = await newAccount('删草稿的人')
  for (const title of ['留下', '扔掉']) await newDraft(author, title)
  await openAs(page, author, '/draft-box')
  await expect(rows(page)).toHaveCount(2)
  const remove = page.getByRole('button', { name: '删除「扔掉」' })
  const question = page.getByRole('dialog', { name: '删除「扔掉」' })
  await remove.click()
  await expect(question).toContainText('确定要删除这篇草稿吗？删除后 7 秒内可以撤销。')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(remove).toBeFocused()
  await remove.click()
  await question.getByRole('button', { name: '删除' }).click()
  await expect(toast(page, '删除成功')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('共 1 篇草稿')).toBeVisible()
  expect((await draftsOf(author)).map(({ title }) => title)).toEqual(['留下'])
})

test('reports a missing draft and one of another user @desktop', async ({ page, faults }) => {
  // Requested, and a 404 for this user.
  faults.allow(/status of 404 .*\/api\/posts/)
  const [author, other] = [await newAccount('写草稿的人'), await newAccount('好奇的人')]
  const { id } = await newDraft(author, '别人的草稿')
  await openAs(page, other, `/publish?draftId=${id}&mode=edit`)
  await expect(toast(page, '草稿不存在或已被删除')).toBeVisible()
  await expect(page).toHaveURL('/draft-box')
  await expect(page.getByText('暂无草稿')).toBeVisible()
})

for (const path of ['/draft-box', '/post-management']) {
  test(`redirects a guest from ${path} to the profile page @desktop`, async ({ page }) => {
    await page.goto(path)
    await expect(toast(page, '请先登录')).toBeVisible()
    await expect(page).toHaveURL('/user')
  })
}

test('shows the age of a draft in days for up to a month @desktop', async ({ page }) => {
  const author = await newAccount('放着的人')
  await newDraft(author, '放了很久')
  const days = (count: number) => new Date(Date.now() + count * 24 * 3_600_000)
  await openAs(page, author, '/api/health')
  const ages: [number, RegExp][] = [
    [0, /刚刚|分钟前/],
    [1, /^1天前/],
    [29, /^29天前/],
    [31, /^\d{2}-\d{2}|^\d{4}-\d{2}-\d{2}/],
  ]
  for (const [age, text] of ages) {
    await page.clock.setFixedTime(days(age))
    await page.goto('/draft-box')
    await expect(rows(page).getByRole('time')).toHaveText(text)
  }
})
