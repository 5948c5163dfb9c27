import { z } from 'zod'
import { filterId, filterText, id, time } from '../common.ts'
import { coded } from './fields.ts'
import { adminReadOnlyResource } from './resource.ts'

const state = z.record(z.string(), z.unknown()).nullable()

const RESOURCE_WORDS = {
  users: '用户',
  posts: '笔记',
  comments: '评论',
  categories: '分类',
  tags: '标签',
  likes: '点赞',
  collections: '收藏',
  follows: '关注',
  notifications: '通知',
  sessions: '会话',
  admins: '管理员',
  settings: '网站设置',
}

const row = z.object({
  id: id.describe('ID'),
  admin_id: id.nullable().describe('管理员ID'),
  username: z.string().describe('管理员'),
  action: coded(z.literal(['create', 'update', 'delete']), '操作', { create: '新增', update: '修改', delete: '删除' }),
  resource: coded(z.string(), '对象', RESOURCE_WORDS),
  record_id: id.describe('记录ID'),
  /** Title or nickname of the record, or empty. */
  record_name: z.string().describe('记录'),
  changed: z.array(z.string()).describe('改动'),
  before: state.describe('之前'),
  after: state.describe('之后'),
  created_at: time.describe('时间'),
})

export const audits = adminReadOnlyResource({
  name: 'audits',
  label: '操作记录',
  row,
  filters: {
    username: filterText.describe('管理员用户名'),
    resource: filterText.describe('对象，例如 posts'),
    action: filterText.describe('create、update 或 delete'),
    record_id: filterId.describe('记录编号'),
  },
})
