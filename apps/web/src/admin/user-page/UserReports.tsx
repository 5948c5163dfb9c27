import { OUTCOME_WORDS, type ReportEntry } from '@shiliu/contract/admin/reports'
import * as api from '@shiliu/contract/admin/user-page'
import { REPORT_REASON_WORDS, REPORTED } from '@shiliu/contract/reports'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { truncate } from '#ui/text/truncate.ts'
import { Loaded } from './Loaded.tsx'
import classes from './UserPage.module.css'

/** Reports against the user and those that the user made. */
export function UserReports({ id }: { id: number }) {
  const reports = useQuery({
    queryKey: keys.adminRow('user-reports', id),
    queryFn: ({ signal }) => call(api.reports, { params: { id }, signal }),
  })
  return (
    <div className={classes.parts}>
      <section>
        <h2>被举报</h2>
        <Loaded query={reports} rowsOf={({ against }) => against} none="没有被举报过" label="被举报">
          {(entry) => (
            <div className={classes.words}>
              <Target entry={entry} />
              <p className={classes.facts}>
                <Outcome entry={entry} />
                {entry.count} 人举报：{entry.reasons.map((one) => REPORT_REASON_WORDS[one.reason]).join('、')} ·{' '}
                <RelativeTime time={entry.last_reported_at} />
              </p>
            </div>
          )}
        </Loaded>
      </section>
      <section>
        <h2>举报别人</h2>
        <Loaded query={reports} rowsOf={({ by }) => by} none="没有举报过别人" label="举报别人">
          {({ entry, reason, text, created_at }) => (
            <div className={classes.words}>
              <Target entry={entry} />
              <p className={classes.facts}>
                <Outcome entry={entry} />
                {REPORT_REASON_WORDS[reason]}
                {text && `：${text}`} · <RelativeTime time={created_at} />
              </p>
            </div>
          )}
        </Loaded>
      </section>
    </div>
  )
}

const KINDS = { [REPORTED.post]: '笔记', [REPORTED.comment]: '评论', [REPORTED.user]: '用户' } as const

function Target({ entry: { target_type, target_id, target } }: { entry: ReportEntry }) {
  const to =
    target_type === REPORTED.user
      ? paths.adminUser(target_id)
      : paths.adminRecord(target_type === REPORTED.post ? 'posts' : 'comments', target_id)
  const text = target ? target.title || plainText(parseRichText(target.content)) : '已经不在了'
  return (
    <Link className={classes.name} to={to}>
      {KINDS[target_type]} {target_id}：{truncate(text, 40)}
    </Link>
  )
}

function Outcome({ entry: { state, outcome } }: { entry: ReportEntry }) {
  const word = state === 'open' ? '待处理' : outcome ? OUTCOME_WORDS[outcome] : '已处理'
  return <span className={classes.state}>{word}</span>
}
