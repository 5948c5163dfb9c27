import { IconHelp, IconMessageCircle, IconNotes, IconUserPlus, type TablerIcon } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import { fullTime } from '#ui/text/RelativeTime.tsx'
import { useMainElement } from '../main-element.tsx'
import { LoadFailure } from '../table/LoadState.tsx'
import classes from './Activities.module.css'
import { type ActivityItem, labelOf, pathOf, timeText } from './format.ts'
import { activitiesError, useActivities, useNow } from './use-monitor.ts'
import { useStableList } from './use-stable-list.ts'

const HEADING = 'activities-heading'

/** The latest activities, newest first. New ones wait behind a button while somebody reads. */
export function Activities() {
  const { data, error, refetch } = useActivities()
  const list = useRef<HTMLUListElement>(null)
  const { shown, waiting, showAll } = useStableList(data, list)
  const main = useMainElement()
  const now = useNow()
  const failure = error && activitiesError(error)
  const retry = () => void refetch()

  function showNew() {
    showAll()
    const section = list.current?.parentElement
    if (section && section.getBoundingClientRect().top < 0) section.scrollIntoView()
    main.current?.focus({ preventScroll: true })
  }

  function content() {
    if (!shown) {
      if (!failure) return <ActivitiesSkeleton />
      return <ErrorState error={failure} title={failure.message} hint="" onRetry={retry} />
    }
    if (shown.length === 0) return <EmptyState illustration="empty-inbox" title="暂无动态" />
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
        {waiting > 0 && (
          <button type="button" onClick={showNew}>
            有 {waiting} 条新动态
          </button>
        )}
      </div>
      {content()}
    </section>
  )
}

const ICONS: Readonly<Record<string, TablerIcon>> = {
  user_register: IconUserPlus,
  post_publish: IconNotes,
  comment_publish: IconMessageCircle,
}

function ActivityRow({ activity, now }: { activity: ActivityItem; now: number }) {
  const { nickname, avatar, description, content, created_at, type } = activity
  const path = pathOf(activity)
  const Icon = ICONS[type] ?? IconHelp
  const row = (
    <>
      <Avatar src={avatar} name={nickname} size={40} decorative />
      <span className={classes.text}>
        <span className={classes.line}>
          <span className={classes.name}>{nickname}</span>
          <span className={classes.label}>
            <Icon size={14} stroke={1.75} aria-hidden />
            {labelOf(activity)}
          </span>
          <time className={classes.time} dateTime={created_at} title={fullTime(created_at)}>
            {timeText(created_at, now)}
          </time>
        </span>
        <span className={classes.description}>{description}</span>
        {content && <span className={classes.content}>{content}</span>}
      </span>
    </>
  )
  return (
    <li>
      {path ? (
        <Link className={classes.row} to={path} target="_blank">
          {row}
        </Link>
      ) : (
        <div className={classes.row}>{row}</div>
      )}
    </li>
  )
}

const SKELETON_WIDTHS = ['60%', '80%', '45%', '70%', '55%', '75%'] as const

function ActivitiesSkeleton() {
  return (
    <Skeleton className={classes.list}>
      {SKELETON_WIDTHS.map((width) => (
        <div key={width} className={classes.row}>
          <SkeletonBlock width={40} height={40} round />
          <div className={classes.text}>
            <SkeletonBlock width={120} height={18} />
            <SkeletonBlock width={width} height={18} />
          </div>
        </div>
      ))}
    </Skeleton>
  )
}
