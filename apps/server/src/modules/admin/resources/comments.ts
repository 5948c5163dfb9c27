import { comments as api } from '@shiliu/contract/admin/comments'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import { createComment, editComment } from '#modules/comments/comment-mutations.service.ts'
import { deleteComments, listIdsWithReplies, lockPostsOfComments } from '#modules/comments/comments.deletion.service.ts'
import { iso } from '#platform/clock.ts'
import { belongsToUser, containsRichText, equals } from '../filters.repo.ts'
import { requireReferencedUser } from '../referenced-user.ts'
import { defineResource } from '../resource.ts'
import { countLikesOfComments } from './impact.repo.ts'
import { listComments } from './records.repo.ts'

const ALLOW_EXTERNAL = { allowExternal: true }

export const comments = defineResource(api, {
  table: 'comments',
  filters: {
    post_id: equals('post_id'),
    user_display_id: belongsToUser('user_id'),
    content: containsRichText('content'),
  },
  sortable: ['like_count', 'reply_count', 'created_at'],
  richTextFields: ['content'],
  async load(ctx, ids) {
    return (await listComments(ctx.db, ids)).map((row) => ({ ...row, created_at: iso(row.created_at) }))
  },
  recordName: (row) => plainText(parseRichText(row.content)) || '[图片]',
  lock: lockPostsOfComments,
  async create(t, body) {
    const author = await requireReferencedUser(t, body, 'user')
    const { content, post_id, parent_id = null } = body
    return (await createComment(t, author.id, { content, post_id, parent_id }, ALLOW_EXTERNAL)).id
  },
  update: (t, row, body) => editComment(t, row.id, body.content),
  remove: deleteComments,
  async impact(ctx, ids) {
    const deleted = await listIdsWithReplies(ctx, ids)
    return [
      { noun: '回复', count: deleted.filter((id) => !ids.includes(id)).length, fate: 'deleted' },
      { noun: '点赞', count: await countLikesOfComments(ctx.db, deleted), fate: 'deleted' },
    ]
  },
  fieldOfError: { post_not_found: 'post_id', comment_not_found: 'parent_id' },
})
