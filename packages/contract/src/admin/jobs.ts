/** Bulk jobs: an action on many rows in the background, chosen by ids or by a table's filter (docs/product.md#jobs). */
import { z } from 'zod'
import { count, filterId, flagIn, id, idIn, idParam, pagedTable, tablePagination, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { POST } from '../limits.ts'
import { MODERATION } from '../moderation.ts'
import { length } from '../rules.ts'
import { tidyLine } from '../text.ts'

const endpoint = endpointsOf('批量任务')

/** Tables of the back office whose rows can be chosen. */
export const JOB_RESOURCES = ['posts', 'comments', 'users'] as const
export type JobResource = (typeof JOB_RESOURCES)[number]

const JOB_ACTIONS = [
  'hide',
  'restore',
  'approve',
  'reject',
  'delete',
  'move',
  'tag',
  'untag',
  'ban',
  'delete_content',
] as const
export type JobAction = (typeof JOB_ACTIONS)[number]

type JobRule = {
  resources: readonly JobResource[]
  words: string
  needs?: 'reason' | 'category_id' | 'tag'
}

/** Which rows each action applies to, and which input it needs. */
export const JOB_RULES: Readonly<Record<JobAction, JobRule>> = {
  hide: { resources: ['posts', 'comments'], words: '隐藏', needs: 'reason' },
  restore: { resources: ['posts', 'comments'], words: '恢复' },
  approve: { resources: ['posts', 'comments'], words: '通过' },
  reject: { resources: ['posts', 'comments'], words: '拒绝', needs: 'reason' },
  delete: { resources: ['posts', 'comments'], words: '删除', needs: 'reason' },
  move: { resources: ['posts'], words: '移动到分类', needs: 'category_id' },
  tag: { resources: ['posts'], words: '添加标签', needs: 'tag' },
  untag: { resources: ['posts'], words: '移除标签', needs: 'tag' },
  ban: { resources: ['users'], words: '封禁', needs: 'reason' },
  delete_content: { resources: ['users'], words: '删除全部内容', needs: 'reason' },
}

export const JOB = {
  /** Ids in one request, and rows in one job. */
  idsMax: 1000,
  rowsMax: 50_000,
  /** Above it the number has to be typed. */
  typedAbove: 100,
  /** Days after its end for which a job can be undone, as far as the trash still has what it deleted. */
  undoDays: 30,
} as const

/** `stopping` ends after the present piece. */
const JOB_STATES = ['waiting', 'running', 'stopping', 'stopped', 'done', 'failed'] as const
export type JobState = (typeof JOB_STATES)[number]
export const ACTIVE_JOB_STATES = ['waiting', 'running', 'stopping'] as const satisfies readonly JobState[]

export const JOB_STATE_WORDS: Readonly<Record<JobState, string>> = {
  waiting: '等待中',
  running: '进行中',
  stopping: '正在停止',
  stopped: '已停止',
  done: '已完成',
  failed: '没有完成',
}

/** Nouns with their measure words, to follow a number. */
export const JOB_NOUNS: Readonly<Record<JobResource, string>> = {
  posts: '篇笔记',
  comments: '条评论',
  users: '位用户',
}

const job = z.object({
  id: id.describe('编号'),
  title: z.string().describe('做什么，例如「隐藏 60 篇笔记」'),
  resource: z.enum(JOB_RESOURCES).describe('选的是什么'),
  action: z.enum([...JOB_ACTIONS, 'undo']).describe('做什么；undo 撤销另一个任务'),
  reason: z.string().nullable().describe('告诉作者的原因'),
  filter: z.record(z.string(), z.string()).nullable().describe('按什么筛选的；按编号选的是 null'),
  username: z.string().describe('谁开始的'),
  state: z
    .enum(JOB_STATES)
    .describe('waiting 等待，running 进行，stopping 正在停止，stopped 已停止，done 完成，failed 失败'),
  note: z.string().nullable().describe('为什么停止或失败'),
  total: count.describe('一共多少项'),
  done: count.describe('已经看过多少项'),
  changed: count.describe('改动了多少项'),
  skipped: count.describe('不适用，或之后被别人改动、保持不变的'),
  failed: count.describe('出错、保持不变的'),
  undo_id: id.nullable().describe('用它撤销；没有可以撤销的时为 null'),
  undone: z.boolean().describe('已经撤销'),
  created_at: time.describe('提交的时间'),
  started_at: time.nullable().describe('开始的时间'),
  ended_at: time.nullable().describe('结束的时间'),
})
export type Job = z.output<typeof job>

const optionalLine = (max: number, wrong: string, long: string) =>
  z
    .string(wrong)
    .overwrite(tidyLine)
    .refine((text) => length(text) <= max, long)
    .nullish()
    .transform((text) => text || null)

const UNTIL = '期限要是时间，例如 2026-09-01T00:00:00Z；空值表示没有期限'

export const create = endpoint({
  method: 'POST',
  path: '/admin/jobs',
  role: 'admin',
  adminRole: 'moderator',
  summary: '在后台处理很多项',
  description:
    '用 ids 或 filter 选择，二者取一。filter 是那张表列表接口的筛选条件，开始时符合的都算；这时符合的比 total 多，就答 409，请再确认。每张表可以做什么见 action。',
  message: '已经开始',
  idempotent: true,
  body: z.object({
    resource: z.literal(JOB_RESOURCES, 'resource 只能是 posts、comments 或 users').describe('选的是什么'),
    action: z
      .literal(JOB_ACTIONS, `action 只能是 ${JOB_ACTIONS.join('、')}`)
      .describe(
        '笔记和评论：hide、restore、approve、reject、delete；笔记还有 move 移动到分类、tag 添加标签、untag 移除标签；用户：ban 封禁、delete_content 把笔记和评论全部移到回收站',
      ),
    ids: z
      .array(idIn)
      .min(1, '请选择要处理的内容')
      .max(JOB.idsMax, `一次最多选择${JOB.idsMax}项`)
      .optional()
      .describe('编号'),
    filter: z.record(z.string(), z.string('筛选条件要写成文字')).optional().describe('筛选条件，空对象是全部'),
    total: z.int('total 要是数字').min(1, 'total 至少是1').optional().describe('看到的条数，与 filter 一起必填'),
    reason: optionalLine(MODERATION.reasonMax, '原因要写成文字', `原因不能超过${MODERATION.reasonMax}个字`).describe(
      '告诉作者的原因；隐藏、拒绝、删除和封禁时必填',
    ),
    category_id: idIn.nullish().describe('移动到哪个分类'),
    tag: optionalLine(POST.tagMax, '标签要写成文字', `标签不能超过${POST.tagMax}个字`).describe('已有的标签的名称'),
    until: z.iso
      .datetime({ offset: true, error: UNTIL })
      .nullish()
      .transform((text) => (text ? Date.parse(text) : null))
      .meta({ shown: { type: ['string', 'null'], format: 'date-time' } })
      .describe('封禁到什么时候；null 表示没有期限'),
    hide_content: flagIn.default(false).describe('封禁时同时隐藏主页、笔记和评论'),
    ban: flagIn.default(false).describe('删除一位用户的全部内容时，同时以同样的原因封禁到 until；没有内容也封禁'),
  }),
  output: job,
  errors: ['selection_grown', 'selection_empty', 'category_not_found', 'account_trashed', 'record_not_found'],
})

export const list = endpoint({
  method: 'GET',
  path: '/admin/jobs',
  role: 'admin',
  adminRole: 'viewer',
  summary: '批量任务，新的在前',
  query: z.object({
    ...pagedTable(),
    active: z.literal('1').optional().catch(undefined).describe('1 只要还没有结束的'),
    user_id: filterId.describe('只要删除这位用户的全部内容的，和撤销它的'),
  }),
  output: z.object({ data: z.array(job).describe('这一页的任务'), pagination: tablePagination }),
})

export const get = endpoint({
  method: 'GET',
  path: '/admin/jobs/:id',
  role: 'admin',
  adminRole: 'viewer',
  summary: '一个批量任务，和它做到哪里了',
  params: idParam,
  output: job,
  errors: ['record_not_found'],
})

export const stop = endpoint({
  method: 'POST',
  path: '/admin/jobs/:id/stop',
  role: 'admin',
  adminRole: 'moderator',
  summary: '停止一个批量任务',
  description: '正在处理的那几项做完就停；已经做的保持，可以撤销。',
  message: '正在停止',
  params: idParam,
  output: job,
  errors: ['record_not_found', 'job_ended'],
})
