/** Addresses of e-mail, domains, and the codes of mails. */
import type { Rule } from './rules.ts'

/** Addresses are at most as long as an index of both engines holds. `codeLength` without the dash in its middle. */
export const MAIL = {
  addressMax: 100,
  domainMax: 90,
  hostMax: 200,
  userMax: 200,
  passwordMax: 200,
  codeLength: 8,
  /** How long a code changes a password, or verifies an address. */
  resetMs: 10 * 60_000,
  verifyMs: 30 * 60_000,
} as const

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i

/** Such as `example.edu.cn`. */
export const domainRule: Rule = (value) =>
  value.length <= MAIL.domainMax && DOMAIN.test(value) ? null : '域名不正确，例如 example.edu.cn'

/** As `domainRule`, with words for an empty one. */
export const bannedDomainRule: Rule = (value) => (value === '' ? '请填写域名' : domainRule(value))

/** What mail servers take without quotes, in ASCII. */
export const emailRule: Rule = (value) => {
  if (!value) return '请输入邮箱'
  const at = value.lastIndexOf('@')
  const [name, domain] = [value.slice(0, at), value.slice(at + 1)]
  const isName = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i.test(name) && name.length <= 64
  return isName && domainRule(domain) === null && value.length <= MAIL.addressMax ? null : '邮箱地址不正确'
}

/** Empty means none. */
export const optionalEmailRule: Rule = (value) => (value === '' ? null : emailRule(value))

/** A code of a mail, however it was typed: in either case, with the dash or without. */
export const mailCodeKey = (value: string) =>
  value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

export const mailCodeRule: Rule = (value) => {
  if (!value.trim()) return '请输入邮件里的验证码'
  return mailCodeKey(value).length === MAIL.codeLength && value.length <= 2 * MAIL.codeLength
    ? null
    : `验证码有 ${MAIL.codeLength} 位`
}
