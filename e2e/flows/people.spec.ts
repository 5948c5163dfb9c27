/** Profiles, follow lists and user cards. */
import * as categories from '@shiliu/contract/categories'
import * as follows from '@shiliu/contract/follows'
import * as users from '@shiliu/contract/users'
import sharp from 'sharp'
import { openAs, toast } from '../support/actions.ts'
import { type Account, call, newAccount, newNote } from '../support/api.ts'
import { expect, type Locator, type Page, test } from '../support/fixtures.ts'
import { phonePhoto } from '../support/photos.ts'
import { origin } from '../support/server.ts'

const profileOf = ({ user }: Account) => call(users.get, { params: { id: user.user_id } })
const follow = (follower: Account, followed: Account) =>
  call(follows.create, { token: follower.tokens.access_token, params: { id: followed.user.user_id } })

async function note(author: Account) {
  const [category] = await call(categories.list)
  return newNote(author, category?.id ?? 0)
}

async function openEditing(page: Page, account: Account): Promise<Locator> {
  await openAs(page, account, '/user')
  await page.getByRole('button', { name: '编辑资料' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑资料' })
  await expect(dialog.getByLabel('昵称')).toHaveValue(account.user.nickname)
  return dialog
}

/** Fills in the form except for the avatar, by keyboard where possible. */
async function fillProfile(dialog: Locator) {
  const page = dialog.page()
  await dialog.getByLabel('简介').fill('爱拍照\n也爱 <猫>')
  await dialog.getByText('女', { exact: true }).click()
  await dialog.getByText('双鱼座', { exact: true }).click()
  await dialog.getByRole('spinbutton', { name: '能量来源' }).press('i')
  await dialog.getByRole('spinbutton', { name: '认知方式' }).press('ArrowDown')
  await dialog.getByRole('button', { name: 'F 情感' }).click()
  await dialog.getByText('本科', { exact: true }).click()
  await dialog.getByLabel('专业').fill('汉语言文学')
  const interest = dialog.getByLabel('兴趣爱好')
  for (const word of ['摄影', '摄影', '爬山']) {
    await interest.fill(word)
    await page.keyboard.press('Enter')
  }
  await interest.fill('猫')
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
}

test('edits the profile and shows errors at their fields @desktop', async ({ page }) => {
  const person = await newAccount('改名之前')
  const { title } = await note(person)
  const dialog = await openEditing(page, person)
  const save = dialog.getByRole('button', { name: '保存' })

  await fillProfile(dialog)
  await dialog.getByLabel('昵称').fill('这个昵称实在是太长了一点')
  await dialog.getByLabel('兴趣爱好').fill('九个字的兴趣爱好呀')
  await save.click()
  await expect(dialog.getByText('昵称不能超过10个字')).toBeVisible()
  await expect(dialog.getByLabel('昵称')).toBeFocused()
  await expect(dialog.getByText('四项都选好，或者全部清空')).toBeVisible()
  await expect(dialog.getByText('每个兴趣不能超过8个字')).toBeVisible()

  await dialog.getByLabel('昵称').fill('改名之后')
  await dialog.getByRole('spinbutton', { name: '生活方式' }).press('p')
  await dialog.getByLabel('兴趣爱好').fill('')
  await save.click()
  await expect(toast(page, '资料更新成功')).toBeVisible()
  await expect(dialog).toBeHidden()

  await expect(page.getByRole('heading', { name: '改名之后' })).toBeVisible()
  await expect(page.getByRole('list', { name: '个性标签' }).getByRole('listitem')).toHaveText([
    '女',
    '双鱼座',
    'INFP',
    '本科',
    '汉语言文学',
    '摄影',
    '爬山',
    '猫',
  ])
  const card = page.getByRole('article').filter({ hasText: title })
  await expect(card.getByRole('link', { name: '改名之后' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toContain('改名之后')
  expect(await profileOf(person)).toMatchObject({ mbti: 'INFP', bio: '爱拍照<br>也爱 &lt;猫&gt;', gender: '女' })
})

test('crops an avatar to a square; a failed upload aborts and keeps the form @desktop', async ({
  page,
  faults,
}, info) => {
  const person = await newAccount('换头像的人')
  const dialog = await openEditing(page, person)
  await dialog.getByLabel('昵称').fill('换了头像')
  const file = dialog.getByLabel('头像图片')
  await file.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(dialog.getByText('请选择有效的图片格式')).toBeVisible()
  await file.setInputFiles(await phonePhoto(info, 'me.jpg', 1200))

  const crop = page.getByRole('dialog', { name: '裁剪头像' })
  const frame = crop.getByRole('group', { name: '裁剪区域' })
  await expect(frame).toBeFocused()
  // Upright, the image has a red band at its top, which fills the crop after zooming and moving down.
  for (let step = 0; step < 20; step++) await page.keyboard.press('+')
  await expect(crop.getByRole('slider', { name: '缩放' })).toHaveValue('3')
  for (let step = 0; step < 60; step++) await page.keyboard.press('ArrowDown')
  await crop.getByRole('button', { name: '确定' }).click()
  await expect(crop).toBeHidden()
  await expect(dialog.getByRole('button', { name: '恢复原来的头像' })).toBeVisible()

  await test.step('offline', async () => {
    faults.allow(/upload\/single/, /ERR_FAILED/)
    await page.route('**/api/upload/single', (route) => route.abort())
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(toast(page, '头像上传失败，请重试')).toBeVisible()
    await expect(dialog.getByLabel('昵称')).toHaveValue('换了头像')
    await expect(dialog.getByRole('button', { name: '恢复原来的头像' })).toBeVisible()
    expect((await profileOf(person)).nickname).toBe('换头像的人')
    await page.unroute('**/api/upload/single')
  })

  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(toast(page, '资料更新成功')).toBeVisible()
  const { avatar, nickname } = await profileOf(person)
  expect(nickname).toBe('换了头像')
  const own = page.getByRole('button', { name: '查看换了头像的头像大图' })
  await expect(own.locator('img')).toHaveAttribute('src', avatar)
  await expect(page.getByRole('navigation', { name: '主导航' }).locator(`img[src="${avatar}"]`)).toBeVisible()

  const square = sharp(Buffer.from(await (await fetch(new URL(avatar, origin))).arrayBuffer()))
  expect(await square.metadata()).toMatchObject({ width: 300, height: 300 })
  const { channels } = await square.stats()
  expect(channels.map(({ mean }) => Math.round(mean / 50) * 50)).toEqual([200, 0, 0])
})

test('confirms before discarding changes of the profile @desktop', async ({ page }) => {
  const dialog = await openEditing(page, await newAccount('犹豫的人'))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: '编辑资料' }).click()
  await dialog.getByLabel('昵称').fill('改不改呢')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '放弃修改？' })
  await question.getByRole('button', { name: '继续改' }).click()
  await expect(dialog.getByLabel('昵称')).toHaveValue('改不改呢')
  await dialog.getByRole('button', { name: '取消' }).click()
  await question.getByRole('button', { name: '放弃' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: '犹豫的人' })).toBeVisible()
})

test('lists followed users, followers and mutual follows @desktop', async ({ page }) => {
  const [me, idol, friend, fan] = [
    await newAccount('我自己'),
    await newAccount('偶像'),
    await newAccount('朋友'),
    await newAccount('粉丝甲'),
  ]
  for (const [one, other] of [
    [me, idol],
    [me, friend],
    [friend, me],
    [fan, me],
  ] as const) {
    await follow(one, other)
  }
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''))

  await openAs(page, me, '/user')
  await page.getByRole('link', { name: '2 关注' }).click()
  await expect(page).toHaveURL('/follow/following')
  await expect(page.getByRole('heading', { name: '关注', exact: true })).toBeVisible()
  const people = (tab: string) => page.getByRole('list', { name: tab, exact: true }).getByRole('listitem')
  await expect(people('关注')).toHaveCount(2)
  expect(asked).not.toContain('followers')

  await page.getByRole('tab', { name: '粉丝' }).click()
  await expect(page).toHaveURL('/follow/followers')
  await expect(people('粉丝')).toHaveCount(2)
  await people('粉丝').getByRole('button', { name: '回关 粉丝甲' }).click()
  await expect(people('粉丝').getByRole('button', { name: '互相关注 粉丝甲' })).toBeVisible()
  await page.getByRole('tab', { name: '互相关注' }).click()
  await expect(page.getByRole('heading', { name: '互相关注' })).toBeVisible()
  await expect(people('互相关注')).toHaveCount(2)

  const popup = page.waitForEvent('popup')
  await people('互相关注').getByRole('link', { name: '朋友', exact: true }).click()
  await expect(await popup).toHaveURL(`/user/${friend.user.user_id}`)

  // Tabs add no history entries.
  await page.getByRole('button', { name: '返回', exact: true }).click()
  await expect(page).toHaveURL('/user')
  await expect(page.getByRole('link', { name: '3 关注' })).toBeVisible()

  await page.goto('/follow/friends')
  await expect(page).toHaveURL('/follow/following')
})

test('shows empty follow lists and redirects a guest @desktop', async ({ page, otherPage }) => {
  await openAs(page, await newAccount('刚来的人'), '/follow/mutual')
  await expect(page.getByText('暂无用户数据')).toBeVisible()
  await otherPage.goto('/follow/mutual')
  await expect(otherPage).toHaveURL('/explore/recommend')
})

test('shows a user card on hover @desktop', async ({ page }) => {
  const [author, reader] = [await newAccount('被指的人'), await newAccount('指的人')]
  const { id, title } = await note(author)
  await openAs(page, reader, `/post?id=${id}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  // The second time the card's chunk is loaded already.
  const link = page.getByRole('link', { name: '被指的人', exact: true }).first()
  const card = page.getByRole('group', { name: '被指的人的名片' })
  await link.hover()
  await expect(card).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await page.mouse.move(700, 850)

  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await link.hover()
  await page.clock.runFor(499)
  await expect(card).toBeHidden()
  await page.clock.runFor(1)
  await expect(card).toBeVisible()
  const { width = 0, height = 0 } = (await card.boundingBox()) ?? {}
  expect([width, height].map(Math.round)).toEqual([360, 300])
  await expect(card.getByRole('list', { name: '最近的笔记' }).getByRole('listitem')).toHaveCount(1)

  await test.step('stays open while the pointer is on it', async () => {
    await card.hover()
    await page.clock.runFor(1000)
    await expect(card).toBeVisible()
    await page.clock.resume()
    await card.getByRole('button', { name: '关注 被指的人' }).click()
    await expect(card.getByRole('button', { name: '已关注 被指的人' })).toBeVisible()
    await expect(card.getByText('1 粉丝')).toBeVisible()
  })
  await page.clock.pauseAt(Date.now() + 3600_000)
  await page.mouse.move(700, 850)
  await page.clock.runFor(199)
  await expect(card).toBeVisible()
  await page.clock.runFor(1)
  await expect(card).toBeHidden()

  await test.step('by the keyboard', async () => {
    await link.focus()
    await page.keyboard.press('Shift')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(link).toBeFocused()
    await page.clock.runFor(500)
    await expect(card).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  })
})

test('updates the counts after a like, a collection and a follow @phone', async ({ page }) => {
  const [author, reader] = [await newAccount('被赞的人'), await newAccount('点赞的人')]
  const { title } = await note(author)
  await openAs(page, reader, `/user/${author.user.user_id}`)
  await expect(page.getByText('0 获赞与收藏')).toBeVisible()
  await page.getByRole('article').filter({ hasText: title }).getByRole('button', { name: '点赞 0' }).click()
  await expect(page.getByText('1 获赞与收藏')).toBeVisible()
  // The clock is fixed: the second press comes within two seconds of the first.
  await page.clock.setFixedTime(Date.now())
  await page.getByRole('button', { name: '关注 被赞的人' }).click()
  await expect(page.getByText('1 粉丝')).toBeVisible()

  await page.getByRole('button', { name: '已关注 被赞的人' }).click()
  await expect(toast(page, '操作太快了，稍等一下')).toBeVisible()
  await expect(page.getByRole('button', { name: '已关注 被赞的人' })).toBeVisible()
})

test('rolls back a failed follow and asks a guest to sign in @desktop', async ({ page, otherPage, faults }) => {
  const [one, other] = [await newAccount('想关注的人'), await newAccount('没关注上的人')]
  const address = `/user/${other.user.user_id}`
  faults.allow(/ERR_FAILED/)
  await openAs(page, one, address)
  await page.route('**/follow', (route) => route.abort())
  await page.getByRole('button', { name: '关注 没关注上的人', exact: true }).click()
  await expect(toast(page, '网络连接失败')).toBeVisible()
  await expect(page.getByRole('button', { name: '关注 没关注上的人', exact: true })).toBeVisible()
  await expect(page.getByText('0 粉丝')).toBeVisible()

  await otherPage.goto(address)
  await otherPage.getByRole('button', { name: '关注 没关注上的人', exact: true }).click()
  await expect(toast(otherPage, '请先登录')).toBeVisible()
  await expect(otherPage.getByRole('dialog', { name: '登录小石榴' })).toBeVisible()
})

test('sets the title to the nickname, also on the second visit @desktop', async ({ page }) => {
  const account = await newAccount('有名字的人')
  const { user } = account
  await openAs(page, account, '/user')
  const menu = page.getByRole('navigation', { name: '主导航' })
  for (const time of ['first', 'second']) {
    await test.step(time, async () => {
      await expect(page.getByRole('heading', { name: user.nickname })).toBeVisible()
      await expect(page).toHaveTitle(`${user.nickname} - 小石榴`)
      await menu.getByRole('link', { name: '发现' }).click()
      await expect(page).toHaveTitle('发现 - 小石榴')
      await menu.getByRole('link', { name: '我', exact: true }).click()
    })
  }
})
