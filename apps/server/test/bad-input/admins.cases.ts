/** Administrators by username or id. */
import * as admins from '@shiliu/contract/admin/admins'
import { type Case, type EndpointCases, HOSTILE_TEXTS, pageCases, textCases } from './cases.ts'
import type { Fixture } from './fixture.ts'

const invalid = { status: 400, error: 'invalid_input' } as const

const passwordCases: Case[] = [
  ...textCases('password', { max: [20, '密码不能超过20位'] }),
  { name: 'no password', change: { password: undefined }, ...invalid, message: '请输入密码', field: 'password' },
  { name: 'an empty password', change: { password: '' }, ...invalid, message: '请输入密码' },
  { name: 'a short password', change: { password: '12345' }, ...invalid, message: '密码至少需要6位' },
]

const guessable = (username: string): Case[] => [
  { name: 'a common password', change: { password: 'IloveYou' }, status: 400, error: 'password_common' },
  {
    name: 'the name as password',
    change: { password: username.toUpperCase() },
    status: 400,
    error: 'password_is_username',
    message: '密码不能和用户名一样',
    field: 'password',
  },
]

const nameCases: Case[] = ['nobody', '999999', '0', '1.0', '9'.repeat(30), '%', "' or ''='", '\u0000', '😀'].map(
  (name) => ({
    name: `administrator ${name}`,
    params: { id: name },
    status: 404,
    error: 'admin_not_found',
  }),
)

export const adminsCases = ({ admin, dead: { revokedAdmin } }: Fixture): EndpointCases[] => [
  {
    endpoint: admins.list,
    cases: [
      ...pageCases(),
      ...HOSTILE_TEXTS.map((username) => ({
        name: `named ${username.slice(0, 10)}`,
        query: { username },
        status: 200,
      })),
    ],
  },
  {
    endpoint: admins.create,
    good: { body: { username: 'newcomer', password: 'secret12' } },
    cases: [
      ...textCases('username', { required: '请输入用户名', max: [50, '用户名不能超过50位'] }),
      ...passwordCases,
      ...guessable('newcomer'),
      { name: 'a short name', change: { username: 'a' }, ...invalid, message: '用户名至少需要2位' },
      {
        name: 'a taken name',
        change: { username: ` ${admin.username.toUpperCase()} ` },
        status: 409,
        error: 'admin_taken',
      },
      { name: 'a strange status', change: { status: 2 }, ...invalid, field: 'status' },
      ...['', 'king', 1, 'Owner'].map((role) => ({
        name: `role ${role}`,
        change: { role },
        ...invalid,
        message: /角色只能是/,
        field: 'role',
      })),
    ],
  },
  ...[admins.update, admins.setPassword].map((endpoint) => ({
    endpoint,
    good: { params: { id: revokedAdmin.username }, body: { password: 'secret12' } },
    cases: [...passwordCases, ...guessable(revokedAdmin.username), ...nameCases],
  })),
  {
    endpoint: admins.setStatus,
    good: { params: { id: revokedAdmin.username }, body: { status: 1 } },
    cases: [
      ...[undefined, null, '', 2, '2', true, [1]].map((status) => ({
        name: `status ${JSON.stringify(status)}`,
        change: { status },
        ...invalid,
        message: '状态只能是0或1',
        field: 'status',
      })),
      ...nameCases,
    ],
  },
  {
    endpoint: admins.removeSecondFactor,
    cases: [
      ...nameCases,
      { name: 'none', params: { id: revokedAdmin.username }, status: 400, error: 'second_factor_missing' },
      { name: 'oneself', params: { id: admin.username }, status: 400, error: 'admin_self_second_factor' },
    ],
  },
  {
    endpoint: admins.remove,
    good: { params: { id: revokedAdmin.username } },
    cases: [
      ...nameCases,
      { name: 'oneself', params: { id: admin.username }, status: 400, error: 'admin_self' },
      { name: 'oneself by id', params: { id: admin.id }, status: 400, error: 'admin_self' },
    ],
  },
]
