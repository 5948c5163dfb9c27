import { IconEyeOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import classes from './WithheldEntry.module.css'
import { useWithheld } from './withheld.queries.ts'

/** Leads to the viewer's own notes and comments that others do not see; nothing where there are none. */
export function WithheldEntry() {
  const { first } = useWithheld()
  const total = first?.pagination.total ?? 0
  if (total === 0) return null
  return (
    <p className={classes.line}>
      <Link className={classes.entry} to={paths.withheld()}>
        <IconEyeOff size={16} stroke={1.75} aria-hidden />
        {total} 项内容别人看不到
      </Link>
    </p>
  )
}
