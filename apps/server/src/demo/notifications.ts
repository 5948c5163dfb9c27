/** The notifications that a batch's rows would have caused, with the same event keys as those of the services. */
import { NOTICE, TARGET } from '@shiliu/contract/limits'
import { mentionedIds, parseRichText } from '@shiliu/contract/rich-text'
import { notificationTitle } from '#modules/notifications/notifications.service.ts'
import type { Row, RowBatch } from './demo.repo.ts'

type Notification = Row<'notifications'>
type Event = Pick<Notification, 'sender_id' | 'target_id' | 'comment_id' | 'event_key' | 'created_at'> & {
  user_id: number | undefined
  type: (typeof NOTICE)[keyof typeof NOTICE]
}
type ResolveId = (publicId: string) => number | undefined

/** All unread, without ids. Leaves out events that users caused themselves and mentions of unknown users. */
export function makeNotifications(batch: RowBatch, resolveId: ResolveId): Notification[] {
  const posts = new Map(batch.posts.map((post) => [post.id, post]))
  const comments = new Map(batch.comments.map((comment) => [comment.id, comment]))
  const events: Event[] = [
    ...batch.likes.map((like) => likeEvent(like, posts, comments)),
    ...batch.collections.map(({ user_id, post_id, created_at }) => ({
      user_id: posts.get(post_id)?.user_id,
      sender_id: user_id,
      type: NOTICE.collectPost,
      target_id: post_id,
      comment_id: null,
      event_key: `collect:${post_id}:${user_id}`,
      created_at,
    })),
    ...batch.follows.map(({ follower_id, following_id, created_at }) => ({
      user_id: following_id,
      sender_id: follower_id,
      type: NOTICE.follow,
      target_id: null,
      comment_id: null,
      event_key: `follow:${follower_id}`,
      created_at,
    })),
    ...batch.posts.filter((post) => post.is_private === 0).flatMap((post) => mentionEvents(post, resolveId)),
    ...batch.comments.flatMap((comment) => commentEvents(comment, posts, comments, resolveId)),
  ]
  return events.flatMap((event) => {
    const { user_id } = event
    if (user_id === undefined || user_id === event.sender_id) return []
    const title = notificationTitle(event.type, event.comment_id !== null)
    return { ...event, id: 0, user_id, title, is_read: 0, is_hidden: 0, announcement_id: null }
  })
}

type Posts = Map<number, Row<'posts'>>
type Comments = Map<number, Row<'comments'>>

function likeEvent(
  { user_id, target_type, target_id, created_at }: Row<'likes'>,
  posts: Posts,
  comments: Comments,
): Event {
  if (target_type === TARGET.post) {
    return {
      user_id: posts.get(target_id)?.user_id,
      sender_id: user_id,
      type: NOTICE.likePost,
      target_id,
      comment_id: null,
      event_key: `like:post:${target_id}:${user_id}`,
      created_at,
    }
  }
  const comment = comments.get(target_id)
  return {
    user_id: comment?.user_id,
    sender_id: user_id,
    type: NOTICE.likeComment,
    target_id: comment?.post_id ?? null,
    comment_id: target_id,
    event_key: `like:comment:${target_id}:${user_id}`,
    created_at,
  }
}

function mentionEvents({ id, user_id, content, created_at }: Row<'posts'>, resolveId: ResolveId): Event[] {
  return mentionedIds(parseRichText(content)).map((publicId) => ({
    user_id: resolveId(publicId),
    sender_id: user_id,
    type: NOTICE.mention,
    target_id: id,
    comment_id: null,
    event_key: `mention:post:${id}`,
    created_at,
  }))
}

/** The author of the parent, else that of the post, and whoever is mentioned, these two besides. */
function commentEvents(
  { id, post_id, user_id, parent_id, content, created_at }: Row<'comments'>,
  posts: Posts,
  comments: Comments,
  resolveId: ResolveId,
): Event[] {
  const parentAuthor = parent_id === null ? undefined : comments.get(parent_id)?.user_id
  const postAuthor = posts.get(post_id)?.user_id
  const event = { sender_id: user_id, target_id: post_id, comment_id: id, event_key: `comment:${id}`, created_at }
  const events: Event[] = []
  if (parentAuthor !== undefined) events.push({ ...event, user_id: parentAuthor, type: NOTICE.replyComment })
  if (postAuthor !== parentAuthor) events.push({ ...event, user_id: postAuthor, type: NOTICE.commentPost })
  const mentioned = mentionedIds(parseRichText(content)).map(resolveId)
  for (const userId of mentioned) {
    events.push({ ...event, user_id: userId, type: NOTICE.mention, event_key: `mention:comment:${id}` })
  }
  return events
}

/** Marks notifications before their receiver's last sign-in as read, except `user`'s newest `unread` of each type. */
export function markRead(
  notifications: Notification[],
  users: Row<'users'>[],
  user: Row<'users'>,
  unread: number,
): void {
  const lastLogin = new Map(users.map(({ id, last_login_at }) => [id, last_login_at ?? 0]))
  for (const notification of notifications) {
    notification.is_read = notification.created_at < (lastLogin.get(notification.user_id) ?? 0) ? 1 : 0
  }
  const own = notifications.filter(({ user_id }) => user_id === user.id).toSorted((a, b) => b.created_at - a.created_at)
  for (const type of Object.values(NOTICE)) {
    for (const notification of own.filter((one) => one.type === type).slice(0, unread)) notification.is_read = 0
  }
}
