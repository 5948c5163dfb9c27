/** Rules for schemas and forms. Each returns a Chinese error message, or null (docs/product.md#account-rules). */
import {
  ACCOUNT,
  ADDRESS_BAN,
  ADMIN,
  ANNOUNCEMENT,
  CATEGORY,
  EDUCATIONS,
  GENDERS,
  INVITATION,
  NOTE_MAX,
  POST,
  PROFILE,
  WATCHED_WORD,
  ZODIAC_SIGNS,
} from './limits.ts'
import { isVisible } from './text.ts'

export type Rule = (value: string) => string | null

/** Length in code points: an emoji counts as one, not as two UTF-16 code units. */
export function length(value: string): number {
  return [...value].length
}

/** These would collide with routes below `/users/`. */
const RESERVED_IDS = new Set(['search'])

export const userIdRule: Rule = (value) => {
  if (!value) return '请输入小石榴号'
  if (value.length < ACCOUNT.userIdMin || value.length > ACCOUNT.userIdMax) return '小石榴号长度必须在3-15位之间'
  if (!/^[A-Za-z0-9_]+$/.test(value)) return '小石榴号只能包含字母、数字和下划线'
  return RESERVED_IDS.has(value.toLowerCase()) ? '这个小石榴号不能使用，请换一个' : null
}

export const nicknameRule: Rule = (value) => {
  if (!isVisible(value)) return '请输入昵称'
  return length(value.trim()) > ACCOUNT.nicknameMax ? `昵称不能超过${ACCOUNT.nicknameMax}个字` : null
}

export const passwordRule: Rule = (value) => {
  if (!value) return '请输入密码'
  if (value.length < ACCOUNT.passwordMin) return '密码至少需要6位'
  return value.length > ACCOUNT.passwordMax ? '密码不能超过20位' : null
}

export const newPasswordRule: Rule = (value) => {
  if (!value) return '请输入新密码'
  return passwordRule(value)?.replace('密码', '新密码') ?? null
}

export const bioRule: Rule = (value) =>
  length(value) > PROFILE.bioMax ? `个人简介不能超过${PROFILE.bioMax}个字` : null

// Optional fields of a profile, which may be empty.

const oneOf =
  (choices: readonly string[], message: string): Rule =>
  (value) =>
    value === '' || choices.includes(value) ? null : message

export const genderRule = oneOf(GENDERS, '性别只能选择男或女')
export const zodiacRule = oneOf(ZODIAC_SIGNS, '请选择列表中的星座')
export const educationRule = oneOf(EDUCATIONS, '请选择列表中的学历')

export const mbtiRule: Rule = (value) =>
  value === '' || /^[EI][SN][TF][JP]$/.test(value) ? null : 'MBTI由四个字母组成，例如INFP'

export const majorRule: Rule = (value) =>
  length(value) > PROFILE.majorMax ? `专业不能超过${PROFILE.majorMax}个字` : null

export const interestRule: Rule = (value) =>
  length(value) > PROFILE.interestMax ? `每个兴趣不能超过${PROFILE.interestMax}个字` : null

/** Checks the list and each of its items. */
export function interestsRule(values: readonly string[]): string | null {
  if (values.length > PROFILE.interestsMax) return `最多只能添加${PROFILE.interestsMax}个兴趣`
  return values.map(interestRule).find((message) => message !== null) ?? null
}

export const adminUsernameRule: Rule = (value) => {
  if (!isVisible(value)) return '请输入用户名'
  if (length(value.trim()) < ADMIN.usernameMin) return '用户名至少需要2位'
  return length(value.trim()) > ADMIN.usernameMax ? `用户名不能超过${ADMIN.usernameMax}位` : null
}

/** Not digits only: fields for a username also take an id. Older names of digits can still sign in. */
export const newAdminUsernameRule: Rule = (value) =>
  adminUsernameRule(value) ?? (/^\d+$/.test(value.normalize('NFKC').trim()) ? '用户名不能全是数字' : null)

export const categoryNameRule: Rule = (value) => {
  if (!isVisible(value)) return '请输入分类名称'
  return length(value.trim()) > CATEGORY.nameMax ? `分类名称不能超过${CATEGORY.nameMax}个字` : null
}

/** Slugs of built-in channels. */
const RESERVED_TITLES = new Set(['recommend'])

export const categoryTitleRule: Rule = (value) => {
  if (!value.trim()) return '请输入英文标题'
  if (!/^[a-z]+$/.test(value.trim())) return '只能输入小写英文字母'
  if (RESERVED_TITLES.has(value.trim())) return '这个英文标题不能使用，请换一个'
  return value.trim().length > CATEGORY.titleMax ? `英文标题不能超过${CATEGORY.titleMax}个字母` : null
}

export const tagNameRule: Rule = (value) => {
  if (!isVisible(value)) return '请输入标签名称'
  return length(value.trim()) > POST.tagMax ? `标签不能超过${POST.tagMax}个字` : null
}

export const watchedWordRule: Rule = (value) => {
  if (!isVisible(value)) return '请输入敏感词'
  if (length(value.trim()) > WATCHED_WORD.max) return `敏感词不能超过${WATCHED_WORD.max}个字`
  return /[\p{L}\p{N}]/u.test(value.normalize('NFKC')) ? null : '敏感词里要有文字或数字'
}

/** Empty means that one is made. */
export const invitationCodeRule: Rule = (value) =>
  value !== '' && (length(value) < INVITATION.codeMin || length(value) > INVITATION.codeMax)
    ? `邀请码要有 ${INVITATION.codeMin} 到 ${INVITATION.codeMax} 个字`
    : null

export const noteRule: Rule = (value) => (length(value) > NOTE_MAX ? `备注不能超过${NOTE_MAX}个字` : null)

/** Only the length: the server parses addresses and ranges. */
export const networkRule: Rule = (value) => (value.length > ADDRESS_BAN.networkMax ? '地址太长了' : null)

export const banReasonRule: Rule = (value) =>
  length(value) > ADDRESS_BAN.reasonMax ? `原因不能超过${ADDRESS_BAN.reasonMax}个字` : null

/** A day as 2026-12-31; empty means for good. */
export const expiryDayRule: Rule = (value) => {
  if (value === '') return null
  const day = new Date(`${value}T00:00:00Z`)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(day.getTime())
  // JavaScript takes the 31st of June for the 1st of July.
  return isDay && day.toISOString().startsWith(value) ? null : '日期请写成 2026-12-31 这样'
}

/** Empty means unknown. */
export const locationRule: Rule = (value) =>
  length(value) > ADMIN.locationMax ? `IP属地不能超过${ADMIN.locationMax}个字` : null

export const noticeTitleRule: Rule = (value) => {
  if (!isVisible(value)) return '请输入通知标题'
  return length(value) > ADMIN.noticeTitleMax ? `通知标题不能超过${ADMIN.noticeTitleMax}个字` : null
}

export const announcementTitleRule: Rule = (value) => {
  if (!isVisible(value)) return '请输入标题'
  return length(value.trim()) > ANNOUNCEMENT.titleMax ? `标题不能超过${ANNOUNCEMENT.titleMax}个字` : null
}

/** May be empty. */
export const announcementTextRule: Rule = (value) =>
  length(value) > ANNOUNCEMENT.textMax ? `正文不能超过${ANNOUNCEMENT.textMax}个字` : null

/** A path of the site or an https address; empty means none. */
export const announcementLinkRule: Rule = (value) => {
  if (value === '') return null
  if (length(value) > ANNOUNCEMENT.linkMax) return `链接不能超过${ANNOUNCEMENT.linkMax}个字`
  const isPath = /^\/(?![/\\])\S*$/.test(value)
  const isAddress = /^https:\/\/[^\s/?#]+([/?#]\S*)?$/.test(value)
  return isPath || isAddress ? null : '链接要以 / 或 https:// 开头'
}
