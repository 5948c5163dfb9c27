/** Registration, sign-in and sessions of users and administrators. */
import * as adminAuth from '@shiliu/contract/admin/auth'
import * as auth from '@shiliu/contract/auth'
import * as dataExport from '@shiliu/contract/data-export'
import { type Case, type EndpointCases, type Fields, textCases } from './cases.ts'
import type { Fixture } from './fixture.ts'

const ended = { status: 401, error: 'session_ended' } as const
const invalid = { status: 400, error: 'invalid_input' } as const

/** Passwords may consist of spaces, so those do not count as missing. */
const noPassword: Case[] = [undefined, null, ''].map((password) => ({
  name: `password: ${JSON.stringify(password) ?? 'missing'}`,
  change: { password },
  ...invalid,
  message: '请输入密码',
  field: 'password',
}))

const passwordCases: Case[] = [
  ...textCases('password', { max: [20, '密码不能超过20位'] }),
  ...noPassword,
  { name: 'a short password', change: { password: '12345' }, ...invalid, message: '密码至少需要6位' },
]

const refreshCases = (
  { user, admin, dead: { revoked, stale, deleted, banned } }: Fixture,
  role: 'user' | 'admin',
): Case[] => [
  ...textCases('refresh_token', { max: [512, '刷新令牌不正确'] }),
  ...[undefined, null, ''].map((refresh_token) => ({
    name: `refresh_token: ${JSON.stringify(refresh_token) ?? 'missing'}`,
    change: { refresh_token },
    ...invalid,
    message: '缺少刷新令牌',
  })),
  { name: 'an access token', change: { refresh_token: role === 'user' ? user.token : admin.token }, ...ended },
  { name: 'with spaces around', change: { refresh_token: ` ${user.refreshToken} ` }, ...ended },
  ...Object.entries({ revoked, stale, deleted, banned }).map(([name, { refreshToken }]) => ({
    name,
    change: { refresh_token: refreshToken },
    ...ended,
  })),
  ...(role === 'admin' ? [{ name: 'of a user', change: { refresh_token: user.refreshToken }, ...ended }] : []),
]

function registerEntry({ user, captchas }: Fixture): EndpointCases {
  const fresh = () => ({ captchaId: captchas.pop(), captchaText: 'AbCd' })
  const captcha = (name: string, change: Fields, message: string): Case => ({ name, change, status: 400, message })
  return {
    endpoint: auth.register,
    good: {
      body: {
        user_id: 'newcomer',
        nickname: '新同学',
        password: 'secret12',
        captchaId: 'unknown',
        captchaText: 'AbCd',
      },
    },
    cases: [
      ...textCases('user_id', { required: '请输入小石榴号', max: [15, '小石榴号长度必须在3-15位之间'] }),
      ...['ab', '石榴', 'a b c', 'a-b-c', "a'b", '<b>', 'user😀'].map((user_id) => ({
        name: `user_id ${user_id}`,
        change: { user_id },
        ...invalid,
        message: /^小石榴号/,
        field: 'user_id',
      })),
      { name: 'a reserved id', change: { user_id: 'Search' }, ...invalid, field: 'user_id', message: /不能使用/ },
      ...textCases('nickname', { required: '请输入昵称', max: [10, '昵称不能超过10个字'] }),
      ...passwordCases,
      ...textCases('bio', { max: [1600, '个人简介不能超过200个字'] }),
      { name: 'a long bio', change: { bio: '长'.repeat(201) }, ...invalid, message: '个人简介不能超过200个字' },
      ...textCases('captchaId', { max: [64, /验证码/] }),
      ...textCases('captchaText', { max: [16, /验证码/] }),
      captcha('no captcha', { captchaId: undefined, captchaText: undefined }, '请输入验证码'),
      captcha('an empty captcha', { captchaId: captchas.pop(), captchaText: '' }, '请输入验证码'),
      captcha('a captcha that nobody was given', {}, '验证码已过期，请重新获取'),
      captcha('a wrong captcha', { captchaId: captchas.pop(), captchaText: 'XXXX' }, '验证码错误，请重新输入'),
      ...textCases('email', { max: [100, '邮箱地址不正确'] }),
      { name: 'no address', change: { email: 'a@b' }, ...invalid, message: '邮箱地址不正确', field: 'email' },
      ...textCases('email_code', { max: [16, /验证码/] }),
      ...textCases('invitation_code', { max: [200, '邀请码不正确'] }),
      {
        name: 'a made-up proof',
        change: { proof: '{"challenge":{},"solution":{}}' },
        status: 400,
        error: 'proof_wrong',
      },
      { name: 'a proof that is none', change: { proof: 'null' }, status: 400, error: 'proof_wrong' },
      { name: 'a taken id', change: { ...fresh(), user_id: user.user_id }, status: 400, error: 'user_id_taken' },
      {
        name: 'a taken id in another case',
        change: { ...fresh(), user_id: user.user_id.toUpperCase() },
        status: 400,
        error: 'user_id_taken',
        message: /已存在/,
      },
    ],
  }
}

export const accountCases = (fixture: Fixture): EndpointCases[] => [
  { endpoint: auth.captcha, cases: [{ name: 'a query nobody asked for', query: { size: '9999' }, status: 200 }] },
  {
    endpoint: auth.checkUserId,
    good: { query: { user_id: 'newcomer' } },
    cases: [
      { name: 'missing', query: { user_id: undefined }, ...invalid, message: '请输入小石榴号' },
      { name: 'empty', query: { user_id: '' }, ...invalid, message: '请输入小石榴号' },
      { name: 'twice', query: { user_id: ['abc', 'def'] }, ...invalid },
      { name: 'too long', query: { user_id: 'x'.repeat(16) }, ...invalid, message: '小石榴号长度必须在3-15位之间' },
      {
        name: 'bad characters',
        query: { user_id: '小石榴' },
        ...invalid,
        message: '小石榴号只能包含字母、数字和下划线',
      },
      { name: 'taken', query: { user_id: fixture.user.user_id.toUpperCase() }, status: 200, data: { isUnique: false } },
    ],
  },
  { endpoint: auth.registration, cases: [{ name: 'a query nobody asked for', query: { mode: 'x' }, status: 200 }] },
  {
    endpoint: auth.challenge,
    good: { query: { use: 'login' } },
    cases: [
      { name: 'no use', query: { use: undefined }, ...invalid, message: '用途不正确' },
      { name: 'another use', query: { use: 'guess' }, ...invalid, message: '用途不正确' },
    ],
  },
  registerEntry(fixture),
  {
    endpoint: auth.login,
    good: { body: { user_id: fixture.user.user_id, password: 'not-this-one' } },
    cases: [
      ...textCases('user_id', { max: [64, /过长/] }),
      ...textCases('user_display_id', { max: [64, /过长/] }),
      ...textCases('password', { max: [200, '账号或密码错误'] }),
      { name: 'nothing', body: {}, ...invalid, message: '请输入密码' },
      { name: 'no password', change: { password: undefined }, ...invalid, message: '请输入密码' },
      { name: 'an empty password', change: { password: '' }, ...invalid, message: '请输入密码' },
      { name: 'no id', change: { user_id: undefined }, ...invalid, message: '请输入小石榴号' },
      { name: 'an empty id', change: { user_id: '  ' }, ...invalid, message: '请输入小石榴号' },
      { name: 'a wrong password', status: 400, error: 'credentials_wrong' },
      { name: 'an unknown id', change: { user_id: 'nobody' }, status: 400, error: 'credentials_wrong' },
      {
        name: 'an id with NUL',
        change: { user_id: `${fixture.user.user_id}\u0000` },
        status: 400,
        error: 'credentials_wrong',
      },
      {
        name: 'an administrator',
        change: { user_id: fixture.admin.username, password: 'shiliu123' },
        status: 400,
        error: 'credentials_wrong',
      },
      {
        name: 'a banned user',
        change: { user_id: fixture.dead.banned.user_id, password: 'shiliu123' },
        status: 400,
        error: 'account_disabled',
      },
      {
        name: 'a deleted user',
        change: { user_id: fixture.dead.deleted.user_id, password: 'shiliu123' },
        status: 400,
        error: 'credentials_wrong',
      },
    ],
  },
  {
    endpoint: auth.restore,
    good: { body: { ticket: '1.2.3.x' } },
    cases: [
      { name: 'no ticket', change: { ticket: undefined }, ...invalid, message: '缺少取回的凭证' },
      { name: 'an overlong ticket', change: { ticket: 'x'.repeat(201) }, ...invalid, message: '取回的凭证不正确' },
      ...['', '.', '1.2.3.x', 'NaN.NaN.NaN.', '\u0000'].map((ticket) => ({
        name: `the ticket ${JSON.stringify(ticket)}`,
        change: { ticket },
        status: 400,
      })),
    ],
  },
  { endpoint: auth.refresh, good: { body: { refresh_token: 'unknown' } }, cases: refreshCases(fixture, 'user') },
  { endpoint: auth.logout, cases: [{ name: 'as nobody', as: 'guest', status: 401, error: 'unauthorized' }] },
  {
    endpoint: auth.listSessions,
    cases: [{ name: 'as an administrator', as: 'admin', status: 403, error: 'forbidden' }],
  },
  {
    endpoint: auth.endSession,
    good: { params: { id: '999999' } },
    cases: [
      { name: 'unknown', status: 404, error: 'record_not_found', message: '这个设备已经退出登录' },
      ...['0', '-1', '1.5', 'x', '9'.repeat(30)].map((id) => ({ name: `id ${id}`, params: { id }, status: 404 })),
      { name: 'as an administrator', as: 'admin', status: 403, error: 'forbidden' },
    ],
  },
  { endpoint: auth.endOtherSessions, cases: [{ name: 'as nobody', as: 'guest', status: 401, error: 'unauthorized' }] },
  { endpoint: dataExport.get, cases: [{ name: 'as an administrator', as: 'admin', status: 403, error: 'forbidden' }] },
  {
    endpoint: dataExport.request,
    cases: [
      {
        name: 'twice a day',
        status: 429,
        error: 'data_export_again',
        message: /^每天只能打包一次，请 \d+ 小时后再试$/,
      },
    ],
  },
  {
    endpoint: dataExport.link,
    cases: [{ name: 'without one', as: 'other', status: 404, error: 'data_export_gone' }],
  },
  {
    endpoint: dataExport.file,
    good: { query: { ticket: fixture.exportTicket } },
    cases: [
      { name: 'two tickets', query: { ticket: ['a', 'b'] }, ...invalid, message: '下载链接不完整' },
      { name: 'a long one', query: { ticket: 'x'.repeat(301) }, ...invalid, message: '下载链接不正确' },
      ...['', '.', '1.1.1.9999999999999', `${fixture.exportTicket}x`, `9${fixture.exportTicket}`].map((ticket) => ({
        name: `the ticket ${ticket}`,
        query: { ticket },
        status: 403,
        error: 'data_link_invalid' as const,
      })),
    ],
  },
  {
    endpoint: auth.me,
    cases: [
      {
        name: 'for another',
        query: { id: fixture.other.id, user_id: fixture.other.user_id },
        status: 200,
        data: { id: fixture.user.id },
      },
    ],
  },
  {
    endpoint: adminAuth.login,
    good: { body: { username: fixture.admin.username, password: 'not-this-one' } },
    cases: [
      ...textCases('username', { required: '请输入用户名', max: [50, '用户名不能超过50位'] }),
      ...textCases('password', { max: [200, '账号或密码错误'] }),
      ...noPassword,
      { name: 'a short password', change: { password: '12345' }, status: 400, error: 'credentials_wrong' },
      { name: 'a short name', change: { username: 'x' }, ...invalid, message: '用户名至少需要2位' },
      { name: 'a wrong password', status: 400, error: 'credentials_wrong' },
      { name: 'an unknown name', change: { username: 'nobody' }, status: 400, error: 'credentials_wrong' },
      { name: 'a code of letters', change: { code: 'abcdef' }, ...invalid, field: 'code' },
      { name: 'a code that is a number', change: { code: 123456 }, ...invalid, field: 'code' },
      {
        name: 'a user',
        change: { username: fixture.user.user_id, password: 'shiliu123' },
        status: 400,
        error: 'credentials_wrong',
      },
    ],
  },
  { endpoint: adminAuth.refresh, good: { body: { refresh_token: 'unknown' } }, cases: refreshCases(fixture, 'admin') },
  { endpoint: adminAuth.logout, cases: [{ name: 'as a user', as: 'user', status: 403, error: 'forbidden' }] },
  {
    endpoint: adminAuth.me,
    cases: [{ name: 'another', query: { id: '999' }, status: 200, data: { id: fixture.admin.id } }],
  },
]
