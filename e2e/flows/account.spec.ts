/** Registration, sign-in, sign-out and token renewal. */
import * as auth from '@shiliu/contract/auth'
import { fillSignIn, openAs, openSignIn, signIn, signOut, toast } from '../support/actions.ts'
import { call, newAccount, PASSWORD } from '../support/api.ts'
import { captchaAnswer } from '../support/database.ts'
import { expect, type Locator, type Page, test } from '../support/fixtures.ts'
import { unique } from '../support/unique.ts'

const captchaDialog = (page: Page) => page.getByRole('dialog', { name: '输入验证码' })
const boxes = (page: Page) => captchaDialog(page).getByRole('textbox')

async function openRegister(page: Page): Promise<Locator> {
  const dialog = await openSignIn(page)
  await dialog.getByRole('button', { name: '去注册' }).click()
  return page.getByRole('dialog', { name: '注册小石榴' })
}

async function fillRegister(dialog: Locator, id: string) {
  await dialog.getByLabel('小石榴号').fill(id)
  await dialog.getByLabel('昵称').fill('新同学')
  await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('确认密码', { exact: true }).fill(PASSWORD)
}

/** As on plain http: without proofs of work, so that captchas are asked for. */
const withoutProofs = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'))

/** Runs `action`, which loads a captcha, and returns the answer to that captcha. */
async function readCaptcha(page: Page, act: () => Promise<unknown>): Promise<string> {
  const arrival = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/auth/captcha')
  await act()
  const { data } = await (await arrival).json()
  await expect(captchaDialog(page).getByRole('img', { name: '验证码' })).toBeVisible()
  return captchaAnswer(data.captchaId)
}

/** A wrong answer of the same length. */
const wrong = (answer: string) => (answer.toLowerCase() === 'aaaa' ? 'bbbb' : 'aaaa')

test('registers by a proof of work, without a captcha @phone', async ({ page }) => {
  const id = unique('r')
  await page.goto('/explore')
  const dialog = await openRegister(page)
  await fillRegister(dialog, id)
  await dialog.getByRole('button', { name: '注册', exact: true }).click()
  await expect(toast(page, '注册成功')).toBeVisible()
  await expect(captchaDialog(page)).toBeHidden()
  await expect(dialog).toBeHidden()
})

test('registers with a captcha, signs out and signs in again @desktop', async ({ page, faults }) => {
  // The captcha is answered wrong on purpose.
  faults.allow(/status of 400 .*\/api\/auth\/register/)
  const id = unique('r')
  await withoutProofs(page)
  await page.goto('/explore')
  const dialog = await openRegister(page)
  await fillRegister(dialog, id)
  const answer = await readCaptcha(page, () => dialog.getByRole('button', { name: '注册', exact: true }).click())
  await expect(boxes(page)).toHaveCount(4)
  await expect(boxes(page).nth(0)).toBeFocused()

  await test.step('wrong answer', async () => {
    const picture = captchaDialog(page).getByRole('img', { name: '验证码' })
    const shown = await picture.getAttribute('src')
    await page.keyboard.type(wrong(answer))
    const again = await readCaptcha(page, () => page.keyboard.press('Enter'))
    await expect(captchaDialog(page).getByRole('alert')).toHaveText('验证码错误，请重新输入')
    await expect(picture).not.toHaveAttribute('src', shown ?? '')
    for (const index of [0, 1, 2, 3]) await expect(boxes(page).nth(index)).toHaveValue('')
    await expect(boxes(page).nth(0)).toBeFocused()
    await page.keyboard.type(again)
    await expect(captchaDialog(page).getByRole('alert')).toBeHidden()
  })

  await page.keyboard.press('Enter')
  await expect(toast(page, '注册成功')).toBeVisible()
  await expect(captchaDialog(page)).toBeHidden()
  await expect(dialog).toBeHidden()
  const own = page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '我' })
  await own.click()
  await expect(page.getByRole('heading', { name: '新同学' })).toBeVisible()
  await expect(page.getByText(`小石榴号：${id}`)).toBeVisible()

  await signOut(page)
  await expect(page.getByText('登录后即可查看个人信息和管理内容')).toBeVisible()
  await signIn(page, id, PASSWORD)
  await expect(page.getByText(`小石榴号：${id}`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`小石榴号：${id}`)).toBeVisible()
})

test('says whom to ask for a forgotten password @phone', async ({ page }) => {
  await page.goto('/explore')
  const dialog = await openSignIn(page)
  const help = page.getByText('联系本站的管理员')
  await expect(help).toBeHidden()
  await dialog.getByRole('button', { name: '忘记密码' }).click()
  await expect(help).toBeVisible()
  await page.getByRole('button', { name: '返回登录' }).click()
  await expect(dialog.getByLabel('密码', { exact: true })).toBeVisible()
})

test('asks before a registration that was begun is discarded @phone', async ({ page }) => {
  await page.goto('/explore/recommend')
  const dialog = await openRegister(page)
  await dialog.getByLabel('昵称').fill('新同学')
  const question = page.getByRole('dialog', { name: '放弃注册？' })
  await page.goBack()
  await question.getByRole('button', { name: '继续填' }).click()
  await expect(question).toBeHidden()
  await expect(dialog.getByLabel('昵称')).toHaveValue('新同学')
  await dialog.getByRole('button', { name: '关闭' }).click()
  await question.getByRole('button', { name: '放弃' }).click()
  await expect(dialog).toBeHidden()
})

test('moves between the captcha boxes by typing, arrow keys and pasting @desktop', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await withoutProofs(page)
  await page.goto('/explore')
  const dialog = await openRegister(page)
  await fillRegister(dialog, unique('r'))
  const submit = dialog.getByRole('button', { name: '注册', exact: true })
  const first = await readCaptcha(page, () => submit.click())
  const confirm = captchaDialog(page).getByRole('button', { name: '确定' })
  const values = async () =>
    (await boxes(page).all()).reduce(async (text, box) => (await text) + (await box.inputValue()), Promise.resolve(''))
  const at = (index: number) => expect(boxes(page).nth(index)).toBeFocused()

  await at(0)
  await page.keyboard.press('a')
  await at(1)
  await page.keyboard.press('b')
  await at(2)
  await page.keyboard.press('ArrowLeft')
  await at(1)
  await page.keyboard.press('ArrowRight')
  await at(2)
  await page.keyboard.press('Backspace')
  await at(1)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await at(0)
  expect(await values()).toBe('')
  await expect(confirm).toBeDisabled()

  const second = await readCaptcha(page, () =>
    captchaDialog(page).getByRole('button', { name: '换一张验证码' }).click(),
  )
  expect(second).not.toBe(first)
  await page.evaluate((text) => navigator.clipboard.writeText(text), second)
  await boxes(page).nth(0).focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect.poll(values).toBe(second)
  await expect(confirm).toBeEnabled()

  await page.keyboard.press('Escape')
  await expect(captchaDialog(page)).toBeHidden()
  await expect(dialog.getByLabel('昵称')).toHaveValue('新同学')
})

test('reports a taken user id at its field, while typing and on submit @desktop', async ({ page, faults }) => {
  // Another user takes the id while the captcha is being solved.
  faults.allow(/status of 400 .*\/api\/auth\/register/)
  await withoutProofs(page)
  await page.goto('/explore')
  const dialog = await openRegister(page)
  const id = dialog.getByLabel('小石榴号')
  await fillRegister(dialog, 'shiliu01')
  await expect(id).toHaveAccessibleDescription('该账号已被注册')
  await expect(dialog.getByRole('button', { name: '注册', exact: true })).toBeDisabled()

  const wanted = unique('r')
  await id.fill(wanted)
  await expect(id).not.toHaveAccessibleDescription('该账号已被注册')
  const answer = await readCaptcha(page, () => dialog.getByRole('button', { name: '注册', exact: true }).click())
  const theirs = await call(auth.captcha)
  const body = { user_id: wanted, nickname: '更快的人', password: PASSWORD }
  await call(auth.register, {
    body: { ...body, captchaId: theirs.captchaId, captchaText: captchaAnswer(theirs.captchaId) },
  })
  await page.keyboard.type(answer)
  await page.keyboard.press('Enter')
  await expect(captchaDialog(page)).toBeHidden()
  await expect(id).toHaveAccessibleDescription('该账号已被注册，小石榴号已存在')
  await expect(dialog.getByLabel('昵称')).toHaveValue('新同学')

  await test.step('requests another captcha, since the first is used up', async () => {
    await id.fill(unique('r'))
    const next = await readCaptcha(page, () => dialog.getByRole('button', { name: '注册', exact: true }).click())
    await page.keyboard.type(next)
    await page.keyboard.press('Enter')
    await expect(toast(page, '注册成功')).toBeVisible()
  })
})

test('signs in after a wrong password @desktop', async ({ page, faults }) => {
  faults.allow(/status of 400 .*\/api\/auth\/login/)
  await page.goto('/explore')
  const dialog = await openSignIn(page)
  await fillSignIn(dialog, 'shiliu01', 'shiliu124')
  await expect(dialog.getByRole('alert')).toHaveText('账号或密码错误')
  await expect(dialog.getByLabel('小石榴号')).toHaveValue('shiliu01')
  await fillSignIn(dialog, 'shiliu01', PASSWORD)
  await expect(toast(page, '登录成功')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.goto('/user')
  await expect(page.getByText('小石榴号：shiliu01')).toBeVisible()
})

test('signs two tabs of one browser in and out together @desktop', async ({ page, context }) => {
  const { user } = await newAccount('两扇窗')
  await page.goto('/explore')
  const other = await context.newPage()
  await other.goto('/user')
  await expect(other.getByText('登录后即可查看个人信息和管理内容')).toBeVisible()
  await signIn(page, user.user_id, PASSWORD)
  await expect(other.getByRole('heading', { name: user.nickname })).toBeVisible()
  await signOut(page)
  await expect(other.getByText('登录后即可查看个人信息和管理内容')).toBeVisible()
})

test('stays signed in when the access token has expired @desktop', async ({ page }) => {
  const { user, tokens, password } = await newAccount('常来的人')
  await openAs(page, { user, tokens, password }, '/user')
  await expect(page.getByRole('heading', { name: user.nickname })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('tokenExpiresAt', '1'))
  await page.reload()
  await expect(page.getByRole('heading', { name: user.nickname })).toBeVisible()
  // Compares refresh tokens: two access tokens signed within one second are equal.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('refreshToken'))).not.toBe(tokens.refresh_token)
  expect(await page.evaluate(() => Number(localStorage.getItem('tokenExpiresAt')))).toBeGreaterThan(Date.now())
  await expect(page.getByText('还没有发布笔记')).toBeVisible()
})
