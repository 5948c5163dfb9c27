/** The notifications that the rows of a batch would have caused, with the keys that the services give them. */
import { NOTICE, TARGET } from '@shiliu/contract/limits'
import { mentionedIds, parseRichText } from '@shiliu/contract/rich-text'
import { noticeTitle } from '#modules/notifications/notifications.service.ts'
import type { Row, Rows } from './demo.repo.ts'

type Notice = Row<'notifications'>
type Event = Pick<Notice, 'user_id' | 'sender_id' | 'type' | 'target_id' | 'comment_id' | 'event_key' | 'created_at'>

/** Unread all of them, without ids; nobody is told of what they did themselves. `idOf` resolves public ids. */
export function noticesOf(batch: Rows, idOf: (publicId: string) => number | undefined): Notice[] {
  const posts = new Map(batch.posts.map((post) => [post.id, post]))
  const comments = new Map(batch.comments.map((comment) => [comment.id, comment]))
  const events = [
    ...batch.likes.map((like) => ofLike(like, posts, comments)),
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
    ...batch.posts.filter((post) => post.is_draft === 0).flatMap((post) => ofMentions(post, idOf)),
    ...batch.comments.flatMap((comment) => ofComment(comment, posts, comments, idOf)),
  ]
  return events.flatMap((event) => {
    const { user_id } = event
    if (user_id === undefined || user_id === event.sender_id) return []
    const title = noticeTitle(event.type, event.comment_id !== null)
    return { ...event, id: 0, user_id, title, is_read: 0 }
  })
}

type Posts = Map<number, Row<'posts'>>
type Comments = Map<number, Row<'comments'>>
type Told = Omit<Event, 'user_id' | 'type'> & {
  user_id: number | undefined
  type: (typeof NOTICE)[keyof typeof NOTICE]
}

function ofLike({ user_id, target_type, target_id, created_at }: Row<'likes'>, posts: Posts, comments: Comments): Told {
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

function ofMentions({ id, user_id, content, created_at }: Row<'posts'>, idOf: (id: string) => number | undefined) {
  return mentionedIds(parseRichText(content)).map(
    (publicId): Told => ({
      user_id: idOf(publicId),
      sender_id: user_id,
      type: NOTICE.mention,
      target_id: id,
      comment_id: null,
      event_key: `mention:post:${id}`,
      created_at,
    }),
  )
}

/** Each is told once: who was answered, else whose note it is, else who is mentioned. */
function ofComment(
  { id, post_id, user_id, parent_id, content, created_at }: Row<'comments'>,
  posts: Posts,
  comments: Comments,
  idOf: (id: string) => number | undefined,
): Told[] {
  const answered = parent_id === null ? undefined : comments.get(parent_id)?.user_id
  const owner = posts.get(post_id)?.user_id
  const event = { sender_id: user_id, target_id: post_id, comment_id: id, event_key: `comment:${id}`, created_at }
  const told: Told[] = []
  if (answered !== undefined) told.push({ ...event, user_id: answered, type: NOTICE.replyComment })
  if (owner !== answered) told.push({ ...event, user_id: owner, type: NOTICE.commentPost })
  const mentioned = mentionedIds(parseRichText(content)).map(idOf)
  for (const other of mentioned.filter((other) => other !== owner && other !== answered)) {
    told.push({ ...event, user_id: other, type: NOTICE.mention, event_key: `mention:comment:${id}` })
  }
  return told
}

/** Marks as read what came before its receiver was last here; of each kind, the `kept` newest of one user stay unread. */
export function markRead(notices: Notice[], users: Row<'users'>[], keeper: Row<'users'>, kept: number): void {
  const seen = new Map(users.map((user) => [user.id, user.last_login_at ?? 0]))
  for (const notice of notices) notice.is_read = notice.created_at < (seen.get(notice.user_id) ?? 0) ? 1 : 0
  const own = notices.filter((notice) => notice.user_id === keeper.id).toSorted((a, b) => b.created_at - a.created_at)
  for (const type of Object.values(NOTICE)) {
    for (const notice of own.filter((one) => one.type === type).slice(0, kept)) notice.is_read = 0
  }
}
