/** Schemas that the endpoints share (docs/api.md#flags-and-numbers, docs/api.md#shapes). */
import { z } from 'zod'
import { ACCOUNT, ADMIN, CATEGORY, PAGE, POST, PROFILE } from './limits.ts'
import * as rules from './rules.ts'
import { isVisible, tidy, tidyLine, wellFormed } from './text.ts'

// `shown` is the JSON schema for the API documentation where a transform hides it. It does not affect parsing.

// Input

/** An id in a path. Anything but digits is a 404. */
export const idParam = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .meta({ shown: { type: 'integer', minimum: 1, description: '编号' } }),
})

/** A public user id in a path (docs/api.md#ids-and-public-ids). */
export const userIdParam = z.object({ id: z.string().min(1).max(64).describe('小石榴号，不是数字编号') })

/** Which captcha, and what was read in it. */
export const captchaFields = {
  captchaId: z.string('请输入验证码').max(64, '验证码错误，请重新输入').optional(),
  captchaText: z.string('请输入验证码').max(16, '验证码错误，请重新输入').optional(),
}

/** A solved challenge (docs/api.md#registration). */
export const proofField = z.string().max(4000).optional()

const NO_ID = '编号不正确'

/** An id in a body or query: a number or a string of digits. */
export const idIn = z
  .union([z.number().int(NO_ID).positive(NO_ID), z.string().regex(/^[1-9]\d{0,14}$/, NO_ID)], {
    error: ({ input }) => (input === undefined ? undefined : NO_ID),
  })
  .transform(Number)
  .meta({ shown: { type: 'integer', minimum: 1, description: '数字编号，也可以写成文本' } })

export const flagIn = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', 'on'])], '选项只能是0或1')
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true' || value === 'on')
  .meta({ shown: { type: 'boolean', description: '也可以写成 0、1 或文本' } })

/** JSON schema keywords of each rule, for the API documentation. */
const RULE_CONSTRAINTS = new Map<rules.Rule, object>([
  [rules.userIdRule, { minLength: ACCOUNT.userIdMin, maxLength: ACCOUNT.userIdMax, pattern: '^[A-Za-z0-9_]+$' }],
  [rules.nicknameRule, { minLength: 1, maxLength: ACCOUNT.nicknameMax }],
  [rules.passwordRule, { minLength: ACCOUNT.passwordMin, maxLength: ACCOUNT.passwordMax, format: 'password' }],
  [rules.newPasswordRule, { minLength: ACCOUNT.passwordMin, maxLength: ACCOUNT.passwordMax, format: 'password' }],
  [rules.bioRule, { maxLength: PROFILE.bioMax }],
  [rules.adminUsernameRule, { minLength: ADMIN.usernameMin, maxLength: ADMIN.usernameMax }],
  [
    rules.newAdminUsernameRule,
    { minLength: ADMIN.usernameMin, maxLength: ADMIN.usernameMax, description: '不能全是数字' },
  ],
  [rules.categoryNameRule, { minLength: 1, maxLength: CATEGORY.nameMax }],
  [rules.tagNameRule, { minLength: 1, maxLength: POST.tagMax }],
  [rules.locationRule, { maxLength: ADMIN.locationMax }],
  [rules.noticeTitleRule, { minLength: 1, maxLength: ADMIN.noticeTitleMax }],
  [rules.categoryTitleRule, { minLength: 1, maxLength: CATEGORY.titleMax, pattern: '^[a-z]+$' }],
])

/** A rule that rejects the empty string makes its field required. */
function documentedBy(rule: rules.Rule) {
  return { shown: { type: 'string', ...RULE_CONSTRAINTS.get(rule) }, required: rule('') !== null }
}

/** One line of text. A missing field counts as empty, so that the error has the rule's message. */
export function lineInput(rule: rules.Rule) {
  return z
    .string('填写的内容有误')
    .nullish()
    .transform((value) => tidyLine(value ?? ''))
    .superRefine((value, context) => {
      const message = rule(value)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .meta(documentedBy(rule))
}

/** As `lineInput`, but missing and null become undefined, which keeps the value. */
export function optionalLineInput(rule: rules.Rule) {
  return z
    .string('填写的内容有误')
    .nullish()
    .transform((value) => (typeof value === 'string' ? tidyLine(value) : undefined))
    .superRefine((value, context) => {
      const message = value === undefined ? null : rule(value)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .meta({ shown: documentedBy(rule).shown })
}

/** A required text of several lines; `missing` and `noun` (the text's name) make its messages. */
export const textInput = (missing: string, noun: string, max: number) =>
  z
    .string(missing)
    .overwrite((text) => tidy(text).trim())
    .refine(isVisible, missing)
    .refine((text) => rules.length(text) <= max, `${noun}不能超过${max}个字`)

/** As `lineInput`, without trimming: for passwords. */
export function exactInput(rule: rules.Rule) {
  return z
    .string('填写的内容有误')
    .nullish()
    .transform((value) => value ?? '')
    .superRefine((value, context) => {
      const message = rule(value)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .meta(documentedBy(rule))
}

/** A positive integer in a query, capped at `max`. Invalid values give `fallback`. */
export function positiveIntIn(fallback: number, max: number) {
  return z
    .union([z.number(), z.string()])
    .optional()
    .catch(undefined)
    .transform((value) => {
      const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
      return Number.isInteger(number) && number >= 1 ? Math.min(number, max) : fallback
    })
    .meta({ shown: { type: 'integer', minimum: 1, maximum: max, default: fallback } })
}

const LAST_PAGE = 1_000_000

/** `page` and `limit` of a back office table (docs/api.md#pagination). */
export function pagedTable(limit: number = PAGE.limit) {
  return {
    page: positiveIntIn(1, LAST_PAGE).describe('第几页，从 1 开始'),
    limit: positiveIntIn(limit, PAGE.maxLimit).describe('每页条数，超过最大值按最大值计'),
  }
}

/** What the server answers to a cursor that it cannot continue from. */
export const BAD_CURSOR = '分页游标无效，请从第一页重新开始'

const cursorIn = z
  .string(BAD_CURSOR)
  .max(PAGE.maxCursor, BAD_CURSOR)
  .regex(/^[\w-]*$/, BAD_CURSOR)
  .transform((value) => value || undefined)
  .optional()
  .meta({ shown: { type: 'string', maxLength: PAGE.maxCursor } })

/** `page`, `limit` and `cursor` of a list (docs/api.md#cursors). */
export function paged(limit: number = PAGE.limit) {
  return { ...pagedTable(limit), cursor: cursorIn.describe('上一页的 next_cursor；有它时 page 不起作用') }
}

/** An optional text filter in a query. Empty means none; a long text is truncated. */
export const filterText = z
  .string()
  .transform((value) => (isVisible(value) ? wellFormed(tidy(value).trim().slice(0, 200)) : undefined))
  .optional()
  .catch(undefined)

/** Order of a back office table (docs/api.md#admin-filters). */
export const sorting = {
  sortField: filterText.describe('排序字段，不认识的字段按默认顺序'),
  sortOrder: filterText.describe('asc 或 desc，默认 desc'),
  order: filterText.describe('sortOrder 的别名'),
}

/** An optional id filter in a query. Empty means none; an invalid id matches nothing. */
export const filterId = z
  .string()
  .transform((value) => (value.trim() === '' ? undefined : /^\d{1,15}$/.test(value.trim()) ? Number(value) : -1))
  .meta({ shown: { type: 'integer', description: '数字编号；空表示不限' } })
  .optional()
  .catch(undefined)

/** As `filterId`; the text `null` selects the rows without a value. */
export const filterIdOrNull = z
  .string()
  .transform((value) => (value.trim() === 'null' ? null : filterId.parse(value)))
  .meta({ shown: { type: 'string', description: '数字编号；null 表示没有的；空表示不限' } })
  .optional()
  .catch(undefined)

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Milliseconds, undefined for an empty text, null for what is no time; a day alone begins where the server is. */
function timeFilter(description: string, ofDay: (day: Date) => Date) {
  return z
    .string()
    .transform((value) => {
      const text = value.trim()
      if (text === '') return undefined
      const time = DAY.test(text) ? ofDay(new Date(`${text}T00:00:00`)).getTime() : Date.parse(text)
      return Number.isNaN(time) ? null : time
    })
    .meta({ shown: { type: 'string', description } })
    .optional()
    .catch(undefined)
}

/** From this day or time on. An invalid one matches nothing. */
export const filterFrom = timeFilter('从这一天或这个时间起，例如 2026-09-01 或 2026-09-01T08:00:00+08:00', (day) => day)

/** Up to this time, or to the end of this day. An invalid one matches nothing. */
export const filterTo = timeFilter('到这一天（含）或这个时间为止', (day) => {
  day.setDate(day.getDate() + 1)
  return new Date(day.getTime() - 1)
})

/** An optional flag filter in a query. */
export const filterFlag = z
  .literal(['0', '1'])
  .transform(Number)
  .meta({ shown: { type: 'integer', enum: [0, 1] } })
  .optional()
  .catch(undefined)

// Output

export const id = z.number().int()
export const count = z.number().int()
export const flag = z.union([z.literal(0), z.literal(1)]).meta({ shown: { type: 'integer', enum: [0, 1] } })
/** ISO-8601 in UTC. */
export const time = z.string().meta({ format: 'date-time' })

const pages = z.object({
  page: count.describe('第几页'),
  limit: count.describe('每页条数'),
  total: count.describe('总数'),
  pages: count.describe('总页数'),
})

export const tablePagination = pages.meta({ id: 'TablePagination', description: '后台表格的分页' })
export type TablePagination = z.output<typeof tablePagination>

/** `next_cursor` is the `cursor` of the next page, null on the last one. */
export const pagination = pages
  .extend({ next_cursor: z.string().nullable().describe('下一页的 cursor；没有下一页时为 null') })
  .meta({ id: 'Pagination', description: '分页' })
export type Pagination = z.output<typeof pagination>

export const created = z.object({ id: id.describe('新记录的编号') })

export const userBase = z.object({
  id: id.describe('数字编号'),
  user_id: z.string().describe('小石榴号'),
  nickname: z.string().describe('昵称'),
  avatar: z.string().describe('头像地址'),
  bio: z.string().describe('个人简介；换行是 <br>，提及是 [@昵称:小石榴号]'),
  location: z.string().describe('IP属地'),
  follow_count: count.describe('关注的人数'),
  fans_count: count.describe('粉丝数'),
  like_count: count.describe('笔记获得的赞'),
})
export type UserBase = z.output<typeof userBase>

export const campusBadge = z.string().nullable().describe('认证：学校给的身份，例如 学生；没有为 null')

export const personality = z.object({
  gender: z.string().nullable().describe('性别'),
  zodiac_sign: z.string().nullable().describe('星座'),
  mbti: z.string().nullable().describe('MBTI'),
  education: z.string().nullable().describe('学历'),
  major: z.string().nullable().describe('专业'),
  interests: z.array(z.string()).nullable().describe('兴趣爱好'),
})

export const buttonType = z
  .literal(['follow', 'unfollow', 'back', 'mutual', 'self'])
  .describe('关注按钮：follow 关注，unfollow 已关注，back 回关，mutual 互相关注，self 是自己')
export type ButtonType = z.output<typeof buttonType>

export const relation = z.object({
  isFollowing: z.boolean().describe('访问者是否关注了他'),
  isMutual: z.boolean().describe('是否互相关注'),
  buttonType,
})
export type Relation = z.output<typeof relation>

export const userCard = userBase
  .extend({
    created_at: time.describe('注册时间'),
    post_count: count.describe('发布的笔记数'),
    ...relation.shape,
  })
  .meta({ id: 'UserCard', description: '列表里的用户，带与访问者的关注关系' })
export type UserCard = z.output<typeof userCard>
