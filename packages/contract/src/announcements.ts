/** Banners of announcements, as readers get them (docs/product.md#announcements). */
import { z } from 'zod'
import { flagIn, id, idParam } from './common.ts'
import { endpointsOf } from './endpoint.ts'

const endpoint = endpointsOf('公告')

export const banner = z
  .object({
    id: id.describe('编号'),
    title: z.string().describe('标题'),
    text: z.string().describe('正文，一段没有格式的文字；可以为空'),
    link: z.string().nullable().describe('详情的地址：本站的路径，或 https 地址'),
    category_id: id.nullable().describe('只显示在这个分类的频道里；null 表示每个页面都显示'),
    dismissable: z.boolean().describe('可以关闭'),
  })
  .meta({ id: 'Banner', description: '横幅公告' })
export type Banner = z.output<typeof banner>

const banners = z.object({ announcements: z.array(banner).describe('现在显示的横幅，新的在前') })

export const list = endpoint({
  method: 'GET',
  path: '/announcements',
  role: 'guest',
  summary: '现在显示给访问者的横幅公告，不含自己关闭了的',
  output: banners,
})

export const seen = endpoint({
  method: 'POST',
  path: '/announcements/:id/seen',
  role: 'guest',
  summary: '横幅显示给了访问者，或被访问者关闭了',
  description: '登录的人每人只算一次，关闭之后在别的设备上也不再显示；没有登录的人算浏览次数。',
  params: idParam,
  body: z.object({ dismissed: flagIn.default(false).describe('关闭了它') }),
  errors: ['record_not_found'],
})

/** The banners in the back office, for administrators. */
export const adminBanners = endpoint({
  method: 'GET',
  path: '/admin/banners',
  role: 'admin',
  adminRole: 'viewer',
  summary: '现在显示给这位管理员的横幅公告',
  output: banners,
})
