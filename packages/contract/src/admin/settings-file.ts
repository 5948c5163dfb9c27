/** Settings as a file (docs/product.md#settings). */
import { z } from 'zod'
import { time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { settingsState } from './settings.ts'

const endpoint = endpointsOf('网站设置')

/** What an exported file says it is. */
export const SETTINGS_FORMAT = 'shiliu-settings'

/** Bytes of the logo in a file; the text is a third longer. */
export const LOGO_BYTES_MAX = 1024 * 1024
const LOGO_TEXT_MAX = Math.ceil((LOGO_BYTES_MAX * 4) / 3) + 200

/** In a preview, for the logo that the file has. */
export const LOGO_IN_FILE = '文件里的图片'

/** What stands in every file, for whoever opens it. */
export const SETTINGS_NOTE =
  '没有密码和密钥：发信的密码、校园登录的密钥要在新的站点上重新填写。有故障通知的网址和邮箱，给别人之前看一眼'

const values = z.record(z.string(), z.unknown(), '文件里没有设置')

export const exportFile = endpoint({
  method: 'GET',
  path: '/admin/settings/export',
  role: 'admin',
  adminRole: 'administrator',
  summary: '所有设置，写成可以导入的文件',
  description: '不带统一的外层。标志的图片在文件里；没有密码和密钥。',
  raw: true,
  output: z.object({
    format: z.literal(SETTINGS_FORMAT).describe('这是什么文件'),
    exported_at: time.describe('导出的时间'),
    note: z.string().describe('文件里没有什么'),
    settings: values.describe('每个设置的值'),
    logo: z.string().nullish().describe('标志，写成 data: 开头的图片；null 是石榴。图片的文件不在了时不写'),
  }),
})
export type SettingsFile = z.output<NonNullable<typeof exportFile.output>>

const fileIn = {
  format: z.literal(SETTINGS_FORMAT, '这不是导出的设置文件').describe('导出的文件里的 format'),
  settings: values.describe('导出的文件里的 settings'),
  logo: z
    .string('标志不是图片')
    .max(LOGO_TEXT_MAX, '标志的图片过大')
    .nullish()
    .describe('导出的文件里的 logo；null 改回石榴，不写就不变'),
}

const preview = z.object({
  changes: z
    .array(
      z.object({
        name: z.string().describe('设置的名字'),
        label: z.string().describe('设置在后台的名称'),
        before: z.unknown().describe('现在的值'),
        after: z.unknown().describe('导入以后的值'),
      }),
    )
    .describe('会改动的设置'),
  unknown: z.array(z.string()).describe('这个版本没有的设置，不会导入'),
})
export type SettingsPreview = z.output<typeof preview>

export const previewFile = endpoint({
  method: 'POST',
  path: '/admin/settings/import-preview',
  role: 'admin',
  adminRole: 'administrator',
  summary: '导入设置会改动什么；什么也不写',
  description: '有一个值不对就整个拒绝。',
  message: '可以导入',
  body: z.object(fileIn),
  output: preview,
})

export const importFile = endpoint({
  method: 'POST',
  path: '/admin/settings/import',
  role: 'admin',
  adminRole: 'administrator',
  summary: '导入设置',
  description: '全部改动一起生效，并记入操作记录；有一个值不对就整个拒绝。文件里没有的设置保持不变。',
  message: '设置已导入',
  body: z.object({
    ...fileIn,
    began: values.optional().describe('预览时看到的值；其中有一项已经不是这样就回答 409，什么也不改。不写就不核对'),
  }),
  output: settingsState,
  errors: ['conflict', 'provider_needed'],
})
