import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Field } from '../define-field.ts'
import type { EditableResource, Row } from '../define-resource.ts'
import { admins } from '../resources/admins.ts'
import { categories } from '../resources/categories.ts'
import { comments } from '../resources/comments.ts'
import { follows } from '../resources/follows.ts'
import { likes } from '../resources/likes.ts'
import { posts } from '../resources/posts.ts'
import { users } from '../resources/users.ts'
import {
  createFormStore,
  fieldOfError,
  fieldsFor,
  fieldValue,
  initialValues,
  readTyped,
  toBody,
  validate,
} from './form-store.ts'

beforeAll(() => vi.stubGlobal('window', { location: { origin: 'http://localhost' } }))

const row = (fields: object) => ({ id: 1, version: 'a', ...fields }) as Row

/** The full body of a form that was just opened. */
function opened({ fields }: EditableResource, stored: object) {
  const own = fieldsFor(fields, 'update')
  return toBody(own, initialValues(own, row(stored)), 'update')
}

function created({ fields }: EditableResource, typed: object) {
  const own = fieldsFor(fields, 'create')
  const values = { ...initialValues(own, null), ...typed }
  return { body: toBody(own, values, 'create'), errors: validate(own, values) }
}

describe('a form of a stored record', () => {
  it('sends changed and required fields only, so that new views and placeholder texts stay as stored', () => {
    const stored = { title: '早八', content: '困', category_id: 3, view_count: 12, images: ['/a.webp'], tags: [] }
    const form = createFormStore(posts, row(stored))
    expect(form.body()).toEqual({ title: '早八', content: '困', category_id: '3' })
    form.put('view_count', '20')
    expect(form.body()).toMatchObject({ view_count: 20 })
    const user = createFormStore(
      users,
      row({ nickname: '安安', bio: '用户没有任何简介', avatar: '/default-avatar.webp' }),
    )
    expect(user.body()).toEqual({ nickname: '安安' })
    user.put('bio', '你好')
    expect(user.body()).toEqual({ nickname: '安安', bio: '你好' })
  })

  it('round-trips a user without the fixed fields', () => {
    const profile = { gender: '女', zodiac_sign: null, mbti: 'INFP', education: null, major: null, interests: ['摄影'] }
    const stored = { user_id: 'anan', nickname: '安安', avatar: '/default-avatar.webp', bio: '用户没有任何简介' }
    expect(opened(users, { ...stored, ...profile, location: '未知', is_active: 0 })).toEqual({
      avatar: '',
      nickname: '安安',
      password: '',
      bio: '',
      location: '未知',
      ...profile,
      major: '',
      is_active: false,
    })
  })

  it('round-trips a note with its pictures and tag names', () => {
    const stored = { user_id: 5, title: '早八', content: '困<br>[@小明:ming]', category_id: 3, view_count: 12 }
    const images = ['/uploads/a.webp', 'https://example.com/b.jpg']
    expect(opened(posts, { ...stored, images, tags: [{ id: 1, name: '早八' }], is_draft: 0 })).toEqual({
      title: '早八',
      content: '困<br>[@小明:ming]',
      category_id: '3',
      images,
      tags: ['早八'],
      view_count: 12,
      is_draft: false,
    })
  })

  it('keeps the pictures of a comment', () => {
    const content = '看<img src="/uploads/a.webp">'
    expect(opened(comments, { post_id: 1, user_id: 2, parent_id: null, content })).toEqual({ content })
  })
})

describe('typed values', () => {
  it('accepts a user by id or by 小石榴号', () => {
    const body = (follower_id: string, following_id: string) => created(follows, { follower_id, following_id }).body
    expect(body(' 12 ', 'xiao_ming')).toEqual({ follower_id: 12, following_display_id: 'xiao_ming' })
    expect(body('@2024001', '@ming')).toEqual({ follower_display_id: '2024001', following_display_id: 'ming' })
  })

  it('trims text and sends null for an empty number', () => {
    expect(created(categories, { name: ' 校园 ', category_title: 'campus ' }).body).toEqual({
      name: '校园',
      category_title: 'campus',
    })
    const { body } = created(comments, { post_id: '7', user_id: '1', content: '好' })
    expect(body).toEqual({ post_id: 7, user_id: 1, parent_id: null, content: '好' })
    expect(created(likes, { user_id: '1', target_type: '2', target_id: '9' }).body).toMatchObject({ target_type: '2' })
  })

  it('includes an interest that is typed but not added', () => {
    const interests = { chosen: ['摄影'], typed: ' 爬山 ' }
    expect(created(users, { interests }).body.interests).toEqual(['摄影', '爬山'])
    expect(created(users, { interests: { chosen: ['摄影'], typed: '摄影' } }).body.interests).toEqual(['摄影'])
  })

  it('strips spaces and backticks around addresses', () => {
    const form = createFormStore(posts, null)
    const [field] = form.fields.filter(({ kind }) => kind === 'pictures') as Extract<Field, { kind: 'pictures' }>[]
    if (!field) throw new Error('notes have pictures')
    const uploader = fieldValue(field, form.values.get())
    uploader.addUrl('')
    expect(form.dirty()).toBe(false)
    uploader.addUrl(' `https://example.com/a.jpg` ')
    expect(form.dirty()).toBe(true)
    expect(toBody([field], form.values.get(), 'create')).toEqual({ images: ['https://example.com/a.jpg'] })
    expect(validate([field], form.values.get())).toEqual({})
    uploader.addUrl('http://example.com/b.jpg')
    expect(validate([field], form.values.get())).toEqual({ images: '图片地址要以 https:// 开头' })
  })
})

describe('validation', () => {
  it.each<[string, EditableResource, object, object]>([
    [
      'an empty user',
      users,
      { major: '十二个字的专业名称太长啦', avatar: { url: 'ftp://a', picture: null } },
      {
        avatar: '图片地址要以 https:// 开头',
        user_id: '请输入小石榴号',
        nickname: '请输入昵称',
        major: '专业不能超过11个字',
      },
    ],
    [
      'an empty note',
      posts,
      { view_count: '-1' },
      {
        user_id: '请输入作者ID',
        title: '请输入标题',
        content: '请输入正文',
        category_id: '请选择分类',
        view_count: '浏览数只能是数字',
      },
    ],
    ['an empty draft', posts, { user_id: '1', is_draft: true }, {}],
    [
      'a draft too long',
      posts,
      { user_id: '1', is_draft: true, title: '长'.repeat(101) },
      { title: '标题不能超过100个字' },
    ],
    [
      'a note too long',
      posts,
      { user_id: '1', title: '长'.repeat(101), content: '长'.repeat(2001), category_id: '1' },
      { title: '标题不能超过100个字', content: '正文不能超过2000个字' },
    ],
    [
      'an empty comment',
      comments,
      { content: '<br> <br>', parent_id: '0' },
      { post_id: '请输入笔记ID', user_id: '请输入用户ID', parent_id: '父评论ID不能小于1', content: '请输入评论内容' },
    ],
    [
      'a category',
      categories,
      { name: '好'.repeat(51), category_title: 'Campus1' },
      { name: '分类名称不能超过50个字', category_title: '只能输入小写英文字母' },
    ],
    [
      'an impossible user',
      follows,
      { follower_id: '小明', following_id: '2' },
      { follower_id: '请填写数字ID或小石榴号' },
    ],
    ['a like of nothing', likes, { user_id: '1' }, { target_type: '请选择目标类型', target_id: '请输入目标ID' }],
    [
      'an administrator',
      admins,
      { username: 'a', password: '123' },
      { username: '用户名至少需要2位', password: '密码至少需要6位' },
    ],
  ])('%s', (_, resource, typed, errors) => {
    expect(created(resource, typed).errors).toEqual(errors)
  })

  it('takes a new account without a password, but not with a short one', () => {
    const typed = { user_id: 'anan', nickname: '安安' }
    expect(created(users, typed)).toMatchObject({ body: { password: '' }, errors: {} })
    expect(created(users, { ...typed, password: '12345' }).errors).toEqual({ password: '密码至少需要6位' })
  })

  it('refuses required texts that nobody would see', () => {
    const typed = { user_id: '5', title: '\u200b\u3164', content: '\u2800', category_id: '1' }
    expect(created(posts, typed).errors).toEqual({ title: '请输入标题', content: '请输入正文' })
  })

  it('accepts an empty password for a stored administrator', () => {
    const own = fieldsFor(admins.fields, 'update')
    const values = initialValues(own, row({ username: 'root', status: 1 }))
    expect(validate(own, values)).toEqual({})
    expect(validate(own, { ...values, password: '123' })).toEqual({ password: '密码至少需要6位' })
  })
})

it('maps a field of an API error to a field of the form', () => {
  expect(fieldOfError(follows.fields, 'follower_display_id')).toBe('follower_id')
  expect(fieldOfError(posts.fields, 'tags.3')).toBe('tags')
  expect(fieldOfError(posts.fields, 'password')).toBeNull()
  expect(fieldOfError(posts.fields, undefined)).toBeNull()
})

describe('what was typed', () => {
  const stored = row({
    title: '早八',
    content: '困',
    category_id: 3,
    images: ['/uploads/a.webp'],
    tags: [],
    is_draft: 0,
  })
  const copyOf = (typed: unknown) => readTyped(JSON.parse(JSON.stringify(typed)))

  it('is put into another form, pictures and all', () => {
    const form = createFormStore(posts, stored)
    expect(form.typed()).toBeNull()
    const changed = vi.fn()
    const stop = form.onChange(changed)
    form.put('title', '早十')
    const pictures = posts.fields.find((field) => field.kind === 'pictures')
    if (pictures?.kind !== 'pictures') throw new Error('notes have pictures')
    fieldValue(pictures, form.values.get()).addUrl('https://example.com/b.jpg')
    expect(changed).toHaveBeenCalledTimes(2)
    const again = createFormStore(posts, stored)
    again.restore(copyOf(form.typed()) ?? { version: null, values: {} })
    expect(again.body()).toEqual(form.body())
    expect(again.body()).toMatchObject({ title: '早十', images: ['/uploads/a.webp', 'https://example.com/b.jpg'] })
    stop()
    form.put('title', '早午')
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it('leaves out what is unknown or of another shape', () => {
    const form = createFormStore(posts, stored)
    form.restore({
      version: 'a',
      values: { title: 7, tags: [1], gone: 'x', content: '醒了', is_draft: 'yes', images: '/a' },
    })
    expect(form.typed()).toEqual({ version: 'a', values: { content: '醒了' } })
    expect([
      readTyped(null),
      readTyped('x'),
      readTyped({ version: 3, values: {} }),
      readTyped({ version: null }),
    ]).toEqual([null, null, null, null])
  })

  it('stays when the record changed meanwhile, and everything else becomes the record’s', () => {
    const form = createFormStore(posts, stored)
    form.put('title', '早十')
    const theirs = row({ ...stored, version: 'b', title: '晚八', content: '更困', images: [] })
    expect(
      form.differencesFrom(theirs).map(({ label, theirs, mine, changed }) => [label, theirs, mine, changed]),
    ).toEqual([
      ['标题', '晚八', '早十', true],
      ['正文', '更困', '困', false],
      ['图片', '', '1 张\n/uploads/a.webp', false],
    ])
    form.rebase(theirs)
    expect(form.row?.version).toBe('b')
    expect(form.typed()).toEqual({ version: 'b', values: { title: '早十' } })
    expect(form.body()).toMatchObject({ title: '早十', content: '更困' })
    expect(form.body()).not.toHaveProperty('images')
  })
})
