/** Synonyms of tags, and merging one tag into another (docs/product.md#tags-that-mean-the-same). */
import { z } from 'zod'
import { count, created, id, idParam, lineInput, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { tagNameRule } from '../rules.ts'

const endpoint = endpointsOf('标签管理')

export const MERGE_WORDS = { running: '进行中', done: '已完成', undoing: '正在撤销', undone: '已撤销' } as const

const shared = { role: 'admin', adminRole: 'editor', params: idParam, errors: ['record_not_found'] } as const
const into = z.object({ into: lineInput(tagNameRule).describe('合并到的标签的名称') })
const synonym = z.object({ id: id.describe('编号'), name: z.string().describe('名称') })

export const synonyms = endpoint({
  ...shared,
  adminRole: 'viewer',
  method: 'GET',
  path: '/admin/tags/:id/synonyms',
  summary: '一个标签的同义词，和合并到它的标签',
  output: z.object({
    synonyms: z.array(synonym).describe('同义词'),
    merges: z
      .array(
        z.object({
          id: id.describe('编号'),
          from: z.string().describe('被合并的标签'),
          state: z.literal(['running', 'done', 'undoing', 'undone']).describe('进行到哪里'),
          notes: count.describe('改动了几篇笔记'),
          created_at: time.describe('时间'),
        }),
      )
      .describe('合并到它的标签，新的在前'),
  }),
})

export const addSynonym = endpoint({
  ...shared,
  method: 'POST',
  path: '/admin/tags/:id/synonyms',
  summary: '添加同义词：写它的人得到这个标签',
  message: '已添加',
  body: z.object({ name: lineInput(tagNameRule) }),
  output: created,
  errors: ['record_not_found', 'record_duplicate'],
})

export const removeSynonym = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/admin/tag-synonyms/:id',
  summary: '删除同义词：它又可以是一个标签',
  message: '已删除',
})

export const previewMerge = endpoint({
  ...shared,
  method: 'POST',
  path: '/admin/tags/:id/merge-preview',
  summary: '合并会改动多少笔记',
  body: into,
  output: z.object({
    into: synonym.describe('合并到的标签'),
    notes: count.describe('带这个标签的笔记，含草稿和回收站里的'),
    both: count.describe('其中两个标签都有的，只留下一个'),
  }),
})

export const merge = endpoint({
  ...shared,
  method: 'POST',
  path: '/admin/tags/:id/merge',
  summary: '把标签合并到另一个，它的名称成为同义词',
  description: '笔记多时在后台继续，名称立即生效。',
  message: '已合并',
  body: into,
  output: z.object({ merge_id: id.describe('用它撤销') }),
})

export const undoMerge = endpoint({
  ...shared,
  method: 'POST',
  path: '/admin/tag-merges/:id/undo',
  summary: '撤销合并：标签回来，之后没有换标签的笔记又带它',
  message: '已撤销',
  errors: ['record_not_found', 'already_undone', 'record_duplicate'],
})
