/** Notifications, with the event keys that ours have, so that no event is told twice. */
import { NOTICE } from '@shiliu/contract/limits'
import { notificationTitle } from '#modules/notifications/notifications.service.ts'
import { HOUR_MS } from '#platform/clock.ts'
import {
  existing,
  insertNewRows,
  insertRows,
  listComments,
  listKnownEvents,
  listPosts,
  type NewRow,
} from './import.repo.ts'
import { flagOf, idOf, textOf, timeOf } from './old-values.ts'
import { noteKnown } from './reactions.ts'
import type { SourceRow } from './source.ts'
import { type Batch, stage } from './stage.ts'

type Posts = Awaited<ReturnType<typeof listPosts>>
type Comments = Awaited<ReturnType<typeof listComments>>
type Type = (typeof NOTICE)[keyof typeof NOTICE]
type Subject = { postId: number | null; commentId: number | null }

/** Those that tell what moderators or the site did are of later versions. */
const TYPES: ReadonlySet<number> = new Set([
  ...[NOTICE.likePost, NOTICE.likeComment, NOTICE.collectPost, NOTICE.commentPost, NOTICE.replyComment],
  ...[NOTICE.follow, NOTICE.mention],
])

const keyOf = ({ user_id, event_key }: NewRow<'notifications'>) => `${user_id} ${event_key}`

export const notificationsStage = stage({
  name: 'notifications',
  label: '通知',
  table: 'notifications',
  // With eleven columns each, one statement.
  limit: 350,
  async write(batch) {
    const { t, rows } = batch
    const people = await existing(
      t.db,
      'users',
      rows.flatMap((row) => [idOf(row, 'user_id'), idOf(row, 'sender_id')]),
    )
    const posts = await listPosts(
      t.db,
      rows.map((row) => idOf(row, 'target_id')),
    )
    // The old site names a liked comment in either column.
    const comments = await listComments(
      t.db,
      rows.flatMap((row) => [idOf(row, 'comment_id'), idOf(row, 'target_id')]),
    )
    const ofComments = await listPosts(
      t.db,
      Array.from(comments.values(), ({ post_id }) => post_id),
    )
    const wanted = rows.flatMap((row) =>
      noticeOf(batch, row, { people, posts: new Map([...posts, ...ofComments]), comments }),
    )
    const seen = new Set<string>()
    const fresh = wanted.filter((row) => {
      const isNew = !seen.has(keyOf(row))
      seen.add(keyOf(row))
      if (!isNew) batch.findings.note('notification_repeated', keyOf(row))
      return isNew
    })
    const written = await insertNewRows(
      fresh,
      (some) => insertRows(t.db, 'notifications', some),
      async () => {
        const known = await listKnownEvents(t.db, fresh)
        return fresh.filter((row) => !known.has(keyOf(row)))
      },
    )
    noteKnown(batch, 'notification_repeated', fresh, written, keyOf)
    return written.length
  },
})

type Known = { people: ReadonlySet<number>; posts: Posts; comments: Comments }

function noticeOf(
  { times, findings }: Batch,
  row: SourceRow,
  { people, posts, comments }: Known,
): NewRow<'notifications'>[] {
  const [user_id, sender_id, type] = [idOf(row, 'user_id') ?? 0, idOf(row, 'sender_id') ?? 0, Number(row.type)]
  const record = `notifications ${row.id}`
  const lost = (kind: 'notification_type' | 'notification_target' | 'notification_self') => {
    findings.note(kind, record, `users ${user_id}`, `${textOf(row, 'type')} ${textOf(row, 'target_id')}`)
    return []
  }
  if (!TYPES.has(type)) return lost('notification_type')
  if (!people.has(user_id) || !people.has(sender_id)) return lost('notification_target')
  if (user_id === sender_id) return lost('notification_self')
  const subject = subjectOf(row, type, { posts, comments, user_id })
  if (!subject) return lost('notification_target')
  const { postId, commentId } = subject
  const created_at = timeOf(row, times, findings)
  return [
    {
      id: row.id,
      user_id,
      sender_id,
      type,
      title: notificationTitle(type as Type, commentId !== null),
      target_id: postId,
      comment_id: commentId,
      event_key: eventKey(row.id, { type, subject, senderId: sender_id, at: created_at }),
      is_read: flagOf(row, 'is_read'),
      is_hidden: postId !== null && posts.get(postId)?.is_private === 1 ? 1 : 0,
      created_at,
    },
  ]
}

/** What a notification is about; null where it is gone. */
function subjectOf(
  row: SourceRow,
  type: number,
  { posts, comments, user_id }: Pick<Known, 'posts' | 'comments'> & { user_id: number },
): Subject | null {
  if (type === NOTICE.follow) return { postId: null, commentId: null }
  const [targetId, named] = [idOf(row, 'target_id'), idOf(row, 'comment_id')]
  const comment = comments.get(named ?? 0)
  if (named !== null && !comment) return null
  if (comment) return { postId: comment.post_id, commentId: comment.id }
  const liked = type === NOTICE.likeComment ? comments.get(targetId ?? 0) : undefined
  if (liked?.user_id === user_id) return { postId: liked.post_id, commentId: liked.id }
  if (type === NOTICE.likeComment || targetId === null || !posts.has(targetId)) return null
  return { postId: targetId, commentId: null }
}

type Event = { type: number; subject: Subject; senderId: number; at: number }

function eventKey(id: number, { type, subject: { postId, commentId }, senderId, at }: Event): string {
  if (type === NOTICE.follow) return `follow:${senderId}`
  if (type === NOTICE.likePost) return `like:post:${postId}:${senderId}`
  if (type === NOTICE.likeComment) return `like:comment:${commentId}:${senderId}`
  if (type === NOTICE.collectPost) return `collect:${postId}:${senderId}`
  // The old site may not say which comment.
  if (type !== NOTICE.mention) return commentId === null ? `comment:old:${id}` : `comment:${commentId}`
  return commentId === null
    ? `mention:post:${postId}`
    : `mention:below:${postId}:${senderId}:${Math.floor(at / HOUR_MS)}`
}
