import { list } from '@shiliu/contract/admin/queue'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import classes from './QueueCount.module.css'

const REFRESH_MS = 60_000

/** How many notes and comments wait for review, beside the menu's entry. */
export function QueueCount() {
  const { data } = useQuery({
    queryKey: keys.adminRows('queue', { limit: 1 }),
    queryFn: ({ signal }) => call(list, { query: { limit: 1 }, signal }),
    refetchInterval: REFRESH_MS,
  })
  const total = data?.pagination.total ?? 0
  if (total === 0) return null
  return (
    <span className={classes.count}>
      {total > 999 ? '999+' : total}
      <span className="sr-only"> 项待审核</span>
    </span>
  )
}
