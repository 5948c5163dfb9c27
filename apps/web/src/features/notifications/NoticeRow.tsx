import { NOTICE } from '@shiliu/contract/limits'
import { IconShieldCheck, IconSpeakerphone } from '@tabler/icons-react'
import { memo, type PointerEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { paths, withBackground } from '#app/paths.ts'
import type { Notice } from '#data/records.ts'
import { AnnouncementLink } from '#entities/announcement/AnnouncementLink.tsx'
import { TextCover } from '#entities/post/TextCover.tsx'
import { FollowButton } from '#entities/user/FollowButton.tsx'
import { UserLink } from '#entities/user/UserLink.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import { Picture } from '#ui/media/Picture.tsx'
import { formatCount } from '#ui/text/Count.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { NoticeActions } from './NoticeActions.tsx'
import classes from './NoticeRow.module.css'
import { isReplyable, TOAST_MS, toView } from './notice.ts'

type Props = { notice: Notice; onRead: () => void }

/** A notification. The row links to the note, the name to the profile; pointing at it or focus marks it as read. */
export const NoticeRow = memo(
  function NoticeRow({ notice, onRead }: Props) {
    const location = useLocation()
    const { from_user_id, from_nickname, from_avatar, title, created_at } = notice
    const { target, cover, postTitle, text, quote, missing, link } = toView(notice)
    const unread = notice.is_read === 0
    const isAnnouncement = notice.type === NOTICE.announcement
    const isDecision = notice.type === NOTICE.moderation
    const isSystem = isDecision || isAnnouncement
    const SystemIcon = isAnnouncement ? IconSpeakerphone : IconShieldCheck
    // A decision about a note that is not visible is explained in the list of those.
    const isOwnWithheld = isDecision && !target && notice.target_id !== null
    const name = isAnnouncement ? '公告' : isSystem ? '系统通知' : from_nickname || '匿名用户'

    function markRead() {
      if (unread) onRead()
    }
    // A finger enters rows while it scrolls; a tap marks them on pointer up.
    function hover({ pointerType }: PointerEvent) {
      if (pointerType === 'mouse') markRead()
    }

    const unreadDot = unread && <span className={classes.dot} role="img" aria-label="未读" />
    const time = (
      <p className={classes.time}>
        <RelativeTime time={created_at} />
        {'fans_count' in notice && <span>{formatCount(notice.fans_count)} 粉丝</span>}
      </p>
    )
    return (
      <li
        className={classes.row}
        data-unread={unread || undefined}
        data-linked={target || link || isOwnWithheld ? true : undefined}
        onPointerEnter={hover}
        onFocus={markRead}
        onPointerUp={markRead}
      >
        {isSystem ? (
          <span className={classes.avatar}>
            <SystemIcon className={classes.system} size={28} aria-hidden />
            {unreadDot}
          </span>
        ) : (
          <UserLink userId={from_user_id} card className={classes.avatar} label={`${name}的主页`} tabIndex={-1}>
            <Avatar src={from_avatar} name={name} size={48} decorative />
            {unreadDot}
          </UserLink>
        )}
        <div className={classes.body}>
          <p className={classes.head}>
            {isSystem ? (
              <span className={classes.name}>{name}</span>
            ) : (
              <UserLink userId={from_user_id} card className={classes.name}>
                <bdi>{name}</bdi>
              </UserLink>
            )}
            {target ? (
              <Link
                className={classes.title}
                to={paths.post(target.postId, target.commentId)}
                state={withBackground(location)}
                aria-label={`${title}「${postTitle}」`}
              >
                {title}
              </Link>
            ) : isOwnWithheld ? (
              <Link className={classes.title} to={paths.withheld()}>
                {title}
              </Link>
            ) : link ? (
              <AnnouncementLink className={classes.title} to={link}>
                {title}
              </AnnouncementLink>
            ) : (
              <span className={classes.action}>{title}</span>
            )}
          </p>
          {text !== null && (
            <p className={classes.text} dir="auto">
              {text}
            </p>
          )}
          {quote !== null && (
            <p className={classes.quote} dir="auto">
              {quote}
            </p>
          )}
          {missing && <p className={classes.missing}>{missing}</p>}
          {isReplyable(notice) ? (
            <NoticeActions notice={notice} name={name}>
              {time}
            </NoticeActions>
          ) : (
            time
          )}
        </div>
        {target && (
          <div className={classes.cover}>
            {cover ? (
              <Picture src={cover} alt="" width={1} height={1} />
            ) : (
              <TextCover postId={target.postId} text={postTitle ?? ''} lines={3} size="xs" />
            )}
          </div>
        )}
        {'buttonType' in notice && (
          <div className={classes.follow}>
            <FollowButton userId={from_user_id} nickname={name} known toastMs={TOAST_MS} />
          </div>
        )}
      </li>
    )
  },
  // `onRead` is a new function in each render but always does the same.
  (previous, next) => previous.notice === next.notice,
)
