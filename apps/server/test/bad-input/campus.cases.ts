/** Signing in with the account of one's school. */
import { check } from '@shiliu/contract/admin/providers'
import * as campus from '@shiliu/contract/campus'
import { type Case, type EndpointCases, pathIdCases, textCases } from './cases.ts'

const invalid = { status: 400, error: 'invalid_input' } as const
const expired = { status: 400, error: 'campus_expired' } as const
const params = { id: 1 }

/** Texts that are not one, and too much of it. */
const bounded = (field: string, max: number, message: string): Case[] => [
  ...textCases(field, { max: [max, message] }),
  ...[undefined, null, ''].map((value) => ({
    name: `${field}: ${JSON.stringify(value) ?? 'missing'}`,
    change: { [field]: value },
    ...invalid,
    field,
    message,
  })),
]

const OVER = '这次登录已经过期，请重新开始'

export const campusCases = (): EndpointCases[] => [
  { endpoint: campus.list, cases: [{ name: 'a query nobody asked for', query: { id: 'x' }, status: 200 }] },
  {
    endpoint: campus.start,
    good: { params, body: {} },
    cases: [
      ...pathIdCases('campus_missing'),
      ...[1, 'true', null, []].map((link) => ({
        name: `link ${JSON.stringify(link)}`,
        change: { link },
        ...invalid,
        field: 'link',
        message: 'link 只能是 true 或 false',
      })),
      ...textCases('password', { max: [200, '当前密码错误'] }),
      { name: 'to link without a session', change: { link: true }, status: 401, error: 'unauthorized' },
    ],
  },
  {
    endpoint: campus.finish,
    good: { params, body: { query: 'state=x&code=y' } },
    cases: [
      ...pathIdCases('campus_missing'),
      ...textCases('query', { max: [8000, '返回地址太长了，请重新登录'] }),
      ...[undefined, null, ''].map((query) => ({
        name: `query: ${JSON.stringify(query) ?? 'missing'}`,
        change: { query },
        ...invalid,
        message: '返回地址不完整，请重新登录',
      })),
      ...['x', ['x'.repeat(201)], [1], Array.from({ length: 11 }, () => 'x'), { 0: 'x' }, null].map(
        (device_tokens) => ({
          name: `device_tokens ${JSON.stringify(device_tokens)?.slice(0, 40)}`,
          change: { device_tokens },
          ...invalid,
          message: 'device_tokens 最多 10 个，每个不超过 200 个字',
        }),
      ),
      ...['%', '%00', 'state=%ff&code=x', '=', '&&&', 'state', '__proto__=1'].map((query) => ({
        name: `query ${query}`,
        change: { query },
        status: 404,
        error: 'campus_missing' as const,
      })),
    ],
  },
  {
    endpoint: campus.register,
    good: { body: { code: 'x', user_id: 'newcomer', nickname: '新同学' } },
    cases: [
      ...bounded('code', 100, OVER),
      ...textCases('user_id', { required: '请输入小石榴号', max: [15, '小石榴号长度必须在3-15位之间'] }),
      ...textCases('nickname', { required: '请输入昵称', max: [10, '昵称不能超过10个字'] }),
      ...textCases('invitation_code', { max: [200, '邀请码不正确'] }),
      { name: 'a code of nobody', ...expired },
      { name: 'a code that is no hash', change: { code: "' or 1=1 --" }, ...expired },
    ],
  },
  {
    endpoint: campus.link,
    good: { body: { code: 'x' } },
    cases: [
      ...bounded('code', 100, OVER),
      ...textCases('password', { max: [200, '当前密码错误'] }),
      { name: 'a code of nobody', ...expired },
      { name: 'a code of nobody and a wrong password', change: { password: 'wrong1' }, ...expired },
    ],
  },
  { endpoint: campus.links, cases: [{ name: 'a query nobody asked for', query: { user_id: '2' }, status: 200 }] },
  { endpoint: campus.unlink, good: { params }, cases: pathIdCases('record_not_found') },
  {
    endpoint: campus.setPassword,
    good: { body: { newPassword: 'another12' } },
    cases: [
      { name: 'no password', change: { newPassword: undefined }, ...invalid, field: 'newPassword' },
      { name: 'a short one', change: { newPassword: '12345' }, ...invalid, field: 'newPassword' },
      { name: 'a long one', change: { newPassword: 'x'.repeat(21) }, ...invalid, field: 'newPassword' },
      { name: 'a common one', change: { newPassword: 'IloveYou' }, status: 400, error: 'password_common' },
      { name: 'where there is one', status: 400, error: 'password_exists' },
    ],
  },
  { endpoint: campus.logout, cases: [{ name: 'as an administrator', as: 'admin', status: 403, error: 'forbidden' }] },
  { endpoint: check, good: { params }, cases: pathIdCases('record_not_found') },
]
