import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { LoadFailure } from '../table/LoadState.tsx'
import classes from './UserPage.module.css'

type Props<Data, Row> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  rowsOf: (data: Data) => readonly Row[]
  /** Said where there are none. */
  none: string
  label: string
  children: (row: Row) => ReactNode
  /** The whole table, where there are more rows. */
  more?: { to: string; total: (data: Data) => number } | undefined
}

/** A list that loads, fails, is empty, or leads to the rest of it. */
export function Loaded<Data, Row extends { id: number }>(props: Props<Data, Row>) {
  const { query, rowsOf, none, label, children, more } = props
  const { data, error } = query
  const retry = () => void query.refetch()
  if (!data && error) return <ErrorState error={error} onRetry={retry} />
  if (!data) {
    return (
      <Skeleton>
        <div className={classes.skeleton}>
          {[1, 2, 3].map((row) => (
            <SkeletonBlock key={row} height={64} />
          ))}
        </div>
      </Skeleton>
    )
  }
  const rows = rowsOf(data)
  const total = more?.total(data) ?? rows.length
  return (
    <>
      {error && <LoadFailure error={error} onRetry={retry} />}
      {rows.length === 0 && <p className={classes.none}>{none}</p>}
      <ul className={classes.list} aria-label={label}>
        {rows.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
      {more && total > rows.length && (
        <Link className={classes.more} to={more.to}>
          查看全部 {total.toLocaleString('zh-CN')} 项
        </Link>
      )}
    </>
  )
}
