import type { UserCard } from '@shiliu/contract/common'
import { DEFAULT_BIO } from '@shiliu/contract/limits'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import { Fragment, type ReactNode } from 'react'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import { CountText } from '#ui/text/Count.tsx'
import { FollowButton } from './FollowButton.tsx'
import { UserLink } from './UserLink.tsx'
import classes from './UserListItem.module.css'

const bioOf = ({ bio }: UserCard) => (bio === DEFAULT_BIO ? '' : plainText(parseRichText(bio)).replaceAll('\n', ' '))

type Props = {
  user: UserCard
  /** Received likes and collections. With it the item shows the counts of a user card. */
  likes?: number
  /** Below the item, not part of its link. */
  children?: ReactNode
  newTab?: boolean
  /** Name and 小石榴号 as a list shows them, such as with what a search has found. */
  names?: { nickname: ReactNode; userId: ReactNode } | undefined
}

/** A person in a list: one link, with the follow button above it. */
export function UserListItem({ user, likes, newTab = false, names, children }: Props) {
  const { user_id: userId, nickname, avatar, fans_count: fans } = user
  const bio = bioOf(user)
  const counts: [string, number][] =
    likes === undefined
      ? [
          ['粉丝', fans],
          ['笔记', user.post_count],
        ]
      : [
          ['关注', user.follow_count],
          ['粉丝', fans],
          ['获赞与收藏', likes],
        ]
  return (
    <div className={classes.item} data-linked>
      <UserLink
        className={classes.avatar}
        userId={userId}
        newTab={newTab}
        card
        tabIndex={-1}
        label={`${nickname}的主页`}
      >
        <Avatar src={avatar} name={nickname} size={56} decorative />
      </UserLink>
      <div className={classes.body}>
        <UserLink className={classes.name} userId={userId} newTab={newTab}>
          <bdi>{names?.nickname ?? nickname}</bdi>
        </UserLink>
        <p className={classes.id}>小石榴号：{names?.userId ?? userId}</p>
        {bio && (
          <p className={classes.bio} dir="auto">
            {bio}
          </p>
        )}
        <p className={classes.counts}>
          {counts.map(([label, value], index) => (
            <Fragment key={label}>
              {index > 0 && <span aria-hidden> · </span>}
              <CountText value={value} /> {label}
            </Fragment>
          ))}
        </p>
      </div>
      <div className={classes.follow}>
        <FollowButton userId={userId} nickname={nickname} known />
      </div>
      {children && <div className={classes.below}>{children}</div>}
    </div>
  )
}

export function UserListSkeleton({ className }: { className?: string }) {
  return (
    <Skeleton className={className}>
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <div className={classes.item} key={index}>
          <SkeletonBlock width={56} height={56} round />
          <div className={classes.skeleton}>
            <SkeletonBlock width="40%" height={16} />
            <SkeletonBlock width="60%" height={12} />
            <SkeletonBlock width="80%" height={12} />
          </div>
          <SkeletonBlock width={60} height={36} round />
        </div>
      ))}
    </Skeleton>
  )
}
