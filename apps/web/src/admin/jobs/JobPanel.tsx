import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#ui/form/IconButton.tsx'
import { useTableCache } from '../table/use-rows.ts'
import classes from './JobPanel.module.css'
import { JobProgress } from './JobProgress.tsx'
import { isActive, useNewestJobs } from './use-jobs.ts'

/** At the edge of every area: jobs that run, whoever began them, and ended ones until they are dismissed. */
export function JobPanel() {
  const jobs = useNewestJobs()
  const cache = useTableCache()
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const running = (jobs ?? []).filter(isActive).map(({ id }) => id)
  if (running.some((id) => !seen.has(id))) setSeen(new Set([...seen, ...running]))

  // The tables show rows that a job changed.
  const key = running.join()
  const before = useRef(key)
  useEffect(() => {
    if (before.current !== key && before.current !== '') void cache.invalidateAll()
    before.current = key
  }, [key, cache])

  const shown = (jobs ?? []).filter((job) => seen.has(job.id))
  if (shown.length === 0) return null
  return (
    <section className={classes.panel} aria-label="批量任务">
      {shown.map((job) => (
        <div key={job.id} className={classes.entry}>
          <JobProgress job={job} />
          {!isActive(job) && (
            <IconButton
              icon={IconX}
              label="关闭"
              onClick={() => setSeen(new Set([...seen].filter((id) => id !== job.id)))}
            />
          )}
        </div>
      ))}
    </section>
  )
}
