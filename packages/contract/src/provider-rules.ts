/** What a provider of campus sign-in may be called, and how its attributes are read. */
import { length, type Rule } from './rules.ts'
import { isVisible } from './text.ts'

/** Campus sign-in; `badges` is the text that gives values their words. */
export const PROVIDER = {
  nameMax: 20,
  addressMax: 300,
  idMax: 200,
  attributeMax: 100,
  badgesMax: 500,
  badgeMax: 8,
} as const

export const providerNameRule: Rule = (value) => {
  if (!isVisible(value)) return '请输入名称'
  return length(value.trim()) > PROVIDER.nameMax ? `名称不能超过${PROVIDER.nameMax}个字` : null
}

const HTTPS = /^https:\/\/[^\s/?#@\\]+(\/[^\s?#\\]*)?$/
const THIS_MACHINE = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/[^\s?#\\]*)?$/

/** Where a provider of campus sign-in is: encrypted, but on this machine. */
export const providerAddressRule: Rule = (value) => {
  if (!value) return '请输入地址'
  if (value.length > PROVIDER.addressMax) return `地址不能超过${PROVIDER.addressMax}个字`
  if (HTTPS.test(value) || THIS_MACHINE.test(value)) return null
  return '地址要写成 https://login.example.edu.cn 这样，里面没有账号、问号和井号'
}

/** May be empty. */
export const providerIdRule: Rule = (value) => {
  if (value.length > PROVIDER.idMax) return `不能超过${PROVIDER.idMax}个字`
  return /^[\x20-\x7e]*$/.test(value) ? null : '只能是英文字母、数字和符号'
}

/** The name of an attribute, with dots for those within others; may be empty. */
export const attributeRule: Rule = (value) =>
  length(value) > PROVIDER.attributeMax ? `属性名不能超过${PROVIDER.attributeMax}个字` : null

/** The words of `student=学生，faculty=教职工`, by value; null where the text is none. `*` is any other value. */
export function parseBadges(text: string): Map<string, string> | null {
  const parts = text.split(/[,，;；\n]/).filter((part) => part.trim() !== '')
  const pairs = parts.map((part) => part.split('=').map((side) => side.trim()))
  const isPair = ([value, word, ...rest]: string[]) => value && word && isVisible(word) && rest.length === 0
  return pairs.every(isPair) ? new Map(pairs as [string, string][]) : null
}

/** May be empty. */
export const badgesRule: Rule = (value) => {
  if (length(value) > PROVIDER.badgesMax) return `不能超过${PROVIDER.badgesMax}个字`
  const words = parseBadges(value)
  if (!words) return '要写成 student=学生，faculty=教职工 这样'
  return [...words.values()].some((word) => length(word) > PROVIDER.badgeMax)
    ? `每个身份不能超过${PROVIDER.badgeMax}个字`
    : null
}
