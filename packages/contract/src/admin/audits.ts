/** The audit trail: what administrators wrote, read and exported (docs/product.md#admin-audit-trail). */
import { z } from 'zod'
import { filterFrom, filterId, filterText, filterTo, id, idIn, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { coded } from './fields.ts'
import { HIGHLIGHT_WORDS, HIGHLIGHTS } from './highlights.ts'
import { adminReadOnlyResource } from './resource.ts'

const state = z.record(z.string(), z.unknown()).nullable()

/** The actions that are recorded. */
const AUDITED = [
  'create',
  'update',
  'delete',
  'approve',
  'reject',
  'hide',
  'restore',
  'undo',
  'purge',
  ...HIGHLIGHTS,
  'sign_in',
  'sign_fail',
  'sign_out',
  'export',
  'view',
] as const

export const AUDIT_WORDS: Readonly<Record<(typeof AUDITED)[number], string>> = {
  create: '新增',
  update: '修改',
  delete: '删除',
  approve: '通过',
  reject: '拒绝',
  hide: '隐藏',
  restore: '恢复',
  undo: '撤销',
  purge: '彻底删除',
  ...HIGHLIGHT_WORDS,
  sign_in: '登录',
  sign_fail: '登录失败',
  sign_out: '退出登录',
  export: '导出',
  view: '查看',
}

/** The kinds of records that lines are about. */
export const AUDITED_WORDS: Readonly<Record<string, string>> = {
  appeals: '申诉',
  users: '用户',
  posts: '笔记',
  comments: '评论',
  categories: '分类',
  tags: '标签',
  announcements: '公告',
  likes: '点赞',
  collections: '收藏',
  follows: '关注',
  notifications: '通知',
  sessions: '会话',
  words: '敏感词',
  admins: '管理员',
  invitations: '邀请码',
  bans: '封禁地址',
  domains: '封禁邮箱域名',
  providers: '校园登录',
  settings: '网站设置',
  reports: '举报',
  addresses: '登录地址',
  findings: '敏感词记录',
  audits: '操作记录',
  jobs: '批量任务',
}

const row = z.object({
  id: id.describe('ID'),
  admin_id: id.nullable().describe('管理员ID'),
  username: z.string().describe('管理员'),
  action: coded(z.literal(AUDITED), '操作', AUDIT_WORDS),
  resource: coded(z.string(), '对象', AUDITED_WORDS),
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
    action: filterText.describe(`操作：${AUDITED.join('、')}`),
    admin_id: filterId.describe('管理员的编号'),
    record_id: filterId.describe('记录编号'),
    from: filterFrom,
    to: filterTo,
  },
})

export const undoChange = endpointsOf('操作记录管理')({
  method: 'POST',
  path: '/admin/undo-change',
  role: 'admin',
  adminRole: 'editor',
  summary: '撤销操作记录里的一次修改',
  description:
    '把改过的字段改回之前的内容，之后又被改过的是 409。需要修改那种记录的角色。处理、删除和合并另有撤销：POST /admin/undo、恢复、POST /admin/tag-merges/{id}/undo。',
  message: '已撤销',
  body: z.object({ audit_id: idIn.describe('操作记录的编号') }),
  errors: ['record_not_found', 'conflict', 'record_duplicate'],
})
