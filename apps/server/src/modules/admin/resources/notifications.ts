import { notifications as api } from '@shiliu/contract/admin/notifications'
import { noticeTitleRule } from '@shiliu/contract/rules'
import type { Ctx } from '#deps.ts'
import * as service from '#modules/notifications/notifications.admin.service.ts'
import { iso } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { omitUndefined } from '#platform/omit-undefined.ts'
import { belongsToUser, containsText, equals, withTrashedAccount } from '../filters.repo.ts'
import { findReferencedUser, requireReferencedUser } from '../referenced-user.ts'
import { defineResource } from '../resource.ts'
import * as repo from './records.repo.ts'

type Target = { target_id?: number | null | undefined; comment_id?: number | null | undefined }

/** Checks that post and comment exist and match; derives the post from the comment. Undefined stays undefined. */
async function requireTarget(t: Ctx, { target_id, comment_id }: Target): Promise<Target> {
  if (target_id && !(await repo.hasPost(t.db, target_id))) {
    throw new AppError('invalid_input', { field: 'target_id', message: '笔记不存在' })
  }
  if (!comment_id) return { target_id, comment_id }
  const postId = await repo.findPostIdOfComment(t.db, comment_id)
  if (postId === undefined || (target_id && postId !== target_id)) {
    throw new AppError('invalid_input', { field: 'comment_id', message: '这篇笔记下没有这条评论' })
  }
  return { target_id: target_id ?? postId, comment_id }
}

export const notifications = defineResource(api, {
  table: 'notifications',
  filters: {
    user_id: equals('user_id'),
    user_display_id: belongsToUser('user_id'),
    type: equals('type'),
    is_read: equals('is_read'),
    title: containsText('title'),
    state: withTrashedAccount('user_id', 'sender_id'),
  },
  accounts: ['user_id', 'sender_id'],
  sortable: ['created_at'],
  async load(ctx, ids) {
    const rows = await repo.listNotifications(ctx.db, ids)
    return rows.map((row) => ({ ...row, is_read: row.is_read === 1 ? 1 : 0, created_at: iso(row.created_at) }))
  },
  recordName: (row) => `${row.sender_nickname} ${row.title}`,
  async create(t, body) {
    const receiver = await requireReferencedUser(t, body, 'user')
    // Existing clients may omit the sender.
    const sender = (await findReferencedUser(t, body, 'sender')) ?? receiver
    const title = body.title ?? body.content ?? ''
    const wrong = noticeTitleRule(title)
    if (wrong) throw new AppError('invalid_input', { field: 'title', message: wrong })
    const { target_id = null, comment_id = null } = await requireTarget(t, body)
    return service.createNotification(t, {
      user_id: receiver.id,
      sender_id: sender.id,
      type: body.type,
      title,
      target_id,
      comment_id,
      is_read: body.is_read ? 1 : 0,
    })
  },
  async update(t, row, { title, content, type, is_read, ...target }) {
    const checked = await requireTarget(t, {
      target_id: row.target_id,
      comment_id: row.comment_id,
      ...omitUndefined(target),
    })
    const flag = is_read === undefined ? undefined : is_read ? 1 : 0
    const changes = omitUndefined({ title: title ?? content, type, is_read: flag, ...checked })
    return service.updateNotification(t, row.id, row.user_id, changes)
  },
  remove: service.deleteNotifications,
})
