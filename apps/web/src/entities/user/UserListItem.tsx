import type { UserCard } from '@shiliu/contract/common'
import { DEFAULT_BIO } from '@shiliu/contract/limits'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import { Fragment, type ReactNode } from 'react'
import { Avatar } from '#ui/Avatar.tsx'
import { CountText } from '#ui/CountText.tsx'
import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import { FollowButton } from './FollowButton.tsx'
import { UserLink } from './UserLink.tsx'
import classes from './UserListItem.module.css'
import { useRelation } from './use-relation.ts'

const bioOf = ({ bio }: UserCard) => (bio === DEFAULT_BIO ? '' : plainText(parseRichText(bio)).replaceAll('\n', ' '))

type Props = {
  user: UserCard
  /** How often they were liked and collected: makes it a card, with the numbers of one (spec section 3 «User card»). */
  likes?: number
  /** Stands beneath, above the link that the item is. */
  children?: ReactNode
  /** Opens the person beside the list. */
  newTab?: boolean
}

/** A person in a list of people: all of it leads to them, the follow button aside (spec section 3 «User list item»). */
export function UserListItem({ user, likes, newTab = false, children }: Props) {
  const { user_id: userId, nickname, avatar, fans_count, isFollowing, isMutual, buttonType } = user
  const told = { isFollowing, isMutual, buttonType }
  // One more or less where the viewer has just begun or stopped to follow.
  const follows = useRelation(userId, told)?.isFollowing ?? isFollowing
  const fans = fans_count + Number(follows) - Number(isFollowing)
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
    <div className={classes.item}>
      <UserLink className={classes.face} userId={userId} newTab={newTab} card tabIndex={-1} label={`${nickname}的主页`}>
        <Avatar src={avatar} name={nickname} size={56} decorative />
      </UserLink>
      <div className={classes.body}>
        <UserLink className={classes.name} userId={userId} newTab={newTab}>
          {nickname}
        </UserLink>
        <p className={classes.id}>小石榴号：{userId}</p>
        {bio && <p className={classes.bio}>{bio}</p>}
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
        <FollowButton userId={userId} nickname={nickname} relation={told} />
      </div>
      {children && <div className={classes.below}>{children}</div>}
    </div>
  )
}

/** Six people in the shape of what comes. */
export function UserListBones({ className }: { className?: string }) {
  return (
    <Skeleton className={className}>
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <div className={classes.item} key={index}>
          <Bone width={56} height={56} round />
          <div className={classes.bones}>
            <Bone width="40%" height={16} />
            <Bone width="60%" height={12} />
            <Bone width="80%" height={12} />
          </div>
          <Bone width={60} height={36} round />
        </div>
      ))}
    </Skeleton>
  )
}
