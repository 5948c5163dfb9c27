import { useRef } from 'react'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useScroller } from '../shell/use-scroller.ts'
import { LoadFailure } from '../table/LoadFailure.tsx'
import classes from './Activities.module.css'
import { ActivityBones } from './ActivityBones.tsx'
import { ActivityRow } from './ActivityRow.tsx'
import { useHeld } from './use-held.ts'
import { useMinute } from './use-minute.ts'
import { monitorFailure, useActivities } from './use-monitor.ts'

const HEADING = 'activities-heading'

/** What happened last, the newest first. While somebody reads, what is new waits above the list. */
export function Activities() {
  const { data, error, refetch } = useActivities()
  const list = useRef<HTMLUListElement>(null)
  const { shown, count, bringIn } = useHeld(data, list)
  const scroller = useScroller()
  const now = useMinute()
  const failure = error && monitorFailure(error)
  const retry = () => void refetch()

  function showNew() {
    bringIn()
    const top = list.current?.parentElement
    if (top && top.getBoundingClientRect().top < 0) top.scrollIntoView()
    scroller.current?.focus({ preventScroll: true })
  }

  function body() {
    if (!shown)
      return failure ? (
        <ErrorState error={failure} title={failure.message} hint="" onRetry={retry} />
      ) : (
        <ActivityBones />
      )
    if (shown.length === 0) return <EmptyState drawing="empty-inbox" title="暂无动态" />
    return (
      <ul ref={list} className={classes.list} aria-labelledby={HEADING}>
        {shown.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} now={now} />
        ))}
      </ul>
    )
  }

  return (
    <section className={classes.activities} aria-labelledby={HEADING}>
      <h2 id={HEADING} className={classes.heading}>
        最近动态
      </h2>
      {shown && failure && <LoadFailure error={failure} onRetry={retry} />}
      <div className={classes.new} role="status">
        {count > 0 && (
          <button type="button" onClick={showNew}>
            有 {count} 条新动态
          </button>
        )}
      </div>
      {body()}
    </section>
  )
}
