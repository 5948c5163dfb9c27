/** The back office's forms: one row for each resource, then what only some of them have. */
import { admins } from '@shiliu/contract/admin/admins'
import { categories } from '@shiliu/contract/admin/categories'
import { collections } from '@shiliu/contract/admin/collections'
import { comments } from '@shiliu/contract/admin/comments'
import { follows } from '@shiliu/contract/admin/follows'
import { likes } from '@shiliu/contract/admin/likes'
import { notifications } from '@shiliu/contract/admin/notifications'
import { posts } from '@shiliu/contract/admin/posts'
import type { AnyResource } from '@shiliu/contract/admin/resource'
import { sessions } from '@shiliu/contract/admin/sessions'
import { tags } from '@shiliu/contract/admin/tags'
import { users } from '@shiliu/contract/admin/users'
import { openAsAdmin, toast } from '../support/actions.ts'
import { adminToken, call, PASSWORD } from '../support/api.ts'
import { expect, type Locator, type Page, test } from '../support/fixtures.ts'
import { phonePhoto } from '../support/photos.ts'
import { unique, uniqueLetters } from '../support/unique.ts'

/** Users and notes that the records refer to. */
type World = { token: string; people: { id: number; user_id: string }[]; notes: number[]; category: number }

const CONFLICT = '被管理员 admin 改过（刚刚），这里的内容还没有保存。'
const NEWEST = 'sortField=id&sortOrder=desc'

let made: Promise<World> | null = null

/** Shared by all flows, which do not depend on each other's additions. */
function world(): Promise<World> {
  made ??= newWorld()
  return made
}

async function newWorld(): Promise<World> {
  const token = await adminToken()
  const person = async () => {
    const user_id = unique('f')
    const { id } = await call(users.create, { token, body: { user_id, nickname: '表单同学', password: PASSWORD } })
    return { id, user_id }
  }
  const people = [await person(), await person(), await person()]
  const [category] = (await call(categories.list, { token })).data
  const category_id = category?.id ?? 0
  const note = async () => {
    const body = { user_id: people[0]?.id, title: unique('记'), content: '在图书馆', category_id, images: [] }
    return (await call(posts.create, { token, body })).id
  }
  return { token, people, notes: [await note(), await note(), await note()], category: category_id }
}

type Case = {
  noun: string
  api: AnyResource
  path: string
  /** Errors shown at the fields of an empty form. */
  missing: Record<string, string>
  /** Values by field label; for a select the option's label. */
  fill: (world: World) => Record<string, string>
  /** The field that is edited, with its first and second value; without it, the values of another new record. */
  change: (world: World) => [label: string, value: string, another?: string]
  /**
   * A concurrent change through the API, and where it shows: of a record with a trash, of one without, and of one that
   * names others. Component tests have the rest of such conflicts, and the server's those of each resource.
   */
  others?: (world: World) => { body: object; label: string; shown: string }
}

const id = (one: { id: number } | undefined) => String(one?.id)
const number = (value: number | undefined) => String(value)
/** A category's title consists of lower-case letters only. */
const slug = () => uniqueLetters('s')

const cases: Case[] = [
  {
    noun: '用户',
    api: users,
    path: 'users',
    missing: { 小石榴号: '请输入小石榴号', 昵称: '请输入昵称' },
    // Without a password, which may be set later.
    fill: () => ({ 小石榴号: unique('u'), 昵称: '新同学', 专业: '数学' }),
    change: () => ['专业', '物理'],
  },
  {
    noun: '笔记',
    api: posts,
    path: 'posts',
    missing: { 作者ID: '请输入作者ID', 标题: '请输入标题', 正文: '请输入正文', 分类: '请选择分类' },
    fill: ({ people }) => ({ 作者ID: people[0]?.user_id ?? '', 标题: '后台写的', 正文: '第一行', 分类: '学习' }),
    change: () => ['标题', '后台改的'],
    others: () => ({ body: { title: '别人改的' }, label: '标题', shown: '别人改的' }),
  },
  {
    noun: '评论',
    api: comments,
    path: 'comments',
    missing: { 笔记ID: '请输入笔记ID', 用户ID: '请输入用户ID', 评论内容: '请输入评论内容' },
    fill: ({ notes, people }) => ({ 笔记ID: number(notes[0]), 用户ID: id(people[1]), 评论内容: '说得好' }),
    change: () => ['评论内容', '说得真好'],
  },
  {
    noun: '分类',
    api: categories,
    path: 'categories',
    missing: { 分类名称: '请输入分类名称', 英文标题: '请输入英文标题' },
    fill: () => ({ 分类名称: unique('类'), 英文标题: slug() }),
    change: () => ['分类名称', unique('改')],
  },
  {
    noun: '标签',
    api: tags,
    path: 'tags',
    missing: { 标签名称: '请输入标签名称' },
    fill: () => ({ 标签名称: tagName() }),
    change: () => ['标签名称', tagName()],
  },
  {
    noun: '点赞',
    api: likes,
    path: 'likes',
    missing: { 用户ID: '请输入用户ID', 目标类型: '请选择目标类型', 目标ID: '请输入目标ID' },
    fill: ({ people, notes }) => ({ 用户ID: id(people[1]), 目标类型: '笔记', 目标ID: number(notes[0]) }),
    change: ({ notes }) => ['目标ID', number(notes[1])],
  },
  {
    noun: '收藏',
    api: collections,
    path: 'collections',
    missing: { 用户ID: '请输入用户ID', 笔记ID: '请输入笔记ID' },
    fill: ({ people, notes }) => ({ 用户ID: id(people[1]), 笔记ID: number(notes[0]) }),
    change: ({ notes }) => ['笔记ID', number(notes[1])],
  },
  {
    noun: '关注',
    api: follows,
    path: 'follows',
    missing: { 关注者ID: '请输入关注者ID', 被关注者ID: '请输入被关注者ID' },
    fill: ({ people }) => ({ 关注者ID: id(people[0]), 被关注者ID: `@${people[1]?.user_id}` }),
    change: ({ people }) => ['被关注者ID', id(people[2])],
    others: ({ people }) => ({ body: { follower_id: people[1]?.id }, label: '关注者ID', shown: id(people[1]) }),
  },
  {
    noun: '通知',
    api: notifications,
    path: 'notifications',
    missing: { 接收者ID: '请输入接收者ID', 发送者ID: '请输入发送者ID', 类型: '请选择类型', 标题: '请输入通知标题' },
    fill: ({ people }) => ({ 接收者ID: id(people[0]), 发送者ID: id(people[1]), 类型: '关注', 标题: '关注了你' }),
    change: () => ['标题', '又关注了你'],
  },
  {
    noun: '会话',
    api: sessions,
    path: 'sessions',
    missing: { 用户ID: '请输入用户ID' },
    fill: ({ people }) => ({ 用户ID: id(people[0]), 设备: '宿舍的电脑' }),
    change: () => ['设备', '图书馆的电脑'],
    others: () => ({ body: { user_agent: '别人的电脑' }, label: '设备', shown: '别人的电脑' }),
  },
  {
    noun: '管理员',
    api: admins,
    path: 'admins',
    missing: { 用户名: '请输入用户名', 密码: '请输入密码' },
    fill: () => ({ 用户名: unique('a'), 密码: PASSWORD }),
    change: () => ['状态', '停用', '启用'],
  },
]

function tagName() {
  return uniqueLetters('').slice(-8)
}

/** A field by its exact label; required ones have a mark after it, and some labels end with others. */
const field = (form: Locator, label: string) => form.getByLabel(new RegExp(`^${label}( \\*)?$`))

async function put(form: Locator, label: string, value: string) {
  const control = field(form, label)
  const tag = await control.evaluate((element) => element.tagName)
  if (tag === 'SELECT') await control.selectOption({ label: value })
  else await control.fill(value)
}

async function expectHeld(form: Locator, label: string, value: string) {
  const control = field(form, label)
  const editable = await control.evaluate((element) => 'value' in element)
  if (editable) await expect(control).toHaveValue(value)
  else await expect(control).toHaveText(value)
}

const formOf = (page: Page, title: string) => page.getByRole('dialog', { name: title })

/** Of the newest record, once the table shows it. */
async function openEdit(page: Page, { noun, record }: { noun: string; record: number }): Promise<Locator> {
  const row = page.getByRole('row').nth(1)
  await expect(row.getByText(String(record), { exact: true }).first()).toBeVisible()
  await row.getByRole('button', { name: new RegExp(`^编辑${noun}`) }).click()
  const form = formOf(page, `编辑${noun}`)
  await expect(form.getByRole('button', { name: '更新' })).toBeVisible()
  return form
}

for (const each of cases) {
  const { noun, api, path, others } = each
  const rest = others ? ', conflicting edits, deleted meanwhile' : ''
  test(`${noun}: invalid, valid${rest} @desktop`, async ({ page, faults }) => {
    faults.allow(/status of (404|409) .*\/api\/admin\//)
    const about = await world()
    const { token } = about
    await openAsAdmin(page, `/admin/${path}?${NEWEST}`)

    await test.step('create', async () => {
      // An empty table offers it, too.
      await page
        .getByRole('button', { name: `新增${noun}` })
        .first()
        .click()
      const form = formOf(page, `新增${noun}`)
      if (each.noun === '管理员') await put(form, '状态', '启用')
      await form.getByRole('button', { name: '创建' }).click()
      for (const [label, message] of Object.entries(each.missing)) {
        await expect(field(form, label)).toHaveAccessibleDescription(new RegExp(message))
      }
      await expect(field(form, Object.keys(each.missing)[0] ?? '')).toBeFocused()
      const filled = Object.entries(each.fill(about))
      for (const [label, value] of filled) await put(form, label, value)
      await form.getByRole('button', { name: '创建' }).click()
      await expect(toast(page, `${noun}创建成功`)).toBeVisible()
      await expect(form).toBeHidden()
    })
    const [row] = (await call(api.list, { token, query: { sortField: 'id', sortOrder: 'desc' } })).data
    if (!row) throw new Error('it was just created')

    const [label, value, another = each.fill(about)[label] ?? value] = each.change(about)
    await test.step('change', async () => {
      const form = await openEdit(page, { noun, record: row.id })
      await put(form, label, value)
      await form.getByRole('button', { name: '更新' }).click()
      await expect(toast(page, `${noun}更新成功`)).toBeVisible()
      await expect(form).toBeHidden()
      expect(await call(api.get, { token, params: { id: row.id } })).not.toMatchObject(row)
    })

    if (!others) return
    await test.step('concurrent edit', async () => {
      const form = await openEdit(page, { noun, record: row.id })
      const other = others(about)
      await call(api.update, { token, params: { id: row.id }, body: other.body as never })
      await put(form, label, another)
      await form.getByRole('button', { name: '更新' }).click()
      await expect(form.getByRole('alert').filter({ hasText: CONFLICT })).toBeFocused()
      await form.getByRole('button', { name: '用对方的' }).click()
      await expectHeld(form, other.label, other.shown)
      await expect(form.getByText(CONFLICT)).toBeHidden()
      await form.getByRole('button', { name: '取消' }).click()
      await expect(form).toBeHidden()
    })

    await test.step('concurrent deletion', async () => {
      const form = await openEdit(page, { noun, record: row.id })
      await call(api.remove, { token, params: { id: row.id } })
      await form.getByRole('button', { name: '更新' }).click()
      const gone = noun === '笔记' ? '操作失败: 在回收站里，请先恢复再修改' : /^操作失败: .*不存在/
      await expect(toast(page, gone)).toBeVisible()
      const kept = formOf(page, `新增${noun}`)
      await expect(kept.getByText(/删除了（刚刚）。填写的内容还在这里/)).toBeVisible()
      await kept.getByRole('button', { name: '取消' }).click()
      await page.getByRole('dialog', { name: '放弃修改？' }).getByRole('button', { name: '放弃' }).click()
      await expect(kept).toBeHidden()
    })
  })
}

test('shows server errors at their fields and confirms before discarding changes @desktop', async ({
  page,
  faults,
}) => {
  faults.allow(/status of (400|409) .*\/api\/admin\//)
  const { people, notes } = await world()
  await openAsAdmin(page, '/admin/comments')
  await page.getByRole('button', { name: '新增评论' }).click()
  const form = formOf(page, '新增评论')
  const create = form.getByRole('button', { name: '创建' })
  await put(form, '笔记ID', number(notes[0]))
  await put(form, '用户ID', '999999999')
  await put(form, '评论内容', '写了一会儿的评论')
  await create.click()
  await expect(toast(page, '操作失败: 用户不存在')).toBeVisible()
  await expect(field(form, '用户ID')).toHaveAccessibleDescription(/用户不存在/)
  await expect(field(form, '用户ID')).toBeFocused()
  await put(form, '用户ID', people[0]?.user_id ?? '')
  await put(form, '父评论ID', '999999999')
  await page.keyboard.press('Enter')
  await expect(field(form, '父评论ID')).toHaveAccessibleDescription(/评论不存在/)
  // It does not close while it is sent.
  await expect(create).not.toHaveAttribute('aria-busy')

  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '放弃修改？' })
  await question.getByRole('button', { name: '继续填写' }).click()
  await expect(field(form, '评论内容')).toHaveText('写了一会儿的评论')
  await form.getByRole('button', { name: '关闭' }).click()
  await question.getByRole('button', { name: '放弃' }).click()
  await expect(form).toBeHidden()
})

test('changes the avatar of a user @desktop', async ({ page }, info) => {
  const { token, people } = await world()
  const [person] = people
  if (!person) throw new Error('people were made')
  const photo = await phonePhoto(info, 'avatar.jpg', 800)
  await openAsAdmin(page, `/admin/users?user_id=${person.user_id}`)
  const form = await openEdit(page, { noun: '用户', record: person.id })
  await form.getByLabel('头像图片').setInputFiles(photo)
  await page.getByRole('dialog', { name: '裁剪头像' }).getByRole('button', { name: '确定' }).click()
  await expect(form.getByLabel('头像网址')).not.toBeEditable()
  await form.getByText('女', { exact: true }).click()
  await form.getByLabel('兴趣爱好').fill('摄影')
  await form.getByRole('button', { name: '更新' }).click()
  await expect(toast(page, '用户更新成功')).toBeVisible()
  const changed = await call(users.get, { token, params: { id: person.id } })
  expect(changed).toMatchObject({ gender: '女', interests: ['摄影'] })
  expect(changed.avatar).toMatch(/^\/uploads\//)

  await test.step('external URL, then the default', async () => {
    const again = await openEdit(page, { noun: '用户', record: person.id })
    const address = again.getByLabel('头像网址')
    await address.fill('http://example.com/a.png')
    await again.getByRole('button', { name: '更新' }).click()
    await expect(address).toHaveAccessibleDescription(/图片地址要以 https:\/\/ 开头/)
    await address.fill('')
    await again.getByRole('button', { name: '更新' }).click()
    await expect(again).toBeHidden()
    expect((await call(users.get, { token, params: { id: person.id } })).avatar).toContain('default-avatar')
  })
})

test('creates a note with an uploaded image, an image URL, tags and a mention @desktop', async ({ page }, info) => {
  const { token, people } = await world()
  const [author, mentioned] = people
  const photo = await phonePhoto(info, 'note.jpg', 800)
  // Tests have no network beyond the server.
  await page.route('https://example.com/**', (route) => route.fulfill({ path: photo, contentType: 'image/jpeg' }))
  await openAsAdmin(page, '/admin/posts')
  await page.getByRole('button', { name: '新增笔记' }).click()
  const form = formOf(page, '新增笔记')
  await put(form, '作者ID', author?.user_id ?? '')
  await put(form, '标题', '后台的图文')
  await put(form, '分类', '学习')
  const text = form.getByRole('textbox', { name: '正文' })
  await text.click()
  await page.keyboard.type('你好')
  await form.getByRole('button', { name: '提及' }).click()
  const picker = page.getByRole('dialog', { name: '提及' })
  await picker.getByRole('combobox', { name: '搜索用户' }).fill(mentioned?.user_id ?? '')
  await picker.getByRole('option').first().click()
  await expect(text).toContainText('@表单同学')

  const rows = form.getByRole('textbox', { name: /张图片的网址$/ })
  await expect(rows).toHaveCount(1)
  await form.getByLabel('笔记图片').setInputFiles(photo)
  await expect(rows.first()).toHaveValue(/^\/uploads\//)
  await form.getByRole('button', { name: '添加网址' }).click()
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.type('http://example.com/b.jpg')
  await form.getByRole('button', { name: '创建' }).click()
  await expect(rows.nth(1)).toBeFocused()
  await expect(rows.nth(1)).toHaveAccessibleDescription('图片地址要以 https:// 开头')
  await rows.nth(1).fill(' `https://example.com/b.jpg` ')
  await form.getByRole('combobox', { name: '标签' }).fill('后台，后台')
  await page.keyboard.press('Enter')
  await expect(rows.nth(1)).toHaveValue('https://example.com/b.jpg')
  await form.getByRole('button', { name: '第2张图片上移' }).click()
  await expect(rows.first()).toHaveValue('https://example.com/b.jpg')
  await form.getByRole('button', { name: '创建' }).click()
  await expect(toast(page, '笔记创建成功')).toBeVisible()

  const [row] = (await call(posts.list, { token, query: { sortField: 'id', sortOrder: 'desc' } })).data
  expect(row).toMatchObject({
    title: '后台的图文',
    content: expect.stringContaining(`[@表单同学:${mentioned?.user_id}]`),
  })
  expect(row?.images).toEqual(['https://example.com/b.jpg', expect.stringMatching(/^\/uploads\//)])
  expect(row?.tags.map(({ name }) => name)).toEqual(['后台'])
  if (row) await call(posts.remove, { token, params: { id: row.id } })
})
