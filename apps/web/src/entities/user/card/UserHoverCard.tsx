import { DEFAULT_BIO } from '@shiliu/contract/limits'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import type { Cover } from '@shiliu/contract/search'
import type { Profile, UserStats } from '@shiliu/contract/users'
import type { CSSProperties } from 'react'
import { createPortal } from 'react-dom'
import { Avatar } from '#ui/Avatar.tsx'
import { HOVER_CARD } from '#ui/constants.ts'
import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import { FollowButton } from '../FollowButton.tsx'
import { UserCounts } from '../UserCounts.tsx'
import { UserLink } from '../UserLink.tsx'
import { CardCovers, CoverBones } from './CardCovers.tsx'
import { placeCard } from './place-card.ts'
import classes from './UserHoverCard.module.css'
import { useUserCard } from './use-user-card.ts'
import { type CardTarget, cardIntent } from './user-card.ts'

export type UserHoverCardProps = { target: CardTarget; opened: boolean }

/** Pixels of a card that has nothing to show. */
const FAILED_HEIGHT = 64

/** Who a name belongs to, beside it (spec section 3 «User card»). Fetches as soon as it is meant, shows when opened. */
export function UserHoverCard({ target, opened }: UserHoverCardProps) {
  const { userId, anchor, follow } = target
  const { profile, failed, stats, covers, coversFailed } = useUserCard(userId)
  if (!opened || !anchor.isConnected) return null

  const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
  const height = failed ? FAILED_HEIGHT : HOVER_CARD.height
  const { left, top, above } = placeCard(anchor.getBoundingClientRect(), view, height)
  const place = {
    '--left': `${left}px`,
    '--top': `${top}px`,
    '--width': `${HOVER_CARD.width}px`,
    '--height': `${height}px`,
  } as CSSProperties
  return createPortal(
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={profile ? `${profile.nickname}的名片` : '名片'}
      className={classes.card}
      style={place}
      data-above={above || undefined}
      onPointerEnter={cardIntent.stay}
      onPointerLeave={cardIntent.leave}
    >
      {failed ? (
        <p className={classes.failed}>获取用户信息失败</p>
      ) : profile ? (
        <>
          <Person profile={profile} stats={stats} follow={follow} />
          <div className={classes.notes}>
            <Notes covers={covers} failed={coversFailed} />
          </div>
        </>
      ) : (
        <CardBones />
      )}
    </div>,
    document.body,
  )
}

function Notes({ covers, failed }: { covers: readonly Cover[] | undefined; failed: boolean }) {
  if (covers && covers.length > 0) return <CardCovers covers={covers} newTab />
  if (!covers && !failed) return <CoverBones />
  return <p className={classes.nothing}>{covers ? '还没有发布笔记' : '笔记暂时加载不出来'}</p>
}

type PersonProps = { profile: Profile; stats: UserStats | undefined; follow: boolean }

function Person({ profile, stats, follow }: PersonProps) {
  const { user_id: userId, nickname, avatar, bio } = profile
  const counts = [
    { label: '关注', value: stats?.follow_count ?? profile.follow_count },
    { label: '粉丝', value: stats?.fans_count ?? profile.fans_count },
    { label: '获赞与收藏', value: stats?.likes_and_collects ?? null },
  ]
  return (
    <>
      <div className={classes.head}>
        <UserLink userId={userId} newTab tabIndex={-1} label={`${nickname}的主页`} className={classes.face}>
          <Avatar src={avatar} name={nickname} size={56} decorative />
        </UserLink>
        <div className={classes.names}>
          <UserLink userId={userId} newTab className={classes.name}>
            {nickname}
          </UserLink>
          <p className={classes.id}>小石榴号：{userId}</p>
        </div>
        {follow && <FollowButton userId={userId} nickname={nickname} />}
      </div>
      <p className={classes.bio}>{plainText(parseRichText(bio || DEFAULT_BIO))}</p>
      <UserCounts counts={counts} className={classes.counts} />
    </>
  )
}

function CardBones() {
  return (
    <Skeleton className={classes.bones}>
      <div className={classes.head}>
        <Bone width={56} height={56} round />
        <div className={classes.names}>
          <Bone width={112} height={16} />
          <Bone width={144} height={12} />
        </div>
      </div>
      <Bone width="80%" height={14} />
      <Bone width="60%" height={14} />
      <div className={classes.notes}>
        <CoverBones />
      </div>
    </Skeleton>
  )
}
