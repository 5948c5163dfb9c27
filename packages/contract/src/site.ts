/** Health and totals of the site (wire «transport»), and the description of its API. */
import { z } from 'zod'
import { count, time } from './common.ts'
import { endpointsOf } from './endpoint.ts'

const endpoint = endpointsOf('站点')

export const health = endpoint({
  method: 'GET',
  path: '/health',
  role: 'guest',
  summary: '服务是否就绪',
  output: z.object({ timestamp: time, uptime: z.number() }),
  errors: ['unavailable'],
})

export const stats = endpoint({
  method: 'GET',
  path: '/stats',
  role: 'guest',
  summary: '全站总数',
  output: z.object({ users: count, posts: count, comments: count, likes: count }),
})

export const openapi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  role: 'guest',
  summary: '接口文档：OpenAPI 3.1 格式，不带统一的外层',
  raw: true,
  output: z.looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.unknown()),
  }),
})
