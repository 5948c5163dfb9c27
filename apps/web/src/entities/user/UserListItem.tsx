import type { UserCard } from '@shiliu/contract/common'
import { DEFAULT_BIO } from '@shiliu/contract/limits'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import { Avatar } from '#ui/Avatar.tsx'
import { CountText } from '#ui/CountText.tsx'
import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import { FollowButton } from './FollowButton.tsx'
import { UserLink } from './UserLink.tsx'
import classes from './UserListItem.module.css'
import { useRelation } from './use-relation.ts'

const bioOf = ({ bio }: UserCard) => (bio === DEFAULT_BIO ? '' : plainText(parseRichText(bio)).replaceAll('\n', ' '))

/** A person in a list of people: all of it leads to them, the follow button aside (spec section 3 «User list item»). */
export function UserListItem({ user }: { user: UserCard }) {
  const { user_id: userId, nickname, avatar, fans_count, isFollowing, isMutual, buttonType } = user
  const told = { isFollowing, isMutual, buttonType }
  // One more or less where the viewer has just begun or stopped to follow.
  const fans = fans_count + Number(useRelation(userId, told).isFollowing) - Number(isFollowing)
  const bio = bioOf(user)
  return (
    <div className={classes.item}>
      <Avatar src={avatar} name={nickname} size={56} decorative />
      <div className={classes.body}>
        <UserLink className={classes.name} userId={userId}>
          {nickname}
        </UserLink>
        <p className={classes.id}>小石榴号：{userId}</p>
        {bio && <p className={classes.bio}>{bio}</p>}
        <p className={classes.counts}>
          <CountText value={fans} /> 粉丝 <span aria-hidden>·</span> <CountText value={user.post_count} /> 笔记
        </p>
      </div>
      <div className={classes.follow}>
        <FollowButton userId={userId} nickname={nickname} relation={told} />
      </div>
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
