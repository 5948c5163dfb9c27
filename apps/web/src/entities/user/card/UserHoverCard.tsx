import { DEFAULT_BIO } from '@shiliu/contract/limits'
import { coverOf } from '@shiliu/contract/media'
import type { Post } from '@shiliu/contract/posts'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import type { Cover } from '@shiliu/contract/search'
import { type CSSProperties, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import { FollowButton } from '../FollowButton.tsx'
import { UserCounts } from '../UserCounts.tsx'
import { UserLink } from '../UserLink.tsx'
import { type ProfileWithStats, useProfile, useRecentNotes } from '../user.queries.ts'
import { CardCovers, CardCoversSkeleton } from './CardCovers.tsx'
import classes from './UserHoverCard.module.css'
import { type CardTarget, cardIntent } from './user-card.ts'

export type UserHoverCardProps = { target: CardTarget; opened: boolean }

const FAILED_HEIGHT = 64

/** The card of a person beside a link to them. It fetches its data before it is opened. */
export function UserHoverCard({ target, opened }: UserHoverCardProps) {
  const { userId, anchor, follow } = target
  const { profile, failed, covers, coversFailed } = useUserCard(userId)
  if (!opened || !anchor.isConnected) return null

  const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
  const height = failed ? FAILED_HEIGHT : CARD_SIZE.height
  const { left, top, above } = placeCard(anchor.getBoundingClientRect(), view, height)
  const place = {
    '--left': `${left}px`,
    '--top': `${top}px`,
    '--width': `${CARD_SIZE.width}px`,
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
          <Person profile={profile} follow={follow} />
          <div className={classes.notes}>
            <Notes covers={covers} failed={coversFailed} />
          </div>
        </>
      ) : (
        <UserCardSkeleton />
      )}
    </div>,
    document.body,
  )
}

function Notes({ covers, failed }: { covers: readonly Cover[] | undefined; failed: boolean }) {
  if (covers && covers.length > 0) return <CardCovers covers={covers} newTab />
  if (!covers && !failed) return <CardCoversSkeleton />
  return <p className={classes.empty}>{covers ? '还没有发布笔记' : '笔记暂时加载不出来'}</p>
}

type PersonProps = { profile: ProfileWithStats; follow: boolean }

function Person({ profile, follow }: PersonProps) {
  const { user_id: userId, nickname, avatar, bio } = profile
  const counts = [
    { label: '关注', value: profile.follow_count },
    { label: '粉丝', value: profile.fans_count },
    { label: '获赞与收藏', value: profile.likes_and_collects ?? null },
  ]
  return (
    <>
      <div className={classes.head}>
        <UserLink userId={userId} newTab tabIndex={-1} label={`${nickname}的主页`} className={classes.avatar}>
          <Avatar src={avatar} name={nickname} size={56} decorative />
        </UserLink>
        <div className={classes.names}>
          <UserLink userId={userId} newTab className={classes.name}>
            <bdi>{nickname}</bdi>
          </UserLink>
          <p className={classes.id}>小石榴号：{userId}</p>
        </div>
        {follow && <FollowButton userId={userId} nickname={nickname} />}
      </div>
      <p className={classes.bio} dir="auto">
        {plainText(parseRichText(bio || DEFAULT_BIO))}
      </p>
      <UserCounts counts={counts} className={classes.counts} />
    </>
  )
}

function UserCardSkeleton() {
  return (
    <Skeleton className={classes.skeleton}>
      <div className={classes.head}>
        <SkeletonBlock width={56} height={56} round />
        <div className={classes.names}>
          <SkeletonBlock width={112} height={16} />
          <SkeletonBlock width={144} height={12} />
        </div>
      </div>
      <SkeletonBlock width="80%" height={14} />
      <SkeletonBlock width="60%" height={14} />
      <div className={classes.notes}>
        <CardCoversSkeleton />
      </div>
    </Skeleton>
  )
}

const FRESH_MS = 60_000

const coversOf = (posts: readonly Post[]): Cover[] =>
  posts.map(({ id, title, pictures }) => ({ id, title, picture: coverOf(pictures) ?? null }))

/** The card's data, cached for a minute since the pointer often returns. */
function useUserCard(userId: string) {
  const { profile, error, isError } = useProfile(userId, { staleTime: FRESH_MS })
  const notes = useRecentNotes(userId)
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: a failed card is reported in the console only (docs/product.md#content-errors)
    if (error) console.info('获取用户信息失败', error)
  }, [error])
  return {
    profile,
    failed: isError && !profile,
    covers: notes.query.data && coversOf(notes.items),
    coversFailed: notes.query.isError,
  }
}

const CARD_SIZE = { width: 360, height: 300 }

type Box = { left: number; top: number; bottom: number }
type View = { width: number; height: number }

/** Places the card below its anchor, or above when there is no room, inside the window's margins. */
export function placeCard(anchor: Box, view: View, height: number): { left: number; top: number; above: boolean } {
  const { width } = CARD_SIZE
  const offset = 12
  const margin = 16
  const lowest = view.height - height - margin
  const below = anchor.bottom + offset
  const over = anchor.top - offset - height
  const above = below > lowest && over >= margin
  return {
    left: Math.max(margin, Math.min(anchor.left, view.width - width - margin)),
    top: above ? over : Math.max(margin, Math.min(below, lowest)),
    above,
  }
}
