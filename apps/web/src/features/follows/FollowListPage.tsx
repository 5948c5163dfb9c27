import { useId } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { useViewer } from '#api/session.ts'
import { type FollowTab, paths } from '#app/paths.ts'
import { BackButton } from '#ui/BackButton.tsx'
import { BackToTop, FloatingButtons } from '#ui/FloatingButtons.tsx'
import { StickyBar } from '#ui/StickyBar.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useTitle } from '#ui/use-title.ts'
import classes from './FollowListPage.module.css'
import { FOLLOW_TABS, followTabOf } from './follow-tabs.ts'
import { People } from './People.tsx'

/** /follow/:type: whom one follows, by whom one is followed, and both (spec section 2 «Follow list»). */
export function FollowListPage() {
  const { type } = useParams()
  const viewer = useViewer()
  const tab = followTabOf(type)
  useTitle(tab?.label)
  if (!viewer) return <Navigate to={paths.home()} replace />
  if (!tab) return <Navigate to={paths.follow('following')} replace />
  return <FollowLists key={viewer.user_id} tab={tab.key} userId={viewer.user_id} />
}

function FollowLists({ tab, userId }: { tab: FollowTab; userId: string }) {
  const navigate = useNavigate()
  const panel = useId()

  function choose(next: FollowTab) {
    if (next === tab) return
    navigate(paths.follow(next), { replace: true })
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <BackButton fallback={paths.ownProfile()} />
        <h1 className={classes.heading}>{followTabOf(tab)?.label}</h1>
      </div>
      <StickyBar>
        <Tabs tabs={FOLLOW_TABS} value={tab} onChange={choose} label="关注与粉丝" panelId={panel} />
      </StickyBar>
      <div id={panel} role="tabpanel" aria-label={followTabOf(tab)?.label}>
        <People key={tab} tab={tab} userId={userId} />
      </div>
      <FloatingButtons>
        <BackToTop />
      </FloatingButtons>
    </div>
  )
}
