import { comments as api } from '@shiliu/contract/admin/comments'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import { createComment, editComment } from '#modules/comments/comment-writing.service.ts'
import { eraseComments, holdComments, listWithAnswers } from '#modules/comments/comments-erasure.service.ts'
import { iso } from '#platform/clock.ts'
import { is, ofUser, says } from '../conditions.repo.ts'
import { requireNamed } from '../people.ts'
import { defineResource } from '../resource.ts'
import * as repo from './comments.repo.ts'

const ANYWHERE = { anywhere: true }

export const comments = defineResource(api, {
  table: 'comments',
  filters: { post_id: is('post_id'), user_display_id: ofUser('user_id'), content: says('content') },
  sortable: ['like_count', 'reply_count', 'created_at'],
  rich: ['content'],
  async load(ctx, ids) {
    return (await repo.listComments(ctx.db, ids)).map((row) => ({ ...row, created_at: iso(row.created_at) }))
  },
  nameOf: (row) => plainText(parseRichText(row.content)) || '[图片]',
  hold: holdComments,
  async create(t, body) {
    const author = await requireNamed(t, body, 'user')
    const { content, post_id, parent_id = null } = body
    return (await createComment(t, author.id, { content, post_id, parent_id }, ANYWHERE)).id
  },
  update: (t, row, body) => editComment(t, row.id, body.content, ANYWHERE),
  remove: eraseComments,
  async impact(ctx, ids) {
    const doomed = await listWithAnswers(ctx, ids)
    return [
      { noun: '回复', count: doomed.filter((id) => !ids.includes(id)).length, fate: 'deleted' },
      { noun: '点赞', count: await repo.countLikes(ctx.db, doomed), fate: 'deleted' },
    ]
  },
  blames: { post_not_found: 'post_id', comment_not_found: 'parent_id' },
})
