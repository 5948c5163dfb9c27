/** Recent activities, statistics and server errors (docs/api.md#monitor-activities). */
import { z } from 'zod'
import { count, id, positiveIntIn, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { ADMIN } from '../limits.ts'

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
  request_id: z.string().nullable().describe('最近一次的请求编号，日志里可以找到'),
  count: count.describe('发生次数'),
  first_at: time.describe('第一次发生的时间'),
  last_at: time.describe('最近一次发生的时间'),
})
export type Problem = z.output<typeof problem>

export const dashboard = endpoint({
  method: 'GET',
  path: '/admin/monitor/dashboard',
  role: 'admin',
  summary: '最近 30 天每天的新增、总数、图片占用和未读的故障；数字最多每分钟算一次',
  output: z.object({
    days: z
      .array(z.object({ date: z.string().meta({ format: 'date', description: '日期' }), ...counts }))
      .describe('每天的新增；北京时间，旧的在前'),
    totals: z.object({ ...counts, drafts: count.describe('草稿数') }).describe('总数'),
    pictures: z
      .object({ count: count.describe('图片数'), bytes: count.describe('占用的字节数') })
      .describe('上传的图片'),
    problems: z.array(problem).describe('新的在前；重启后清空'),
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
  summary: '把看到的故障标为已读',
  message: '已标为已读',
  body: z.object({ until: seenUntil }),
})
