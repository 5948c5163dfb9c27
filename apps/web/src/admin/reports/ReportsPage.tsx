import { REPORT_REASON_WORDS, REPORT_REASONS, REPORTED } from '@shiliu/contract/reports'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { PillSelect } from '#ui/form/PillSelect.tsx'
import { LoadFailure } from '../table/LoadState.tsx'
import { PageBar } from '../table/PageBar.tsx'
import { ReportDetail } from './ReportDetail.tsx'
import { ReportRow } from './ReportRow.tsx'
import classes from './ReportsPage.module.css'
import { useReportAddress, useReportList } from './use-reports.ts'

const STATES = [
  { value: 'open', label: '待处理' },
  { value: 'resolved', label: '已处理' },
  { value: 'any', label: '全部' },
]
const REASONS = [
  { value: '', label: '所有原因' },
  ...REPORT_REASONS.map((value) => ({ value, label: REPORT_REASON_WORDS[value] })),
]
const TYPES = [
  { value: '', label: '所有对象' },
  { value: String(REPORTED.post), label: '笔记' },
  { value: String(REPORTED.comment), label: '评论' },
  { value: String(REPORTED.user), label: '用户' },
]

/** What was reported, one entry per target, and each with what is to be done about it (docs/product.md#reports). */
export function ReportsPage() {
  const address = useReportAddress()
  const { id, filters } = address
  if (id !== null) return <ReportDetail key={id} id={id} filters={filters} open={address.open} close={address.close} />
  return <ReportList address={address} />
}

function ReportList({ address }: { address: ReturnType<typeof useReportAddress> }) {
  const { filters, page, setFilter, clear, setPage, search } = address
  const { data, error, isFetching, refetch } = useReportList(filters, page)
  const retry = () => void refetch()
  const filtered = filters.reason !== '' || filters.target_type !== ''
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>举报</h1>
        {data && <p className={classes.count}>{data.pagination.total.toLocaleString('zh-CN')} 项</p>}
        <div className={classes.filters}>
          <PillSelect
            label="状态"
            choices={STATES}
            value={filters.state}
            onChange={(next) => setFilter('state', next)}
          />
          <PillSelect
            label="原因"
            choices={REASONS}
            value={filters.reason}
            onChange={(next) => setFilter('reason', next)}
          />
          <PillSelect
            label="对象"
            choices={TYPES}
            value={filters.target_type}
            onChange={(next) => setFilter('type', next)}
          />
        </div>
      </header>
      {data && error && <LoadFailure error={error} onRetry={retry} />}
      {!data && error && <ErrorState error={error} onRetry={retry} />}
      {!data && !error && <ListSkeleton />}
      {data?.data.length === 0 && (
        <EmptyState
          title={filters.state === 'open' && !filtered ? '没有待处理的举报' : '没有符合条件的举报'}
          hint={filtered ? '换个条件试试' : '有新的举报时会出现在这里'}
          action={
            filtered && (
              <Button variant="plain" onClick={clear}>
                清空条件
              </Button>
            )
          }
        />
      )}
      {data && data.data.length > 0 && (
        <>
          <ul className={classes.list} aria-label="举报" aria-busy={isFetching}>
            {data.data.map((entry) => (
              <li key={entry.id}>
                <ReportRow entry={entry} search={search} />
              </li>
            ))}
          </ul>
          <PageBar pagination={data.pagination} page={page} onPage={setPage} onPreload={() => {}} />
        </>
      )}
    </div>
  )
}

function ListSkeleton() {
  return (
    <Skeleton className={classes.list}>
      {[1, 2, 3, 4].map((row) => (
        <SkeletonBlock key={row} height={148} />
      ))}
    </Skeleton>
  )
}
