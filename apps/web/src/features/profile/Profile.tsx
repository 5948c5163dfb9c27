import * as users from '@shiliu/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { BackToTop, FloatingButtons } from '#ui/FloatingButtons.tsx'
import { StickyBar } from '#ui/StickyBar.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useQueryTab } from '#ui/use-query-tab.ts'
import { useScrollMemory } from '#ui/use-scroll-memory.ts'
import { useTitle } from '#ui/use-title.ts'
import classes from './Profile.module.css'
import { ProfileBones } from './ProfileBones.tsx'
import { ProfileFeed } from './ProfileFeed.tsx'
import { ProfileHeader } from './ProfileHeader.tsx'
import { type ProfileTab, tabOf, tabsFor } from './profile-tabs.ts'

type Props = { userId: string; own?: boolean }

/** A person: who they are, and lists of notes (spec section 2). */
export function Profile({ userId, own = false }: Props) {
  const profile = useQuery({
    queryKey: keys.user(userId),
    queryFn: ({ signal }) => call(users.get, { params: { id: userId }, signal }),
  })
  const stats = useQuery({
    queryKey: keys.userStats(userId),
    queryFn: ({ signal }) => call(users.getStats, { params: { id: userId }, signal }),
  })
  const gone = profile.error instanceof ApiError && profile.error.status === 404
  useTitle(gone ? '用户不存在' : (profile.data?.nickname ?? (own ? '我' : null)))

  if (gone) return <NoSuchUser />
  if (profile.error && !profile.data) {
    return <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />
  }
  if (!profile.data) return <ProfileBones />
  return (
    <>
      <ProfileHeader profile={profile.data} stats={stats.data ?? null} own={own} />
      <Lists userId={userId} nickname={profile.data.nickname} own={own} />
    </>
  )
}

function NoSuchUser() {
  return (
    <EmptyState
      drawing="not-found"
      title="用户不存在"
      hint="该用户可能已被删除或不存在"
      action={<ButtonLink to={paths.home()}>返回首页</ButtonLink>}
    />
  )
}

function Lists({ userId, nickname, own }: { userId: string; nickname: string; own: boolean }) {
  const [tab, setTab] = useQueryTab((name) => tabOf(name, own))
  const tabs = tabsFor(own)
  const bar = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const panel = useId()
  // Where the page was left, for the list that was open then.
  const left = useScrollMemory()
  const [scrollTo, setScrollTo] = useState(left)

  function choose(next: ProfileTab) {
    setScrollTo(undefined)
    setTab(next)
    // A list starts at its top, with the bar where it is.
    const listTop = list.current?.getBoundingClientRect().top ?? 0
    const barEnd = bar.current?.getBoundingClientRect().bottom ?? 0
    if (listTop < barEnd) window.scrollBy({ top: listTop - barEnd, behavior: 'instant' })
  }

  return (
    <>
      <StickyBar ref={bar} className={classes.bar}>
        <Tabs tabs={tabs} value={tab} onChange={choose} label="主页内容" panelId={panel} />
      </StickyBar>
      <div
        ref={list}
        id={panel}
        role="tabpanel"
        aria-label={tabs.find(({ key }) => key === tab)?.label}
        className={classes.feed}
      >
        <ProfileFeed key={tab} tab={tab} userId={userId} own={own} label={`${nickname}的笔记`} scrollTo={scrollTo} />
      </div>
      <FloatingButtons>
        <BackToTop />
      </FloatingButtons>
    </>
  )
}
