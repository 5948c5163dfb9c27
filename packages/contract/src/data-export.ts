/** All of one's own data as a file (docs/product.md#export-of-ones-data). */
import { z } from 'zod'
import { count, time } from './common.ts'
import { endpointsOf } from './endpoint.ts'

const endpoint = endpointsOf('账号')

/** How long it is kept, how often one may ask for it, how long a link to it is good. */
export const DATA_EXPORT = { keptMs: 7 * 24 * 3600 * 1000, pauseMs: 24 * 3600 * 1000, linkMs: 10 * 60_000 } as const

const DATA_EXPORT_STATES = ['waiting', 'running', 'ready', 'failed'] as const

const state = z.object({
  export: z
    .object({
      state: z.enum(DATA_EXPORT_STATES).describe('waiting 等待打包，running 正在打包，ready 可以下载，failed 没有成功'),
      created_at: time.describe('什么时候要的'),
      ready_at: time.nullable().describe('什么时候打包好的'),
      expires_at: time.nullable().describe('在这个时间删除'),
      bytes: count.describe('文件的大小，字节；正在打包时是已经写了多少'),
      problem: z.string().nullable().describe('没有成功的原因；waiting 时是上一次没有成功的原因'),
      retry_at: time.nullable().describe('waiting 时：上一次没有成功，在这个时间再试；否则为 null'),
    })
    .nullable()
    .describe('最近要的一份；没有时为 null'),
  next_at: time.nullable().describe('在这个时间以后才能再要；现在就可以时为 null'),
})
export type DataExportState = z.output<typeof state>

export const get = endpoint({
  method: 'GET',
  path: '/auth/export',
  role: 'user',
  summary: '打包的自己的数据：有没有、到哪一步了',
  output: state,
})

export const request = endpoint({
  method: 'POST',
  path: '/auth/export',
  role: 'user',
  summary: '把自己的数据打包成一个 ZIP',
  description: '在后台打包，好了发通知，保留 7 天；每天一次，没有成功的不算。已经在打包时不会再打一份。',
  message: '已经开始打包，好了会通知你',
  output: state,
  errors: ['data_export_again'],
})

export const link = endpoint({
  method: 'POST',
  path: '/auth/export/link',
  role: 'user',
  summary: '取得下载打包好的数据的地址：10 分钟内有效，退出登录后失效',
  output: z.object({
    url: z.string().describe('地址，不需要请求头'),
    expires_at: time.describe('在这个时间失效'),
  }),
  errors: ['data_export_gone'],
})

export const file = endpoint({
  method: 'GET',
  path: '/auth/export/file',
  role: 'guest',
  summary: '下载打包好的数据',
  query: z.object({ ticket: z.string('下载链接不完整').max(300, '下载链接不正确').describe('在取得的地址里') }),
  zip: true,
  errors: ['data_link_invalid', 'data_export_gone', 'too_many_requests'],
})
