/** Watched words, and where they were found (docs/product.md#watched-words). */
import { z } from 'zod'
import { count, filterText, flag, id, lineInput, optionalLineInput, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { WATCHED_WORD } from '../limits.ts'
import { watchedWordRule } from '../rules.ts'
import { coded, optionalFlag } from './fields.ts'
import { adminReadOnlyResource, adminResource } from './resource.ts'

export const WORD_ACTIONS = ['refuse', 'review', 'mask', 'flag'] as const
export type WordAction = (typeof WORD_ACTIONS)[number]

export const WORD_ACTION_WORDS: Readonly<Record<WordAction, string>> = {
  refuse: '不能发布',
  review: '发布前审核',
  mask: `换成${WATCHED_WORD.mask}`,
  flag: '只作记录',
}

const action = z.literal(WORD_ACTIONS, '处理方式只能是 refuse、review、mask 或 flag')

const row = z.object({
  id: id.describe('ID'),
  word: z.string().describe('词'),
  action: coded(action, '处理', WORD_ACTION_WORDS),
  whole: coded(flag, '范围', { 1: '整个词', 0: '词的一部分也算' }),
  created_at: time.describe('添加时间'),
  updated_at: time.describe('修改时间'),
})

export const words = adminResource({
  name: 'words',
  label: '敏感词',
  readRole: 'moderator',
  writeRole: 'moderator',
  row,
  filters: {
    word: filterText.describe('词的一部分'),
    action: filterText.describe('refuse、review、mask 或 flag'),
  },
  create: z.object({ word: lineInput(watchedWordRule), action, whole: optionalFlag }),
  update: z.object({ word: optionalLineInput(watchedWordRule), action: action.optional(), whole: optionalFlag }),
})

export const FINDING_TARGET_WORDS = { 1: '笔记', 2: '评论', 3: '用户' } as const
export const FINDING_FIELD_WORDS: Readonly<Record<string, string>> = {
  title: '标题',
  content: '正文',
  tags: '标签',
  nickname: '昵称',
  bio: '个人简介',
  major: '专业',
  interests: '兴趣爱好',
}

/** Findings of words that are flagged or reviewed; refused texts are not stored. */
export const wordFindings = adminReadOnlyResource({
  name: 'findings',
  label: '敏感词记录',
  readRole: 'moderator',
  row: z.object({
    id: id.describe('ID'),
    word: z.string().describe('词'),
    action: coded(action, '处理', WORD_ACTION_WORDS),
    target_type: coded(z.literal([1, 2, 3]), '对象', FINDING_TARGET_WORDS),
    target_id: id.describe('对象的编号'),
    post_id: id.nullable().describe('笔记'),
    field: coded(z.string(), '哪里', FINDING_FIELD_WORDS),
    created_at: time.describe('时间'),
  }),
  filters: {
    word: filterText.describe('词的一部分'),
    action: filterText.describe('review 或 flag'),
    target_type: filterText.describe('1 笔记，2 评论，3 用户'),
  },
})

const endpoint = endpointsOf('敏感词')

const LINE = '每行一个词；可以在词后面用制表符隔开写处理方式（refuse、review、mask、flag）和 whole'

export const importWords = endpoint({
  method: 'POST',
  path: '/admin/words/import',
  role: 'admin',
  adminRole: 'moderator',
  summary: '导入一列敏感词',
  description: `${LINE}。已经有的词改成这里的处理方式；不正确的行跳过，答复里说明是哪些。`,
  message: '导入完成',
  body: z.object({
    text: z
      .string('请填写要导入的词')
      .refine((text) => text.trim() !== '', '请填写要导入的词')
      .refine(
        (text) => text.split('\n').length <= WATCHED_WORD.importMax,
        `一次最多导入 ${WATCHED_WORD.importMax} 行，请分几次`,
      )
      .describe(LINE),
    action: action.describe('没有写处理方式的词用它'),
  }),
  output: z.object({
    added: count.describe('新增了几个'),
    changed: count.describe('改了几个'),
    problems: z.array(z.string()).describe('跳过的行：行号和原因'),
  }),
})

export const tryWords = endpoint({
  method: 'POST',
  path: '/admin/words/try',
  role: 'admin',
  adminRole: 'moderator',
  summary: '试一试敏感词对一段文字做什么',
  body: z.object({
    text: z.string('请填写文字').max(WATCHED_WORD.testMax, `最多 ${WATCHED_WORD.testMax} 个字`).describe('要试的文字'),
  }),
  output: z.object({
    masked: z.string().describe('发布出来的样子'),
    found: z.array(z.object({ word: z.string().describe('词'), action: action.describe('处理') })).describe('找到的词'),
  }),
})
