/** Health, statistics, error reports of browsers, and the OpenAPI document. */
import { z } from 'zod'
import { count, time } from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { BROWSER_ERROR } from './limits.ts'
import { isVisible, tidyLine } from './text.ts'

const endpoint = endpointsOf('站点')

export const health = endpoint({
  method: 'GET',
  path: '/health',
  role: 'guest',
  summary: '服务是否就绪',
  output: z.object({ timestamp: time.describe('服务器的时间'), uptime: z.number().describe('进程运行的秒数') }),
  errors: ['unavailable'],
})

export const live = endpoint({
  method: 'GET',
  path: '/health/live',
  role: 'guest',
  summary: '进程是否在：什么也不查；要停下时是 503，反向代理就把请求交给别的节点',
  output: z.object({ uptime: z.number().describe('进程运行的秒数') }),
  errors: ['unavailable'],
})

export const ready = endpoint({
  method: 'GET',
  path: '/health/ready',
  role: 'guest',
  summary: '能否服务，哪里不正常；每一项最多查 1 秒。数据库不能用时是 503，message 说明原因，其余的不正常写在 parts 里',
  output: z.object({
    ok: z.boolean().describe('全部正常'),
    parts: z
      .array(
        z.object({
          name: z
            .enum(['database', 'redis', 'disk', 'storage', 'mail', 'backup', 'nodes'])
            .describe('哪一项；没有用到的不列出'),
          problem: z.string().nullable().describe('哪里不正常，正常时为 null'),
          remark: z.string().optional().describe('值得一看、不算不正常的；没有时不写'),
        }),
      )
      .describe('网站用到的各项'),
  }),
  errors: ['unavailable'],
})

export const stats = endpoint({
  method: 'GET',
  path: '/stats',
  role: 'guest',
  summary: '全站总数',
  output: z.object({
    users: count.describe('用户数'),
    posts: count.describe('已发布的笔记数'),
    comments: count.describe('评论数，含回复'),
    likes: count.describe('点赞数'),
  }),
})

const reportText = (max: number, message: string) => z.string(message).max(max, message)

export const reportBrowserError = endpoint({
  method: 'POST',
  path: '/browser-errors',
  role: 'guest',
  summary: '报告网页里发生的程序错误；相同的合并计数，显示在后台的「未读故障」里',
  message: '已收到',
  body: z.object({
    message: reportText(BROWSER_ERROR.messageMax, '错误说明不正确')
      .refine(isVisible, '错误说明不正确')
      .transform(tidyLine)
      .describe('错误的种类和说明'),
    page: reportText(BROWSER_ERROR.pageMax, '页面地址不正确')
      .regex(/^\/[\w/-]*$/, '页面地址不正确')
      .describe('在哪个页面：地址的路径，不带参数'),
    stack: reportText(BROWSER_ERROR.stackMax, '调用栈不正确').nullish().describe('调用栈，只写进日志'),
  }),
})

export const openapi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  role: 'guest',
  summary: '接口文档：OpenAPI 3.1 格式，不带统一的外层',
  raw: true,
  output: z.looseObject({
    openapi: z.string().describe('OpenAPI 的版本'),
    info: z
      .looseObject({ title: z.string().describe('名称'), version: z.string().describe('接口的版本') })
      .describe('关于接口'),
    paths: z.record(z.string(), z.unknown()).describe('每个地址的接口'),
  }),
})
