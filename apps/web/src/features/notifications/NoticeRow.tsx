import { memo, type PointerEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { above, paths } from '#app/paths.ts'
import { FollowButton } from '#entities/user/FollowButton.tsx'
import { UserLink } from '#entities/user/UserLink.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { NOTICES } from '#ui/constants.ts'
import { formatCount } from '#ui/format-count.ts'
import { Picture } from '#ui/Picture.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { NoticeActions } from './NoticeActions.tsx'
import classes from './NoticeRow.module.css'
import { isAnswerable, type Notice, relationIn, viewOf } from './notice.ts'

type Props = { notice: Notice; onRead: () => void }

/** Who did what, where. The row leads to the note, the person to their page; coming to it by any means reads it. */
export const NoticeRow = memo(
  function NoticeRow({ notice, onRead }: Props) {
    const location = useLocation()
    const { from_user_id, from_nickname, from_avatar, title, created_at } = notice
    const { target, cover, postTitle, text, quote, gone } = viewOf(notice)
    const unread = notice.is_read === 0
    const name = from_nickname || '匿名用户'

    function read() {
      if (unread) onRead()
    }
    // A finger that scrolls the list also enters rows; it reads those that it taps.
    function hover({ pointerType }: PointerEvent) {
      if (pointerType === 'mouse') read()
    }

    const when = (
      <p className={classes.time}>
        <RelativeTime time={created_at} />
        {'fans_count' in notice && <span>{formatCount(notice.fans_count)} 粉丝</span>}
      </p>
    )
    return (
      <li
        className={classes.row}
        data-unread={unread || undefined}
        onPointerEnter={hover}
        onFocus={read}
        onPointerUp={read}
      >
        <UserLink userId={from_user_id} card className={classes.avatar} label={`${name}的主页`} tabIndex={-1}>
          <Avatar src={from_avatar} name={name} size={48} decorative />
          {unread && <span className={classes.dot} role="img" aria-label="未读" />}
        </UserLink>
        <div className={classes.body}>
          <p className={classes.head}>
            <UserLink userId={from_user_id} card className={classes.name}>
              {name}
            </UserLink>
            {target ? (
              <Link
                className={classes.title}
                to={paths.post(target.postId, target.commentId)}
                state={above(location)}
                aria-label={`${title}「${postTitle}」`}
              >
                {title}
              </Link>
            ) : (
              <span className={classes.what}>{title}</span>
            )}
          </p>
          {text !== null && <p className={classes.text}>{text}</p>}
          {quote !== null && <p className={classes.quote}>{quote}</p>}
          {gone && <p className={classes.gone}>{gone}</p>}
          {isAnswerable(notice) ? (
            <NoticeActions notice={notice} name={name}>
              {when}
            </NoticeActions>
          ) : (
            when
          )}
        </div>
        {target && (
          <div className={classes.cover}>
            <Picture src={cover} alt="" width={1} height={1} />
          </div>
        )}
        {'buttonType' in notice && (
          <div className={classes.follow}>
            <FollowButton
              userId={from_user_id}
              nickname={name}
              relation={relationIn(notice)}
              toastMs={NOTICES.toastMs}
            />
          </div>
        )}
      </li>
    )
  },
  // The handler is new with every rendering of the list, and does the same.
  (before, after) => before.notice === after.notice,
)
