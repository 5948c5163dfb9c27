import { NOTICE } from '@shiliu/contract/limits'
import type { CommentNotice, UnreadByType } from '@shiliu/contract/notifications'
import { parseRichText, textWithPictures } from '@shiliu/contract/rich-text'
import type { Notice } from '#data/records.ts'
import type { NoticeTab } from '#entities/notification/notification.queries.ts'

/** Toasts of this page stay longer than elsewhere. */
export const TOAST_MS = 3000

export const TABS: readonly { key: NoticeTab; label: string; empty: string; hint: string }[] = [
  { key: 'comments', label: '评论和@', empty: '还没有评论和@', hint: '有人评论或提到你，会出现在这里' },
  { key: 'likes', label: '赞', empty: '还没有收到赞', hint: '有人赞了你的笔记或评论，会出现在这里' },
  { key: 'collections', label: '收藏', empty: '还没有收藏通知', hint: '有人收藏了你的笔记，会出现在这里' },
  { key: 'follows', label: '新增关注', empty: '还没有新增关注', hint: '有人关注了你，会出现在这里' },
  { key: 'system', label: '系统', empty: '还没有系统通知', hint: '公告，和对你的笔记、评论的处理，会出现在这里' },
]

export function tabOf(name: string | null): NoticeTab {
  return TABS.find(({ key }) => key === name)?.key ?? 'comments'
}

/** A notification of an existing comment, which can be liked and replied to in the list. */
export type ReplyableNotice = CommentNotice & { target_id: number; comment_id: number }

export function isReplyable(notice: Notice): notice is ReplyableNotice {
  if (!('comment_is_liked' in notice)) return false
  return notice.target_id !== null && notice.post_title !== null && notice.comment_content !== null
}

/** The tabs whose unread count grew; none without previous counts. */
export function tabsWithNew(previous: UnreadByType | null, now: UnreadByType | null): NoticeTab[] {
  return previous && now ? TABS.map(({ key }) => key).filter((key) => now[key] > previous[key]) : []
}

/** A comment on one line, with spaces for line breaks and a word for each picture. */
export function toExcerpt(content: string): string {
  return textWithPictures(parseRichText(content)).replaceAll('\n', ' ').trim()
}

type NoticeView = {
  /** The note to open and the comment to show in it; null if there is nothing to open. */
  target: { postId: number; commentId: number | null } | null
  cover: string | null
  postTitle: string | null
  text: string | null
  /** The comment that was replied to or liked. */
  quote: string | null
  missing: string | null
  /** Where an announcement leads. */
  link: string | null
}

const EMPTY_VIEW = { target: null, cover: null, postTitle: null, text: null, quote: null, missing: null, link: null }

const excerpt = (content: string | null) => (content === null ? null : toExcerpt(content))

export function toView(notice: Notice): NoticeView {
  if ('announcement' in notice && notice.announcement) {
    const { text, link } = notice.announcement
    return { ...EMPTY_VIEW, text: text || null, link }
  }
  if (!('post_title' in notice) || notice.target_id === null) return EMPTY_VIEW
  const { target_id, comment_id, post_title, post_image } = notice
  if (notice.type === NOTICE.moderation) {
    if (post_title === null) return EMPTY_VIEW
    return { ...EMPTY_VIEW, target: { postId: target_id, commentId: null }, cover: post_image, postTitle: post_title }
  }
  if (post_title === null) return { ...EMPTY_VIEW, missing: '笔记已不存在' }
  const comment = 'comment_content' in notice ? notice.comment_content : null
  const isComment = 'parent_comment_content' in notice
  const commentDeleted = comment_id !== null && comment === null
  return {
    target: { postId: target_id, commentId: commentDeleted ? null : comment_id },
    cover: post_image,
    postTitle: post_title,
    text: isComment ? excerpt(comment) : null,
    quote: isComment ? excerpt(notice.parent_comment_content) : excerpt(comment),
    missing: commentDeleted ? '评论已不存在' : null,
    link: null,
  }
}
