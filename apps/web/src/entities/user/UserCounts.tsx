import { Link } from 'react-router'
import { CountText } from '#ui/text/Count.tsx'
import classes from './UserCounts.module.css'

type UserCount = {
  label: string
  /** null while loading. */
  value: number | null
  to?: string | undefined
}

export function UserCounts({ counts, className }: { counts: readonly UserCount[]; className?: string | undefined }) {
  return (
    <ul className={`${classes.counts} ${className ?? ''}`}>
      {counts.map(({ label, value, to }) => {
        const count = (
          <>
            <strong>{value === null ? '–' : <CountText value={value} />}</strong> {label}
          </>
        )
        return <li key={label}>{to ? <Link to={to}>{count}</Link> : count}</li>
      })}
    </ul>
  )
}
