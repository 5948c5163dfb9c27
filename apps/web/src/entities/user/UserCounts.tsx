import { Link } from 'react-router'
import { CountText } from '#ui/CountText.tsx'
import classes from './UserCounts.module.css'

type UserCount = {
  label: string
  /** null while it is not known. */
  value: number | null
  /** The list of what is counted, where there is one. */
  to?: string | undefined
}

/** A person's numbers in a row. */
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
