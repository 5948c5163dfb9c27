import { comments as api } from '@shiliu/contract/admin/comments'
import { TARGET } from '@shiliu/contract/limits'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import type { Ctx } from '#deps.ts'
import { createComment, editComment } from '#modules/comments/comment-mutations.service.ts'
import { decideOnComments } from '#modules/comments/comment-states.service.ts'
import { deleteComments, listIdsWithReplies, lockPostsOfComments } from '#modules/comments/comments.deletion.service.ts'
import { deleteTrash, statesBeforeDeletion } from '#modules/moderation/history.service.ts'
import { refuseHeld, refuseTrashedByAccount } from '#modules/moderation/trash-rows.service.ts'
import { iso } from '#platform/clock.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { withShownAddresses } from '#platform/storage/addresses.ts'
import { actorOfAdmin } from '../admins.service.ts'
import { tellAuthors } from '../author-notices.service.ts'
import { belongsToUser, containsRichText, equals, inState } from '../filters.repo.ts'
import { requireReferencedUser } from '../referenced-user.ts'
import { defineResource } from '../resource.ts'
import { withAccountTrash } from '../trash-columns.service.ts'
import { countLikesOfComments } from './impact.repo.ts'
import { listComments } from './records.repo.ts'

const ALLOW_EXTERNAL = { allowExternal: true }

async function decide(
  t: Ctx,
  viewer: AdminViewer,
  action: 'delete' | 'restore',
  ids: number[],
  next: Parameters<typeof decideOnComments>[3],
): Promise<void> {
  const decision = { actor: await actorOfAdmin(t, viewer.id), action, reason: null }
  const { comments, actionId } = await decideOnComments(t, decision, ids, next)
  const decided = comments.map(({ id, user_id, post_id }) => {
    return { id, authorId: user_id, postId: post_id, commentId: id, name: '' }
  })
  if (actionId !== null) await tellAuthors(t, decision, decided, actionId)
}

export const comments = defineResource(api, {
  table: 'comments',
  filters: {
    user_id: equals('user_id'),
    parent_id: equals('parent_id'),
    post_id: equals('post_id'),
    state: inState('comments'),
    user_display_id: belongsToUser('user_id'),
    content: containsRichText('content'),
  },
  trashed: TARGET.comment,
  accounts: ['user_id'],
  sortable: ['like_count', 'reply_count', 'created_at'],
  richTextFields: ['content'],
  async load(ctx, ids) {
    const rows = (await listComments(ctx.db, ids)).map(({ content, created_at, ...row }) => ({
      ...row,
      content: withShownAddresses(ctx.storage, content),
      created_at: iso(created_at),
    }))
    return withAccountTrash(ctx, rows)
  },
  isPrivate: (row) => row.state !== 'visible',
  recordName: (row) => plainText(parseRichText(row.content)) || '[图片]',
  lock: lockPostsOfComments,
  async create(t, body) {
    const author = await requireReferencedUser(t, body, 'user')
    const { content, post_id, parent_id = null } = body
    return (await createComment(t, author.id, { content, post_id, parent_id }, ALLOW_EXTERNAL)).id
  },
  update: (t, row, body) => editComment(t, row.id, body.content),
  async remove(t, ids, { viewer }) {
    await decide(t, viewer, 'delete', ids, () => ({ state: 'deleted', reason: null }))
  },
  async restore(t, ids, _, { viewer }) {
    await refuseHeld(t, TARGET.comment, ids)
    const before = await statesBeforeDeletion(t, TARGET.comment, ids)
    await decide(t, viewer, 'restore', ids, ({ id }) => before.get(id) ?? { state: 'visible', reason: null })
  },
  async purge(t, ids) {
    await refuseTrashedByAccount(t, TARGET.comment, ids)
    await deleteComments(t, ids)
    await deleteTrash(t.db, TARGET.comment, ids)
  },
  async impact(ctx, ids) {
    const deleted = await listIdsWithReplies(ctx, ids)
    return [
      { noun: '回复', count: deleted.filter((id) => !ids.includes(id)).length, fate: 'deleted' },
      { noun: '点赞', count: await countLikesOfComments(ctx.db, deleted), fate: 'deleted' },
    ]
  },
  fieldOfError: { post_not_found: 'post_id', comment_not_found: 'parent_id' },
})
