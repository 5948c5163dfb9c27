import { AUDIT_WORDS, audits } from '@shiliu/contract/admin/audits'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { changesOf, summaryOf } from '../table/audit-changes.ts'
import { Loaded } from './Loaded.tsx'
import classes from './UserPage.module.css'

/** What administrators did to the account. */
export function UserAudits({ id }: { id: number }) {
  const query = { resource: 'users', record_id: String(id), limit: 20, sortField: 'id', sortOrder: 'desc' }
  const list = useQuery({
    queryKey: keys.adminRows('audits', query),
    queryFn: ({ signal }) => call(audits.list, { query, signal }),
  })
  return (
    <Loaded
      query={list}
      rowsOf={({ data }) => data}
      none="没有管理员改动过这个账号"
      label="操作记录"
      more={{ to: `${paths.admin('audits')}?resource=users&record_id=${id}`, total: ({ total }) => total }}
    >
      {(line) => (
        <div className={classes.words}>
          <Link className={classes.name} to={paths.adminRecord('audits', line.id)}>
            {line.username} {AUDIT_WORDS[line.action]}
          </Link>
          <p className={classes.facts}>
            {summaryOf(changesOf(line))} · <RelativeTime time={line.created_at} />
          </p>
        </div>
      )}
    </Loaded>
  )
}
