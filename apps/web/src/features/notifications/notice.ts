import type { Relation } from '@shiliu/contract/common'
import type { CollectionNotice, CommentNotice, FollowNotice, LikeNotice } from '@shiliu/contract/notifications'
import { relationOf } from '@shiliu/contract/relation'
import { parseRichText, toldText } from '@shiliu/contract/rich-text'

/** A notification of any tab. */
export type Notice = CommentNotice | LikeNotice | CollectionNotice | FollowNotice

/** A notification of a comment that is still there, which can be liked and replied to on the spot. */
export type AnswerableNotice = CommentNotice & { target_id: number; comment_id: number }

export function isAnswerable(notice: Notice): notice is AnswerableNotice {
  if (!('comment_is_liked' in notice)) return false
  return notice.target_id !== null && notice.post_title !== null && notice.comment_content !== null
}

/** How the viewer stands to a new follower. */
export function relationIn({ buttonType }: FollowNotice): Relation {
  const mutual = buttonType === 'mutual'
  return relationOf(mutual || buttonType === 'unfollow', mutual || buttonType === 'back')
}

export type NoticePage = {
  notifications: Notice[]
  pagination: { page: number; limit: number; total: number; pages: number }
}

/** How the viewer stands to those whom a page tells of as new followers. */
export function relationsIn({ notifications }: NoticePage) {
  return notifications.flatMap((notice) =>
    'buttonType' in notice ? [{ user_id: notice.from_user_id, ...relationIn(notice) }] : [],
  )
}

/** A comment in one line: breaks are blanks, pictures are named. */
export function excerptOf(content: string): string {
  return toldText(parseRichText(content)).replaceAll('\n', ' ').trim()
}

type NoticeView = {
  /** The note and, where there is one, the comment to be shown in it; null when there is nothing left to open. */
  target: { postId: number; commentId: number | null } | null
  cover: string | null
  postTitle: string | null
  /** What was said. */
  text: string | null
  /** What it was said to. */
  quote: string | null
  /** A thing that is no longer there. */
  gone: string | null
}

const NOTHING = { target: null, cover: null, postTitle: null, text: null, quote: null, gone: null }

const excerpt = (content: string | null) => (content === null ? null : excerptOf(content))

/** What a row shows of a notification, whichever its tab. */
export function viewOf(notice: Notice): NoticeView {
  if (!('post_title' in notice) || notice.target_id === null) return NOTHING
  const { target_id, comment_id, post_title, post_image } = notice
  if (post_title === null) return { ...NOTHING, gone: '笔记已不存在' }
  const comment = 'comment_content' in notice ? notice.comment_content : null
  const said = 'parent_comment_content' in notice
  const commentGone = comment_id !== null && comment === null
  return {
    target: { postId: target_id, commentId: commentGone ? null : comment_id },
    cover: post_image,
    postTitle: post_title,
    text: said ? excerpt(comment) : null,
    quote: said ? excerpt(notice.parent_comment_content) : excerpt(comment),
    gone: commentGone ? '评论已不存在' : null,
  }
}
