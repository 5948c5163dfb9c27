/** The form of the settings, made from their schemas (docs/product.md#settings). */
import { z } from 'zod'
import { type SettingName, settingSchemas } from './settings.ts'

/** Under which heading the form of the back office asks for a setting, and by which name. In the order of the form. */
const FORM: Record<SettingName, readonly [heading: string, label: string]> = {
  site_name: ['网站', '网站名称'],
  site_logo: ['网站', '标志'],
  site_description: ['网站', '介绍'],
  site_footer: ['网站', '页脚'],
  site_icp: ['网站', '备案号'],
  site_contact: ['网站', '怎样联系管理员'],
  site_mode: ['网站', '网站状态'],
  notes_per_ten_minutes: ['发布与互动', '十分钟内的笔记'],
  notes_per_day: ['发布与互动', '一天的笔记'],
  comments_per_minute: ['发布与互动', '一分钟内的评论'],
  reactions_per_minute: ['发布与互动', '一分钟内的点赞和收藏'],
  new_account_days: ['发布与互动', '新账号的天数'],
  picture_side: ['上传', '图片的长边'],
  picture_quality: ['上传', '图片的质量'],
  picture_megabytes: ['上传', '一个文件的大小'],
  upload_megapixels_per_day: ['上传', '一天的像素'],
  upload_megabytes_per_day: ['上传', '一天的大小'],
  registration: ['注册', '谁可以注册'],
  registration_email: ['注册', '注册时的邮箱'],
  local_passwords: ['注册', '密码登录'],
  registrations_per_address: ['注册', '每个 IP 一天的新账号'],
  reserved_names: ['注册', '保留的名字'],
  require_second_factor: ['管理员', '要求两步验证'],
  review: ['审核', '先审后发'],
  review_first_notes: ['审核', '新账号要审核的笔记'],
  reports_hide_after: ['审核', '自动隐藏的举报人数'],
  trash_days: ['保留', '回收站的天数'],
  session_days: ['保留', '登录的天数'],
  backup: ['备份', '自动备份'],
  backup_hour: ['备份', '几点'],
  backup_keep_days: ['备份', '每天的留几份'],
  backup_keep_weeks: ['备份', '每周的留几份'],
  backup_keep_months: ['备份', '每月的留几份'],
  audit_keep_days: ['管理员', '操作记录的保留天数'],
  mail_host: ['邮件', '发信服务器'],
  mail_port: ['邮件', '端口'],
  mail_security: ['邮件', '加密'],
  mail_user: ['邮件', '用户名'],
  mail_from: ['邮件', '发件人'],
  mail_domains: ['邮件', '允许的邮箱域名'],
  mail_digest: ['邮件', '待处理的提醒'],
  fault_webhook: ['故障', '通知的网址'],
  fault_mails: ['故障', '通知的邮箱'],
  address_retention_days: ['隐私', '地址的保留天数'],
}

/** What a setting holds, as the form edits it; `picture`: the address of a picture or nothing, `lines`: texts. */
type SettingKind =
  | { kind: 'number'; min: number; max: number }
  | { kind: 'choice'; options: { value: string; label: string }[] }
  | { kind: 'flag' }
  | { kind: 'text'; max: number }
  | { kind: 'picture' }
  | { kind: 'lines' }
export type SettingField = { name: SettingName; heading: string; label: string; description: string } & SettingKind

type Shown = { [keyword: string]: unknown; words?: Readonly<Record<string, string>>; maxLength?: number }

function kindOf({ type, minimum, maximum, maxLength, format, words, enum: values }: Shown): SettingKind {
  if (type === 'integer' || type === 'number') return { kind: 'number', min: Number(minimum), max: Number(maximum) }
  if (type === 'boolean') return { kind: 'flag' }
  if (type === 'array') return { kind: 'lines' }
  if (Array.isArray(values)) {
    return { kind: 'choice', options: values.map((value) => ({ value, label: words?.[value] ?? value })) }
  }
  return format === 'picture' ? { kind: 'picture' } : { kind: 'text', max: maxLength ?? 1000 }
}

/** The form's fields, made from the schemas: plain data, which is all of the contract that a browser gets. */
export const SETTING_FIELDS: readonly SettingField[] = (Object.keys(FORM) as SettingName[]).map((name) => {
  const shown = z.toJSONSchema(settingSchemas[name], { io: 'input', unrepresentable: 'any' })
  const [heading, label] = FORM[name]
  return { name, heading, label, description: shown.description ?? '', ...kindOf(shown as Shown) }
})
