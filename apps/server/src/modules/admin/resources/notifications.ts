import { notifications as api } from '@shiliu/contract/admin/notifications'
import { noticeTitleRule } from '@shiliu/contract/rules'
import type { Ctx } from '#deps.ts'
import * as records from '#modules/notifications/notifications-records.service.ts'
import { iso } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { has, is, ofUser } from '../conditions.repo.ts'
import { findNamed, requireNamed } from '../people.ts'
import { defineResource } from '../resource.ts'
import { sent } from '../sent.ts'
import * as repo from './notifications.repo.ts'

type About = { target_id?: number | null | undefined; comment_id?: number | null | undefined }

/** The note and the comment must be there, and the comment below the note. Undefined stays undefined. */
async function requireAbout(t: Ctx, { target_id, comment_id }: About): Promise<About> {
  if (target_id && !(await repo.hasPost(t.db, target_id))) {
    throw new AppError('invalid_input', { field: 'target_id', message: '笔记不存在' })
  }
  if (!comment_id) return { target_id, comment_id }
  const postId = await repo.findPostOfComment(t.db, comment_id)
  if (postId === undefined || (target_id && postId !== target_id)) {
    throw new AppError('invalid_input', { field: 'comment_id', message: '这篇笔记下没有这条评论' })
  }
  return { target_id: target_id ?? postId, comment_id }
}

export const notifications = defineResource(api, {
  table: 'notifications',
  filters: { user_display_id: ofUser('user_id'), type: is('type'), is_read: is('is_read'), title: has('title') },
  sortable: ['created_at'],
  async load(ctx, ids) {
    const rows = await repo.listNotifications(ctx.db, ids)
    return rows.map((row) => ({ ...row, is_read: row.is_read === 1 ? 1 : 0, created_at: iso(row.created_at) }))
  },
  nameOf: (row) => `${row.sender_nickname} ${row.title}`,
  async create(t, body) {
    const receiver = await requireNamed(t, body, 'user')
    // Clients that name no sender let the receiver hear from themselves.
    const sender = (await findNamed(t, body, 'sender')) ?? receiver
    const title = body.title ?? body.content ?? ''
    const wrong = noticeTitleRule(title)
    if (wrong) throw new AppError('invalid_input', { field: 'title', message: wrong })
    const { target_id = null, comment_id = null } = await requireAbout(t, body)
    return records.addNotification(t, {
      user_id: receiver.id,
      sender_id: sender.id,
      type: body.type,
      title,
      target_id,
      comment_id,
      is_read: body.is_read ? 1 : 0,
    })
  },
  async update(t, row, { title, content, type, is_read, ...about }) {
    const checked = await requireAbout(t, { target_id: row.target_id, comment_id: row.comment_id, ...sent(about) })
    const flag = is_read === undefined ? undefined : is_read ? 1 : 0
    const changes = sent({ title: title ?? content, type, is_read: flag, ...checked })
    return records.changeNotification(t, row.id, row.user_id, changes)
  },
  remove: records.eraseNotifications,
})
