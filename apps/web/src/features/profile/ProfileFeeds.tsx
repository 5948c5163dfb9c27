import { TARGET } from '@shiliu/contract/limits'
import type { ModerationState } from '@shiliu/contract/moderation'
import type { Post } from '@shiliu/contract/posts'
import { useId, useRef, useState } from 'react'
import { paths } from '#app/paths.ts'
import { notes } from '#data/records.ts'
import { WithheldEntry } from '#entities/moderation/WithheldEntry.tsx'
import { useWithheld } from '#entities/moderation/withheld.queries.ts'
import type { CardExtras } from '#entities/post/card-size.ts'
import { PostFeed } from '#entities/post/PostFeed.tsx'
import { type ProfileTab, useNotesOfUser } from '#entities/post/post.queries.ts'
import { BackToTop, FloatingButtons } from '#ui/feed/FloatingButtons.tsx'
import { StickyBar } from '#ui/feed/StickyBar.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Tabs } from '#ui/form/Tabs.tsx'
import { useQueryTab } from '#ui/history/use-query-tab.ts'
import { useScrollRestoration } from '#ui/history/use-scroll-restoration.ts'
import classes from './ProfileFeeds.module.css'
import { emptyText, tabOf, tabsFor } from './profile-tabs.ts'

export function ProfileFeeds({ userId, nickname, own }: { userId: string; nickname: string; own: boolean }) {
  const [tab, setTab] = useQueryTab((name) => tabOf(name, own))
  const tabs = tabsFor(own)
  const bar = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const panel = useId()
  // The remembered position belongs to the tab that the page is opened with.
  const remembered = useScrollRestoration()
  const [scrollTo, setScrollTo] = useState(remembered)

  function choose(next: ProfileTab) {
    setScrollTo(undefined)
    setTab(next)
    // Scrolls to the top of the list if it is above the sticky bar.
    const listTop = list.current?.getBoundingClientRect().top ?? 0
    const barBottom = bar.current?.getBoundingClientRect().bottom ?? 0
    if (listTop < barBottom) window.scrollBy({ top: listTop - barBottom, behavior: 'instant' })
  }

  return (
    <>
      {own && <WithheldEntry />}
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

type FeedProps = { tab: ProfileTab; userId: string; own: boolean; label: string; scrollTo: number | undefined }

function ProfileFeed(props: FeedProps) {
  const { query, items } = useNotesOfUser(props.tab, props.userId)
  if (props.own && props.tab === 'posts') return <OwnNotes {...props} query={query} items={items} />
  return <Feed {...props} query={query} items={items} />
}

type NotesProps = FeedProps & {
  query: ReturnType<typeof useNotesOfUser>['query']
  items: readonly Post[]
  waits?: boolean
}

/** What others do not see comes first, with its state. */
function OwnNotes({ items, ...rest }: NotesProps) {
  const withheld = useWithheld()
  const ids = withheld.items.flatMap(({ target_type, target_id }) => (target_type === TARGET.post ? target_id : []))
  const own = notes.useAll(ids).filter(({ moderation }) => moderation && moderation.state !== 'deleted') as Post[]
  const others = items.filter(({ id }) => own.every((note) => note.id !== id))
  const waits = withheld.query.isPending && withheld.query.failureCount === 0
  return <Feed {...rest} items={[...own, ...others]} waits={waits} />
}

function Feed({ tab, own, label, scrollTo, query, items, waits = false }: NotesProps) {
  const action = own && (
    <ButtonLink to={tab === 'posts' ? paths.publish() : paths.explore()}>
      {tab === 'posts' ? '发布笔记' : '去发现'}
    </ButtonLink>
  )
  return (
    <PostFeed
      query={waits ? { ...query, isPending: true } : query}
      posts={items}
      label={label}
      scrollTo={scrollTo}
      extrasOf={stateOf}
      empty={<EmptyState {...emptyText(tab, own)} action={action || undefined} />}
    />
  )
}

const badge = (text: string): CardExtras => ({ badge: <span className={classes.state}>{text}</span> })

const BADGES: Partial<Record<ModerationState, CardExtras>> = {
  pending: badge('审核中'),
  hidden: badge('已隐藏'),
  rejected: badge('未通过'),
}

const stateOf = ({ moderation }: Post) => moderation && BADGES[moderation.state]
