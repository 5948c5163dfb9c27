import { type ReportDetail as Detail, OUTCOME_WORDS } from '@shiliu/contract/admin/reports'
import { REPORT_REASON_WORDS } from '@shiliu/contract/reports'
import { IconChevronLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '#api/error.ts'
import { paths } from '#app/paths.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { ADMIN_TOAST_MS, toastFailure } from '../feedback.ts'
import classes from './ReportDetail.module.css'
import { ReportNotes } from './ReportNotes.tsx'
import { KIND_WORDS } from './ReportRow.tsx'
import { ReportTarget } from './ReportTarget.tsx'
import { ResolveForm } from './ResolveForm.tsx'
import { nextOpen, useReport, type useReportAddress, useResolve } from './use-reports.ts'

type Address = Pick<ReturnType<typeof useReportAddress>, 'filters' | 'open' | 'close'>

/** One entry with all that a moderator decides by, and the decision; then the next one. */
export function ReportDetail({ id, filters, open, close }: Address & { id: number }) {
  const { data, error, refetch } = useReport(id)
  const [leaving, setLeaving] = useState(false)

  async function next() {
    if (leaving) return
    setLeaving(true)
    try {
      const nextId = await nextOpen(filters, id)
      if (nextId !== null) return open(nextId, { replace: true })
      toast.info('没有别的待处理的举报了', ADMIN_TOAST_MS)
      close({ replace: true })
    } catch (failure) {
      toastFailure('没能打开下一个', failure)
      setLeaving(false)
    }
  }

  const isGone = error instanceof ApiError && error.status === 404
  return (
    <div className={classes.page}>
      <nav className={classes.trail} aria-label="位置">
        <Button size="sm" variant="plain" onClick={() => close()}>
          <IconChevronLeft size={18} stroke={1.75} aria-hidden />
          所有举报
        </Button>
        <Button size="sm" variant="plain" loading={leaving} onClick={() => void next()}>
          下一个
        </Button>
      </nav>
      {data && <Loaded key={data.id} entry={data} onResolved={() => void next()} />}
      {!data && isGone && <EmptyState illustration="not-found" heading title="没有这个举报" />}
      {!data && error && !isGone && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton className={classes.columns}>
          <SkeletonBlock height={360} />
          <SkeletonBlock height={240} />
        </Skeleton>
      )}
    </div>
  )
}

function Loaded({ entry, onResolved }: { entry: Detail; onResolved: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const resolving = useResolve(entry.id, onResolved)
  // The next one is read from its beginning.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          举报：{KIND_WORDS[entry.target_type]} {entry.target_id}
        </h1>
        <ReportTarget entry={entry} />
      </div>
      <div className={classes.column}>
        {entry.state === 'open' ? (
          <ResolveForm entry={entry} resolving={resolving} />
        ) : (
          <Resolved entry={entry} reopening={resolving.reopening} onReopen={resolving.reopen} />
        )}
        <Author entry={entry} />
        <Reporters entry={entry} />
        <ReportNotes entry={entry} />
      </div>
    </div>
  )
}

type ResolvedProps = { entry: Detail; reopening: boolean; onReopen: () => void }

function Resolved({ entry: { outcome, resolved_by, resolved_at }, reopening, onReopen }: ResolvedProps) {
  return (
    <section className={classes.resolved} aria-label="处理结果" role="status">
      <p>
        <b>{outcome ? OUTCOME_WORDS[outcome] : '已处理'}</b>
        <span className={classes.facts}>
          由 {resolved_by} 处理{resolved_at && <RelativeTime time={resolved_at} />}
        </span>
      </p>
      <Button size="sm" variant="plain" loading={reopening} onClick={onReopen}>
        撤销，重新打开
      </Button>
    </section>
  )
}

function Author({ entry: { target, record } }: { entry: Detail }) {
  if (!target) return null
  const { author } = target
  const parts = [
    [record.decisions, '次被处理'],
    [record.warnings, '次警告'],
    [record.mutes, '次禁言'],
    [record.bans, '次封禁'],
    [record.reported, '项被举报过'],
  ] as const
  const before = parts.filter(([n]) => n > 0).map(([n, words]) => `${n} ${words}`)
  return (
    <section className={classes.part} aria-label="作者">
      <h2>作者</h2>
      <p>
        <Link className={classes.link} to={paths.adminUser(author.id)}>
          {author.nickname}（{author.user_id}）
        </Link>
      </p>
      <p className={classes.facts}>
        <RelativeTime time={author.created_at} />
        注册，{author.post_count} 篇笔记
      </p>
      <p className={classes.facts}>{before.length > 0 ? before.join('，') : '以前没有被处理过'}</p>
    </section>
  )
}

function Reporters({ entry: { reports, count } }: { entry: Detail }) {
  return (
    <section className={classes.part} aria-label="举报的人">
      <h2>{count} 人举报</h2>
      <ul className={classes.lines}>
        {reports.map((report) => (
          <li key={report.id}>
            <p className={classes.facts}>
              <span className={classes.chip}>{REPORT_REASON_WORDS[report.reason]}</span>
              {report.reporter ? (
                <Link className={classes.link} to={paths.adminUser(report.reporter.id)}>
                  {report.reporter.nickname}
                </Link>
              ) : (
                '已注销的账号'
              )}{' '}
              <RelativeTime time={report.created_at} />
            </p>
            {report.text && <p dir="auto">{report.text}</p>}
          </li>
        ))}
      </ul>
      {count > reports.length && <p className={classes.facts}>只列出最近的 {reports.length} 个</p>}
    </section>
  )
}
