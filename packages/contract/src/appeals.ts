/** Appeals of authors, and the list of their withheld notes and comments (docs/product.md#appeals). */
import { z } from 'zod'
import { comment } from './comments.ts'
import { filterId, id, idParam, paged, pagination, textInput, time } from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { TARGET } from './limits.ts'
import { APPEAL, moderation, ownAppeal } from './moderation.ts'
import { post } from './posts.ts'

const endpoint = endpointsOf('申诉')

const body = z.object({
  text: textInput('请写下申诉的理由', '申诉的理由', APPEAL.textMax).describe('申诉的理由'),
})

const description =
  '只能由作者、对被隐藏、没有通过审核或被管理员删除的申诉，每项一次；申诉通过以后又被处理的可以再申诉。结果会在系统通知里告诉作者。'

export const appealPost = endpoint({
  method: 'POST',
  path: '/posts/:id/appeal',
  role: 'user',
  summary: '为自己的笔记申诉',
  description,
  message: '申诉已提交，我们会尽快处理',
  params: idParam,
  body,
  output: ownAppeal,
  errors: ['post_not_found', 'forbidden', 'appeal_impossible', 'appeal_used'],
})

export const appealComment = endpoint({
  method: 'POST',
  path: '/comments/:id/appeal',
  role: 'user',
  summary: '为自己的评论申诉',
  description,
  message: '申诉已提交，我们会尽快处理',
  params: idParam,
  body,
  output: ownAppeal,
  errors: ['comment_not_found', 'forbidden', 'appeal_impossible', 'appeal_used'],
})

/** An own note or comment that only its author and moderators see. */
export const withheld = z.object({
  target_type: z.union([z.literal(TARGET.post), z.literal(TARGET.comment)]).describe('1 笔记，2 评论'),
  target_id: id.describe('编号'),
  moderation: moderation.describe('状态和原因；deleted 是被管理员删除的'),
  purge_at: time.nullable().describe('被删除的在这个时间彻底清除'),
  post: post.nullable().describe('笔记本身；评论是它所在的笔记，看不到了为 null'),
  comment: comment.nullable().describe('评论本身；笔记为 null'),
})
export type Withheld = z.output<typeof withheld>

export const mine = endpoint({
  method: 'GET',
  path: '/moderation/mine',
  role: 'user',
  summary: '自己的、别人看不到的笔记和评论：等待审核、被隐藏、没有通过或被管理员删除的',
  query: z.object({ ...paged(), post_id: filterId.describe('只要这篇笔记下面的评论；空表示全部') }),
  output: z.object({ items: z.array(withheld).describe('发布时间新的在前'), pagination }),
})
