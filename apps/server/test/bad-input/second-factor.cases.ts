/** Passwords, codes and sessions of the administrator who is signed in. */
import * as auth from '@shiliu/contract/admin/auth'
import * as secondFactor from '@shiliu/contract/admin/second-factor'
import { type Case, type EndpointCases, textCases } from './cases.ts'
import type { Fixture } from './fixture.ts'

const invalid = { status: 400, error: 'invalid_input' } as const
const currentPassword = 'shiliu123'

const passwordCases: Case[] = [
  ...[undefined, null, '', 7].map((value) => ({
    name: `current password: ${JSON.stringify(value)}`,
    change: { currentPassword: value },
    ...invalid,
    message: '请输入当前密码',
    field: 'currentPassword',
  })),
  { name: 'a very long password', change: { currentPassword: 'x'.repeat(201) }, ...invalid, message: '当前密码错误' },
  {
    name: 'a wrong password',
    change: { currentPassword: 'not-this-one' },
    status: 400,
    error: 'password_current_wrong',
    message: '当前密码错误',
    field: 'currentPassword',
  },
]

const CODES = [undefined, null, '', 123456, '12345', '1234567', 'abcdef', 'x'.repeat(65), "' or 1=1", '😀', '12３45a']

const codeCases: Case[] = CODES.map((code) => ({
  name: `code: ${JSON.stringify(code)}`,
  change: { code },
  ...invalid,
  message: '请输入验证器上的 6 位验证码，或一个恢复码',
  field: 'code',
}))

const emailCases: EndpointCases[] = [
  { endpoint: auth.getEmail, cases: [{ name: 'a query', query: { id: '2' }, status: 200 }] },
  {
    endpoint: auth.setEmail,
    good: { body: { email: '', currentPassword } },
    cases: [
      ...passwordCases,
      ...textCases('email', { max: [100, '邮箱地址不正确'] }),
      ...['a', 'a@b', 'a@example.com,b@example.com', 'a@example.com\nBcc: b@example.com'].map((email) => ({
        name: `email ${email}`,
        change: { email },
        ...invalid,
        message: '邮箱地址不正确',
        field: 'email',
      })),
      { name: 'while mail is off', change: { email: 'a@example.com' }, status: 409, error: 'mail_off' },
    ],
  },
  {
    endpoint: auth.confirmEmail,
    good: { body: { code: 'abcd-2345' } },
    cases: [
      ...textCases('code', { required: '请输入邮件里的验证码', max: [16, '验证码有 8 位'] }),
      { name: 'nothing to verify', status: 400, error: 'code_wrong', field: 'code' },
    ],
  },
]

const missing = { name: 'without one', status: 400, error: 'second_factor_missing' } as const

const idCases: Case[] = [
  { name: 'unknown', params: { id: '999999' }, status: 404, error: 'record_not_found' },
  ...['0', '-1', '1.5', 'x', '9'.repeat(30)].map((id) => ({ name: `id ${id}`, params: { id }, status: 404 })),
]

export const secondFactorCases = ({ admin }: Fixture): EndpointCases[] => [
  ...emailCases,
  {
    endpoint: auth.changePassword,
    good: { body: { currentPassword, newPassword: 'another12' } },
    cases: [
      ...passwordCases,
      { name: 'no new password', change: { newPassword: undefined }, ...invalid, field: 'newPassword' },
      { name: 'a short one', change: { newPassword: '12345' }, ...invalid, field: 'newPassword' },
      { name: 'a long one', change: { newPassword: 'x'.repeat(21) }, ...invalid, field: 'newPassword' },
      { name: 'the same', change: { newPassword: currentPassword }, status: 400, error: 'password_unchanged' },
      { name: 'a common one', change: { newPassword: 'IloveYou' }, status: 400, error: 'password_common' },
      { name: 'the name', change: { newPassword: admin.username }, status: 400, error: 'password_is_username' },
    ],
  },
  { endpoint: auth.listSessions, cases: [{ name: 'as a user', as: 'user', status: 403, error: 'forbidden' }] },
  { endpoint: auth.listAllSessions, cases: [{ name: 'as a user', as: 'user', status: 403, error: 'forbidden' }] },
  { endpoint: auth.endSession, cases: idCases },
  { endpoint: auth.endAnySession, cases: idCases },
  { endpoint: secondFactor.get, cases: [{ name: 'as a user', as: 'user', status: 403, error: 'forbidden' }] },
  { endpoint: secondFactor.begin, good: { body: { currentPassword } }, cases: passwordCases },
  {
    endpoint: secondFactor.confirm,
    good: { body: { code: '123456' } },
    cases: [...codeCases, missing],
  },
  {
    endpoint: secondFactor.renewRecoveryCodes,
    good: { body: { currentPassword } },
    cases: [...passwordCases, missing],
  },
  {
    endpoint: secondFactor.remove,
    good: { body: { currentPassword, code: '123456' } },
    cases: [...passwordCases, ...codeCases, missing],
  },
]
