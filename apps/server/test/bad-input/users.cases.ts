/** Profiles, follows, and the lists of a profile. */
import * as collections from '@shiliu/contract/collections'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import { isVisible } from '@shiliu/contract/text'
import * as users from '@shiliu/contract/users'
import { type Case, type EndpointCases, HOSTILE_TEXTS, pageCases, publicIdCases, textCases } from './cases.ts'
import type { Fixture } from './fixture.ts'

const invalid = { status: 400, error: 'invalid_input' } as const
const forbidden = { status: 403, error: 'forbidden' } as const

/** Personality fields: optional, but limited to valid values. */
function profileCases(): Case[] {
  const field = (name: string, value: unknown, message: string | RegExp): Case => ({
    name: `${name}: ${JSON.stringify(value).slice(0, 30)}`,
    change: { [name]: value },
    ...invalid,
    message,
  })
  const image = (avatar: string): Case => ({
    name: `avatar ${avatar}`,
    change: { avatar },
    status: 400,
    error: 'image_foreign',
  })
  return [
    ...textCases('nickname', { required: '请输入昵称', max: [10, '昵称不能超过10个字'] }),
    ...textCases('bio', { max: [200, '个人简介不能超过200个字'] }),
    ...textCases('avatar', { max: [500, '头像地址不正确'] }),
    image('https://example.com/a.png'),
    image('javascript:alert(1)'),
    image('data:image/png;base64,AAAA'),
    image('/uploads/../../etc/passwd'),
    image('/uploads/unknown.webp'),
    ...['gender', 'zodiac_sign', 'mbti', 'education', 'major'].flatMap((name) => textCases(name, {})),
    field('gender', '其他的', '性别只能选择男或女'),
    field('zodiac_sign', '猫座', '请选择列表中的星座'),
    field('mbti', 'ABCD', /MBTI/),
    field('education', '幼儿园', '请选择列表中的学历'),
    field('major', '专'.repeat(12), '专业不能超过11个字'),
    field('interests', ['一', '二', '三', '四', '五', '六'], '最多只能添加5个兴趣'),
    field('interests', ['兴'.repeat(9)], '每个兴趣不能超过8个字'),
    field('interests', '["a"', /兴趣/),
    field('interests', 7, /兴趣/),
    field('interests', [7], /兴趣/),
    field('interests', { a: 1 }, /兴趣/),
  ]
}

const listOf = ({ user }: Fixture, endpoint: AnyEndpoint, more: Case[] = []): EndpointCases => ({
  endpoint,
  good: { params: { id: user.user_id } },
  cases: [...publicIdCases(user.id), ...pageCases(), ...more],
})

const textFilters = (...names: string[]): Case[] =>
  names.flatMap((name) =>
    HOSTILE_TEXTS.map((text) => ({ name: `${name}=${text.slice(0, 10)}`, query: { [name]: text }, status: 200 })),
  )

export function userCases(fixture: Fixture): EndpointCases[] {
  const { user, other } = fixture
  const params = { id: user.user_id }
  const one = (endpoint: AnyEndpoint): EndpointCases => ({ endpoint, good: { params }, cases: publicIdCases(user.id) })
  const strangers: Case[] = [
    { name: 'another’s account', params: { id: other.user_id }, ...forbidden },
    { name: 'as another', as: 'other', ...forbidden },
    ...publicIdCases(user.id),
  ]
  const passwords = { currentPassword: 'shiliu123', newPassword: 'newsecret1' }
  return [
    { endpoint: users.list, cases: pageCases() },
    one(users.get),
    one(users.getStats),
    one(users.personalityTags),
    listOf(fixture, users.posts, textFilters('category', 'keyword', 'sort')),
    {
      endpoint: users.search,
      good: { query: { keyword: '同学' } },
      cases: [
        ...pageCases(),
        { name: 'no keyword', query: { keyword: undefined }, ...invalid, message: '请输入搜索关键词' },
        { name: 'an empty keyword', query: { keyword: ' ' }, ...invalid, message: '请输入搜索关键词' },
        { name: 'an invisible keyword', query: { keyword: '\u200b\u0000' }, ...invalid, message: '请输入搜索关键词' },
        { name: 'two keywords', query: { keyword: ['a', 'b'] }, ...invalid },
        { name: 'a long keyword', query: { keyword: 'x'.repeat(101) }, ...invalid, message: '关键词过长' },
        ...HOSTILE_TEXTS.filter((text) => text.length <= 100 && isVisible(text)).map((keyword) => ({
          name: keyword,
          query: { keyword },
          status: 200,
        })),
      ],
    },
    {
      endpoint: users.update,
      good: { params, body: { nickname: '改名' } },
      cases: [...strangers, ...profileCases()],
    },
    {
      endpoint: users.changePassword,
      good: { params, body: passwords },
      cases: [
        ...strangers,
        ...textCases('currentPassword', { max: [200, '当前密码错误'] }),
        { name: 'no current one', change: { currentPassword: undefined }, ...invalid, message: '请输入当前密码' },
        { name: 'an empty current one', change: { currentPassword: '' }, ...invalid, message: '请输入当前密码' },
        { name: 'a wrong current one', change: { currentPassword: 'wrong1' }, status: 400, message: /当前密码/ },
        ...textCases('newPassword', { max: [20, '新密码不能超过20位'] }),
        { name: 'no new one', change: { newPassword: undefined }, ...invalid, message: '请输入新密码' },
        { name: 'a short new one', change: { newPassword: '12345' }, ...invalid, message: '新密码至少需要6位' },
        { name: 'the same', change: { newPassword: 'shiliu123' }, status: 400, message: '新密码不能与当前密码相同' },
      ],
    },
    {
      endpoint: users.remove,
      good: { params, body: { password: 'not-this-one' } },
      cases: [
        ...strangers,
        ...textCases('password', { max: [200, '当前密码错误'] }),
        { name: 'a wrong password', status: 400, error: 'password_current_wrong', field: 'password' },
      ],
    },
    {
      endpoint: follows.create,
      good: { params: { id: other.user_id } },
      cases: [...publicIdCases(user.id), { name: 'oneself', params, status: 400, error: 'follow_self' }],
    },
    { endpoint: follows.remove, good: { params: { id: other.user_id } }, cases: publicIdCases(user.id) },
    one(follows.status),
    listOf(fixture, follows.following),
    listOf(fixture, follows.followers),
    listOf(fixture, follows.mutual),
    listOf(fixture, collections.listOfUser, textFilters('sort')),
    listOf(fixture, likes.listOfUser, strangers.slice(0, 2)),
  ]
}
