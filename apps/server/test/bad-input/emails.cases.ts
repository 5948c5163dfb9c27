/** E-mail addresses of accounts and forgotten passwords. */
import * as auth from '@shiliu/contract/auth'
import * as emails from '@shiliu/contract/emails'
import { type EndpointCases, textCases } from './cases.ts'
import type { Fixture } from './fixture.ts'

const invalid = { status: 400, error: 'invalid_input' } as const

/** No address of a mail server, or more than one. */
const NO_ADDRESSES = ['a', 'a@b', '@example.com', 'a@例子.cn', 'a b@c.cn', 'a@example.com\r\nBcc: b@example.com']

const email = [
  ...textCases('email', { required: '请输入邮箱', max: [100, '邮箱地址不正确'] }),
  ...NO_ADDRESSES.map((address) => ({
    name: `email ${address}`,
    change: { email: address },
    ...invalid,
    message: '邮箱地址不正确',
    field: 'email',
  })),
]

const password = [
  ...textCases('password', { max: [200, '当前密码错误'] }),
  ...[null, ''].map((value) => ({
    name: `password ${JSON.stringify(value)}`,
    change: { password: value },
    ...invalid,
    message: '请输入密码',
    field: 'password',
  })),
]
const code = [
  ...textCases('code', { required: '请输入邮件里的验证码', max: [16, '验证码有 8 位'] }),
  ...['abc', 'abcd-efghi', '验证码'].map((value) => ({
    name: `code ${value}`,
    change: { code: value },
    ...invalid,
    message: '验证码有 8 位',
    field: 'code',
  })),
]
const account = [
  ...textCases('account', { max: [100, '小石榴号或邮箱不正确'] }),
  ...[undefined, null, '', '  '].map((value) => ({
    name: `account ${JSON.stringify(value)}`,
    change: { account: value },
    ...invalid,
    message: '请输入小石榴号或邮箱',
    field: 'account',
  })),
]

export function emailCases({ captchas }: Fixture): EndpointCases[] {
  return [
    { endpoint: emails.get, cases: [{ name: 'a query', query: { user_id: 'other' }, status: 200 }] },
    {
      endpoint: auth.sendRegistrationCode,
      good: { body: { email: 'somebody@example.com', captchaId: captchas[0], captchaText: 'AbCd' } },
      cases: [
        ...email,
        ...textCases('captchaId', { max: [64, /验证码/] }),
        ...textCases('captchaText', { max: [16, /验证码/] }),
        ...textCases('proof', { max: [4000, /./] }),
        { name: 'while registering asks for none', status: 409, error: 'registration_email_off' },
      ],
    },
    {
      endpoint: emails.begin,
      good: { body: { email: 'somebody@example.com', password: 'not this one' } },
      cases: [...email, ...password, { name: 'while mail is off', status: 409, error: 'mail_off' }],
    },
    {
      endpoint: emails.confirm,
      good: { body: { code: 'abcd-2345' } },
      cases: [...code, { name: 'nothing to verify', status: 400, error: 'code_wrong', field: 'code' }],
    },
    {
      endpoint: emails.remove,
      good: { body: { password: 'not this one' } },
      cases: [
        ...password,
        { name: 'no password', change: { password: undefined }, status: 400, error: 'password_current_wrong' },
        { name: 'a wrong password', status: 400, error: 'password_current_wrong', field: 'password' },
        { name: 'no address', change: { password: 'shiliu123' }, status: 409, error: 'email_missing' },
      ],
    },
    {
      endpoint: emails.askReset,
      good: { body: { account: 'somebody', captchaId: captchas[0], captchaText: 'AbCd' } },
      cases: [
        ...account,
        ...textCases('captchaId', { max: [64, /验证码/] }),
        ...textCases('captchaText', { max: [16, /验证码/] }),
        { name: 'while mail is off', status: 409, error: 'mail_off' },
      ],
    },
    {
      endpoint: emails.reset,
      good: { body: { account: 'nobody', code: 'abcd-2345', newPassword: 'pomegranate7' } },
      cases: [
        ...account,
        ...code,
        ...textCases('newPassword', { max: [20, '新密码不能超过20位'] }),
        { name: 'a short password', change: { newPassword: '12345' }, ...invalid, message: '新密码至少需要6位' },
        { name: 'no code was sent', status: 400, error: 'code_wrong', field: 'code' },
      ],
    },
  ]
}
