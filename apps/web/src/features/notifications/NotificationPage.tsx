import { IconChecks } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useViewer } from '#api/session.ts'
import { askForNotices, markAllRead, type NoticeTab } from '#entities/notification/notification.queries.ts'
import { NO_UNREAD, useUnread } from '#entities/notification/unread.queries.ts'
import { openAuth } from '#entities/user/require-login.ts'
import { BackToTop, FloatingButton, FloatingButtons } from '#ui/feed/FloatingButtons.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { Tabs } from '#ui/form/Tabs.tsx'
import { useQueryTab } from '#ui/history/use-query-tab.ts'
import { useTitle } from '#ui/history/use-title.ts'
import { usePrevious } from '#ui/state/use-previous.ts'
import { NoticeList } from './NoticeList.tsx'
import classes from './NotificationPage.module.css'
import { TABS, TOAST_MS, tabOf, tabsWithNew } from './notice.ts'

/** `/notification`: what other users did with the viewer's notes and comments. */
export function NotificationPage() {
  const viewer = useViewer()
  useTitle('通知')
  if (viewer) return <Inbox key={viewer.id} />
  return (
    <EmptyState
      illustration="empty-inbox"
      title="请先登录"
      hint="登录后即可查看评论、赞、收藏和新增关注"
      action={<Button onClick={() => openAuth('login')}>登录</Button>}
    />
  )
}

function Inbox() {
  const [tab, setTab] = useQueryTab(tabOf)
  const panel = useId()
  const counts = useUnread({ staleTime: 0 })
  const previous = usePrevious(counts)
  const unread = counts ?? NO_UNREAD
  const [marking, setMarking] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  /** 全部已读 was pressed: the button disappears, and the list gets its focus. */
  const pressed = useRef(false)
  const allRead = unread.total === 0
  useEffect(() => {
    if (!allRead || !pressed.current) return
    pressed.current = false
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }, [allRead])

  useEffect(() => {
    for (const grown of tabsWithNew(previous, counts)) askForNotices(grown)
  }, [previous, counts])

  async function markAll() {
    if (marking) return
    pressed.current = true
    setMarking(true)
    try {
      await markAllRead()
      toast.success('所有通知已标记为已读', TOAST_MS)
    } catch {
      toast.error('标记失败，请稍后再试', TOAST_MS)
    } finally {
      setMarking(false)
    }
  }

  function choose(next: NoticeTab) {
    setTab(next)
    window.scrollTo({ top: 0, behavior: 'instant' })
  }

  const tabs = TABS.map(({ key, label }) => ({ key, label, dot: unread[key] > 0 }))
  return (
    <div className={classes.page}>
      <h1 className="sr-only">通知</h1>
      <div className={classes.bar}>
        <Tabs tabs={tabs} value={tab} onChange={choose} label="通知类型" panelId={panel} />
      </div>
      <div
        ref={list}
        id={panel}
        role="tabpanel"
        tabIndex={-1}
        className={classes.list}
        aria-label={TABS.find(({ key }) => key === tab)?.label}
      >
        <NoticeList key={tab} tab={tab} />
      </div>
      <FloatingButtons>
        <BackToTop />
        {!allRead && <FloatingButton Icon={IconChecks} label="全部已读" busy={marking} onClick={markAll} />}
      </FloatingButtons>
    </div>
  )
}
