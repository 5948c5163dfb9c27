/** Recent activities, statistics and server errors (docs/api.md#monitor-activities). */
import { z } from 'zod'
import { count, id, positiveIntIn, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { ADMIN } from '../limits.ts'
import { REPORTED } from '../reports.ts'
import { REPORT_STATES } from './reports.ts'
import { BACKUPS } from './settings.ts'

const endpoint = endpointsOf('动态监控')

export const activity = z
  .object({
    id: z.string().describe('编号，例如 user_5、post_7、comment_9'),
    type: z
      .literal(['user_register', 'post_publish', 'comment_publish'])
      .describe('user_register 注册，post_publish 发布笔记，comment_publish 发表评论'),
    user_id: z.string().describe('小石榴号'),
    nickname: z.string().describe('昵称'),
    avatar: z.string().describe('头像地址'),
    title: z.string().describe('标题'),
    content: z.string().describe('内容'),
    description: z.string().describe('一句话的说明'),
    target_id: id.describe('笔记编号；注册时是用户的数字编号'),
    record_id: id.describe('id 里的数字'),
    created_at: time.describe('时间'),
  })
  .meta({ id: 'Activity', description: '一条动态' })
export type Activity = z.output<typeof activity>

export const activities = endpoint({
  method: 'GET',
  path: '/admin/monitor/activities',
  role: 'admin',
  adminRole: 'viewer',
  summary: '最近的注册、笔记和评论，新的在前',
  query: z.object({ limit: positiveIntIn(ADMIN.activities, ADMIN.activitiesMax).describe('最多几条') }),
  output: z.array(activity),
})

const counts = {
  users: count.describe('用户数'),
  posts: count.describe('已发布的笔记数'),
  comments: count.describe('评论数'),
  likes: count.describe('点赞数'),
}

export const problem = z.object({
  id: z.string().describe('编号'),
  place: z.string().describe('在哪里：一个接口，或一项后台工作'),
  fault: z.string().describe('错误的种类和说明，不含数据'),
  node: z.string().nullable().describe('最近一次在哪个进程：主机名和进程号'),
  request_id: z.string().nullable().describe('最近一次的请求编号，日志里可以找到'),
  trace_id: z.string().nullable().describe('最近一次的追踪编号，在收集追踪的地方可以找到'),
  count: count.describe('发生次数'),
  first_at: time.describe('第一次发生的时间'),
  last_at: time.describe('最近一次发生的时间'),
})
export type Problem = z.output<typeof problem>

export const dashboard = endpoint({
  method: 'GET',
  path: '/admin/monitor/dashboard',
  role: 'admin',
  adminRole: 'viewer',
  summary: '最近 30 天每天的新增、总数、图片占用和未读的故障；数字最多每分钟算一次',
  output: z.object({
    days: z
      .array(z.object({ date: z.string().meta({ format: 'date', description: '日期' }), ...counts }))
      .describe('每天的新增；北京时间，旧的在前'),
    totals: z.object({ ...counts, drafts: count.describe('草稿数') }).describe('总数'),
    pictures: z
      .object({ count: count.describe('图片数'), bytes: count.describe('占用的字节数') })
      .describe('上传的图片'),
    backup: z
      .object({
        schedule: z.enum(BACKUPS).describe('自动备份：off 没有打开，folder 到目录，s3 到存储桶'),
        last_at: time.nullable().describe('最近一次读回来核对过的备份；没有时为 null'),
        is_ahead: z.boolean().describe('它的时间在将来：那时服务器的时钟不对，看不出有多旧'),
        bytes: count.nullable().describe('它的字节数'),
        running_since: time.nullable().describe('正在做的自动备份从什么时候开始；没有在做时为 null'),
        problem: z.string().nullable().describe('最近一次自动备份为什么没有做成，做成了为 null'),
      })
      .describe('备份；命令行做的也算'),
    problems: z.array(problem).describe('新的在前；服务器的最多 50 种，浏览器的最多 20 种，重启后还在'),
  }),
})

const waiting = z.object({
  count: count.describe('多少项'),
  oldest: time.nullable().describe('最早的一项从什么时候开始等；没有时为 null'),
})

export const overview = endpoint({
  method: 'GET',
  path: '/admin/monitor/overview',
  role: 'admin',
  adminRole: 'viewer',
  summary: '等待处理的、增长和活跃的人；等待处理的最多每十秒算一次，其他的最多每分钟一次',
  output: z.object({
    waiting: z
      .object({
        posts: waiting.describe('待审核的笔记'),
        comments: waiting.describe('待审核的评论'),
        reports: waiting.describe('待处理的举报'),
        appeals: waiting.describe('待处理的申诉'),
      })
      .describe('等待处理的'),
    growth: z
      .array(
        z.object({
          days: count.describe('最近多少天：7、30 或 365'),
          users: counts.users,
          posts: counts.posts,
          comments: counts.comments,
        }),
      )
      .describe('新增'),
    active: z
      .object({
        days: z
          .array(
            z.object({
              date: z.string().meta({ format: 'date', description: '日期' }),
              people: count.describe('多少人'),
            }),
          )
          .describe('最近 30 天每天；北京时间，旧的在前'),
        week: count.describe('最近 7 天里来过的人'),
        week_before: count.describe('再之前的 7 天里来过的人'),
      })
      .describe('登录过，或者登录状态续期过的人'),
  }),
})

export const reported = endpoint({
  method: 'GET',
  path: '/admin/monitor/reported',
  role: 'admin',
  adminRole: 'moderator',
  summary: '最近 30 天里被举报最多的内容和账号，各十个；最多每分钟算一次',
  output: z.object({
    targets: z
      .array(
        z.object({
          id: id.describe('举报的编号'),
          target_type: z
            .union([z.literal(REPORTED.post), z.literal(REPORTED.comment), z.literal(REPORTED.user)])
            .describe('1 笔记，2 评论，3 用户'),
          state: z.enum(REPORT_STATES).describe('open 待处理，resolved 已处理'),
          name: z.string().describe('标题、文字或昵称的开头；已经不存在时为空'),
          count: count.describe('30 天里有多少人举报'),
        }),
      )
      .describe('内容和用户'),
    accounts: z
      .array(
        z.object({
          id: id.describe('数字编号'),
          user_id: z.string().describe('小石榴号'),
          nickname: z.string().describe('昵称'),
          count: count.describe('30 天里对本人、笔记和评论的举报'),
        }),
      )
      .describe('账号'),
  }),
})

export const addresses = endpoint({
  method: 'GET',
  path: '/admin/monitor/addresses',
  role: 'admin',
  adminRole: 'owner',
  summary: '最近 30 天里多个新账号登录过的地址，多的在前，最多二十个；最多每分钟算一次',
  output: z.object({
    addresses: z
      .array(z.object({ address: z.string().describe('IP 地址'), accounts: count.describe('多少个新账号') }))
      .describe('地址'),
  }),
})

/** Time of the newest problem shown. Later ones stay unread. */
const seenUntil = z.iso
  .datetime('时间不正确')
  .nullish()
  .transform((time) => (time ? Date.parse(time) : null))
  .meta({
    shown: {
      type: ['string', 'null'],
      format: 'date-time',
      description: '看到的最新一次故障的时间（last_at），之后发生的仍是未读；不发送则全部已读',
    },
  })

export const readProblems = endpoint({
  method: 'PUT',
  path: '/admin/monitor/problems/read',
  role: 'admin',
  adminRole: 'administrator',
  summary: '把看到的故障标为已读',
  message: '已标为已读',
  body: z.object({ until: seenUntil }),
})
