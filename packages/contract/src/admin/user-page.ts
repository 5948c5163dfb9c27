/** The page of one user in the back office, besides what tables show (docs/product.md#a-user-on-one-page). */
import { z } from 'zod'
import { count, flag, id, idParam, textInput, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { REPORT_REASONS } from '../reports.ts'
import { internalNote } from './fields.ts'
import { reportEntry } from './reports.ts'

const endpoint = endpointsOf('用户管理')

export const USER_NOTE = { textMax: 500, shown: 100 } as const
/** How many of each the page shows. */
export const USER_PAGE = { reports: 20, addresses: 20, sharing: 20 } as const

const shared = { role: 'admin', params: idParam, errors: ['record_not_found'] } as const

const states = z.object({
  visible: count.describe('正常的，草稿不算'),
  drafts: count.describe('草稿；评论没有'),
  pending: count.describe('待审核'),
  hidden: count.describe('已隐藏'),
  rejected: count.describe('未通过'),
  deleted: count.describe('回收站'),
})

export const counts = endpoint({
  ...shared,
  method: 'GET',
  path: '/admin/users/:id/counts',
  adminRole: 'viewer',
  summary: '一个用户有多少笔记、评论、点赞等',
  output: z.object({
    posts: states.describe('笔记'),
    comments: states.describe('评论'),
    likes: count.describe('点过的赞'),
    collections: count.describe('收藏'),
    follows: count.describe('关注的人'),
    fans: count.describe('粉丝'),
    sessions: count.describe('登录着的设备'),
    reports_against: count.describe('被举报的笔记、评论和主页'),
    reports_by: count.describe('发出的举报'),
    trash: z
      .object({
        by: z.string().describe('谁删除的；本人注销的是「本人」'),
        deleted_at: time.describe('删除的时间'),
        purge_at: time.describe('什么时候之后彻底清除'),
      })
      .nullable()
      .describe('账号在回收站里时；这时笔记和评论都算在回收站里'),
  }),
})
export type UserCounts = z.output<NonNullable<(typeof counts)['output']>>

export const reports = endpoint({
  ...shared,
  method: 'GET',
  path: '/admin/users/:id/reports',
  adminRole: 'moderator',
  summary: '对一个用户的举报，和这个用户发出的举报',
  output: z.object({
    against: z.array(reportEntry).describe('被举报的笔记、评论和主页，最近二十项'),
    by: z
      .array(
        z.object({
          id: id.describe('编号'),
          reason: z.enum(REPORT_REASONS).describe('原因'),
          text: z.string().nullable().describe('补充说明'),
          created_at: time.describe('时间'),
          entry: reportEntry.describe('被举报的'),
        }),
      )
      .describe('这个用户发出的，最近二十个'),
  }),
})

export const email = endpoint({
  ...shared,
  method: 'GET',
  path: '/admin/users/:id/email',
  adminRole: 'administrator',
  summary: '一个用户绑定的邮箱；谁看过记在操作记录里',
  output: z.object({
    email: z.string().nullable().describe('验证过的邮箱；没有时为 null'),
    verified_at: time.nullable().describe('什么时候验证的'),
  }),
})

export const removeEmail = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/admin/users/:id/email',
  adminRole: 'administrator',
  summary: '解除一个用户绑定的邮箱，那个邮箱会收到通知',
  message: '邮箱已解除绑定',
  errors: ['record_not_found', 'email_missing'],
})

const sharing = z.object({
  id: id.describe('数字编号'),
  user_id: z.string().describe('小石榴号'),
  nickname: z.string().describe('昵称'),
  avatar: z.string().describe('头像地址'),
  is_active: flag.describe('0 是封禁或停用的'),
  last_at: time.describe('最近一次用这个地址'),
})

export const addresses = endpoint({
  ...shared,
  method: 'GET',
  path: '/admin/users/:id/addresses',
  adminRole: 'owner',
  summary: '一个用户用过的地址，和用过同一地址的账号',
  description: '只看最近的两百次登录、发布和评论；每个地址只看最近的两百次。查看记在安全日志里。',
  output: z.object({
    addresses: z
      .array(
        z.object({
          address: z.string().describe('IP'),
          location: z.string().nullable().describe('IP属地；看不出来时为 null'),
          times: count.describe('用过几次'),
          first_at: time.describe('第一次'),
          last_at: time.describe('最近一次'),
          session_ids: z.array(id).describe('从它登录的会话'),
          sharing: z.array(sharing).describe('用过它的其他账号，最近的在前，最多二十个'),
        }),
      )
      .describe('最近用的在前，最多二十个'),
  }),
})
export type UsedAddress = z.output<NonNullable<(typeof addresses)['output']>>['addresses'][number]

const notesOut = z.object({ notes: z.array(internalNote).describe('新的在前，最近一百条') })

export const listNotes = endpoint({
  ...shared,
  method: 'GET',
  path: '/admin/users/:id/notes',
  adminRole: 'moderator',
  summary: '管理员之间关于一个用户的备注',
  output: notesOut,
})

export const addNote = endpoint({
  ...shared,
  method: 'POST',
  path: '/admin/users/:id/notes',
  adminRole: 'moderator',
  summary: '写一条关于一个用户、只给管理员看的备注',
  message: '备注已保存',
  body: z.object({ text: textInput('请填写备注', '备注', USER_NOTE.textMax) }),
  output: notesOut,
})
