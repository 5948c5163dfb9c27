/**
 * Signing in with the account of a school: set up in the back office, used, linked, unlinked, and left
 * (docs/product.md#campus-sign-in).
 */
import { providers } from '@shiliu/contract/admin/providers'
import * as campus from '@shiliu/contract/campus'
import { startSchoolCas } from '../../apps/server/test/school-cas.ts'
import { CLIENT, startSchoolOidc } from '../../apps/server/test/school-oidc.ts'
import { fillSignIn, openAs, openAsAdmin, openSignIn, settled, toast } from '../support/actions.ts'
import { adminToken, call, demoAccount, newAccount } from '../support/api.ts'
import { expect, type Page, test } from '../support/fixtures.ts'
import { origin } from '../support/server.ts'
import { unique } from '../support/unique.ts'

const shot = (page: Page, name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`) })

/** Removes what the flow added, since other flows look at the dialog, too. */
async function removing(id: number, work: () => Promise<void>) {
  try {
    await work()
  } finally {
    const params = { id: String(id) }
    await call(providers.update, { params, body: { is_active: false }, token: await adminToken() })
  }
}

const atSchool = async (page: Page, login: string) => {
  await page.getByLabel('学号').fill(login)
  await page.getByRole('button', { name: '登录' }).click()
}

test('an administrator sets a school up and checks it', async ({ page, faults }) => {
  faults.allow(/favicon/, /400 \(Bad Request\)/)
  const school = await startSchoolOidc(origin)
  const name = unique('学校')

  await openAsAdmin(page, '/admin/providers')
  await page.getByRole('button', { name: '新增', exact: false }).first().click()
  const form = page.getByRole('dialog', { name: '新增校园登录' })
  await form.getByRole('textbox', { name: '名称', exact: true }).fill(name)
  await form.getByLabel('地址').fill(school.address)
  await form.getByLabel('客户端编号').fill(CLIENT.client_id)
  await form.getByLabel('客户端密钥').fill(CLIENT.client_secret)
  await form.getByLabel('身份的属性').fill('affiliation')
  await form.getByLabel('身份的写法').fill('student')
  await form.getByRole('button', { name: '创建', exact: true }).click()
  await expect(form.getByText('要写成 student=学生')).toBeVisible()
  await form.getByLabel('身份的写法').fill('student=学生')
  await shot(page, 'form')
  await form.getByRole('button', { name: '创建', exact: true }).dblclick()
  await expect(form).toBeHidden()
  const { data } = await call(providers.list, { query: { name }, token: await adminToken() })
  expect(data).toHaveLength(1)
  const id = data[0]?.id ?? 0

  await removing(id, async () => {
    await page.getByRole('button', { name: `查看校园登录「${name}」` }).click()
    const details = page.getByRole('dialog', { name: '校园登录详情' })
    await details.getByRole('button', { name: '检查' }).dblclick()
    await expect(details.getByRole('status')).toHaveText('没有发现问题')
    await expect(details.getByText(`请在校方登记返回地址 ${origin}/campus/${id}`)).toBeVisible()
    await expect(details.getByText(CLIENT.client_secret)).toBeHidden()
    await settled(page)
    await shot(page, 'check')
  })
  await school.close()
})

test('a student comes by it, comes again, and gets a password', async ({ page, faults }) => {
  faults.allow(/favicon/, /400 \(Bad Request\)/)
  const school = await startSchoolOidc(origin)
  const [name, login] = [unique('学校'), unique('s')]
  school.people[login] = { name: '林小满', preferred_username: login, affiliation: 'student' }
  const badges = { badge_attribute: 'affiliation', badges: 'student=学生' }
  const body = { kind: 'oidc', name, address: school.address, ...CLIENT, ...badges } as const
  const { id } = await call(providers.create, { body, token: await adminToken() })
  await removing(id, async () => {
    await page.goto('/search_result/all?keyword=石榴')
    const dialog = await openSignIn(page)
    const button = dialog.getByRole('button', { name: `用${name}登录` })
    await expect(button).toBeVisible()
    await settled(page)
    await shot(page, 'dialog')
    await button.dblclick()
    await atSchool(page, login)
    await expect(page.getByRole('heading', { name: '第一次用校园账号登录' })).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    await expect(page.getByLabel('昵称')).toHaveValue('林小满')
    await expect(page.getByLabel('小石榴号')).toHaveValue(login)
    await expect(page.getByText('主页上会有学校给的认证「学生」')).toBeVisible()
    await shot(page, 'first')
    // The school still knows the browser.
    await page.reload()
    await page.getByRole('button', { name: '重新开始' }).click()
    await expect(page.getByRole('heading', { name: '第一次用校园账号登录' })).toBeVisible()
    await page.getByLabel('昵称').fill('小满')
    await page.getByRole('button', { name: '完成注册' }).dblclick()
    await expect(toast(page, '注册成功')).toBeVisible()
    await expect(page).toHaveURL(/\/search_result\/all\?keyword=/)

    await page.goto('/user')
    await expect(page.getByRole('heading', { name: '小满 学生认证' })).toBeVisible()
    await shot(page, 'profile')
    await page.getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('menuitem', { name: '账号与安全' }).click()
    const settings = page.getByRole('dialog')
    await expect(settings.getByRole('button', { name: /设置密码/ })).toBeVisible()
    await settled(page)
    await shot(page, 'account')
    await settings.getByRole('button', { name: /校园账号/ }).click()
    await settings.getByRole('button', { name: `断开${name}` }).click()
    await page.getByRole('button', { name: '断开', exact: true }).last().click()
    await expect(toast(page, '这是你唯一的登录方式')).toBeVisible()
    await shot(page, 'last-way')
    await settings.getByRole('button', { name: '返回' }).click()
    await settings.getByRole('button', { name: /设置密码/ }).click()
    await settings.getByLabel('新密码', { exact: true }).fill('pomegranate7')
    await settings.getByLabel('确认新密码').fill('pomegranate7')
    await settings.getByRole('button', { name: '设置密码' }).dblclick()
    await expect(toast(page, '密码已设置')).toBeVisible()

    await page.getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await expect(toast(page, '已退出登录')).toBeVisible()
    // The school still knows the browser.
    await (await openSignIn(page)).getByRole('button', { name: `用${name}登录` }).click()
    await expect(toast(page, '登录成功')).toBeVisible()
    await expect(page).toHaveURL(/\/user$/)
    await expect(page.getByRole('heading', { name: '小满 学生认证' })).toBeVisible()
  })
  await school.close()
})

test('somebody with an account links it at the first sign-in by the school', async ({ page, faults }) => {
  faults.allow(/favicon/, /400 \(Bad Request\)/)
  const school = await startSchoolOidc(origin)
  const [name, login] = [unique('学校'), unique('s')]
  school.people[login] = { name: '陈老同学', preferred_username: login, affiliation: 'student' }
  const body = { kind: 'oidc', name, address: school.address, ...CLIENT } as const
  const { id } = await call(providers.create, { body, token: await adminToken() })
  await removing(id, async () => {
    const { user, password } = await newAccount('早就来了')
    await page.goto('/search_result/all?keyword=石榴')
    await (await openSignIn(page)).getByRole('button', { name: `用${name}登录` }).click()
    await atSchool(page, login)
    await expect(page.getByRole('heading', { name: '第一次用校园账号登录' })).toBeVisible()
    await page.getByRole('button', { name: '连接已有的账号' }).dblclick()
    const dialog = page.getByRole('dialog', { name: '登录小石榴' })
    await fillSignIn(dialog, user.user_id, password)
    await expect(toast(page, '登录成功')).toBeVisible()
    await expect(dialog).toBeHidden()
    const field = page.getByLabel('密码', { exact: true })
    await expect(page.getByText(`连接到小石榴号 ${user.user_id}，请再输入一次它的密码`)).toBeVisible()
    await expect(field).toBeFocused()
    await settled(page)
    await shot(page, 'link')
    await field.fill('not this one')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription('当前密码错误')
    await field.fill(password)
    await page.getByRole('button', { name: '连接', exact: true }).dblclick()
    await expect(toast(page, '已连接校园账号')).toBeVisible()
    await expect(page).toHaveURL(/\/search_result\/all\?keyword=/)

    await page.getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await expect(toast(page, '已退出登录')).toBeVisible()
    // The school still knows the browser.
    await (await openSignIn(page)).getByRole('button', { name: `用${name}登录` }).click()
    await expect(toast(page, '登录成功')).toBeVisible()
    await page.goto('/user')
    await expect(page.getByRole('heading', { name: '早就来了' })).toBeVisible()
  })
  await school.close()
})

test('somebody with an account links a school account, signs out there, too, and unlinks it @desktop', async ({
  page,
  faults,
}) => {
  faults.allow(/favicon/, /400 \(Bad Request\)/)
  const school = await startSchoolCas(`${origin}/campus/`)
  const name = unique('学院')
  const body = { kind: 'cas', name, address: school.address, badges: '*=校友', ends_session: true } as const
  const { id } = await call(providers.create, { body, token: await adminToken() })
  await removing(id, async () => {
    const account = await newAccount('老同学')
    await openAs(page, account, '/user')
    const open = async () => {
      await page.getByRole('button', { name: '更多', exact: true }).click()
      await page.getByRole('menuitem', { name: '账号与安全' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /校园账号/ })
        .click()
      return page.getByRole('dialog', { name: '校园账号' })
    }
    let dialog = await open()
    await settled(page)
    await shot(page, 'unlinked')
    await dialog.getByRole('button', { name: `连接${name}` }).click()
    await dialog.getByLabel('密码', { exact: true }).fill('wrong1')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('当前密码错误')).toBeVisible()
    await settled(page)
    await shot(page, 'password')
    await dialog.getByLabel('密码', { exact: true }).fill(account.password)
    await dialog.getByRole('button', { name: `去${name}登录` }).dblclick()
    await atSchool(page, 'lisi')
    await expect(toast(page, '已连接校园账号')).toBeVisible()
    await expect(page.getByRole('heading', { name: '老同学 校友认证' })).toBeVisible()
    dialog = await open()
    await expect(dialog.getByRole('listitem')).toContainText('lisi')
    await settled(page)
    await shot(page, 'linked')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await (await openSignIn(page)).getByRole('button', { name: `用${name}登录` }).click()
    await atSchool(page, 'lisi')
    await expect(toast(page, '登录成功')).toBeVisible()
    await page.getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await expect(page.getByText('已退出学校账号')).toBeVisible()

    await openAs(page, await demoAccount(account.user.user_id), '/user')
    dialog = await open()
    await dialog.getByRole('button', { name: `断开${name}` }).click()
    await page.getByRole('button', { name: '断开', exact: true }).last().click()
    await expect(toast(page, '已断开校园账号')).toBeVisible()
    await expect(dialog.getByRole('button', { name: `连接${name}` })).toBeVisible()
  })
  await school.close()
})

test('a school that is away, a login that is refused and an address that is used up are told in words @phone', async ({
  page,
  faults,
}) => {
  faults.allow(/favicon/, /40[0-9] \(/, /503/)
  const school = await startSchoolOidc(origin)
  const name = unique('大学')
  const body = { kind: 'oidc', name, address: school.address, ...CLIENT } as const
  const { id } = await call(providers.create, { body, token: await adminToken() })
  await removing(id, async () => {
    await page.goto('/')
    await (await openSignIn(page)).getByRole('button', { name: `用${name}登录` }).click()
    await page.getByRole('button', { name: '取消' }).click()
    await expect(page.getByText('你没有同意登录，校园账号没有登录')).toBeVisible()
    await settled(page)
    await shot(page, 'refused')
    await page.reload()
    await expect(page.getByText('这次登录已经结束，请重新开始')).toBeVisible()
    await page.goto(`/campus/${id}?state=made-up&code=made-up`)
    await expect(page.getByText('不是在这个浏览器里开始的')).toBeVisible()
    await school.close()
    // What was read of the service is known for a while: another row asks anew.
    const { id: away } = await call(providers.create, {
      body: { ...body, name: `${name}二` },
      token: await adminToken(),
    })
    await removing(away, async () => {
      await page.goto('/')
      await (await openSignIn(page)).getByRole('button', { name: `用${name}二登录` }).click()
      await expect(toast(page, /校园登录暂时不能用/)).toBeVisible()
      await shot(page, 'away')
    })
    expect((await call(campus.list)).providers.map((one) => one.id)).not.toContain(away)
  })
})
