import { OUTCOME_WORDS, type ReportEntry } from '@shiliu/contract/admin/reports'
import { STATE_WORDS } from '@shiliu/contract/moderation'
import { REPORT_REASON_WORDS, REPORTED } from '@shiliu/contract/reports'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import { Link } from 'react-router'
import { Avatar } from '#ui/media/Avatar.tsx'
import { Picture } from '#ui/media/Picture.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { truncate } from '#ui/text/truncate.ts'
import classes from './ReportsPage.module.css'

export const KIND_WORDS = { [REPORTED.post]: '笔记', [REPORTED.comment]: '评论', [REPORTED.user]: '用户' } as const

const PREVIEW = 120

/** One target with what tells whether to look closer. */
export function ReportRow({ entry, search }: { entry: ReportEntry; search: URLSearchParams }) {
  const { target, target_type, state, outcome, reasons, count, assigned } = entry
  const to = new URLSearchParams(search)
  to.set('id', String(entry.id))
  const [picture] = target?.pictures ?? []
  const text = target ? plainText(parseRichText(target.content)) : ''
  return (
    <Link to={`?${to}`} className={classes.row}>
      {picture && <Picture src={picture.url} alt="" width={1} height={1} className={classes.cover ?? ''} />}
      {target_type === REPORTED.user && target && (
        <Avatar src={target.author.avatar} name={target.author.nickname} size={72} decorative />
      )}
      <div className={classes.words}>
        <p className={classes.name} dir="auto">
          <span className={classes.kind}>{KIND_WORDS[target_type]}</span>
          {target ? target.title || truncate(text, 40) || '没有文字' : '已经不存在了'}
        </p>
        {target?.title && text && (
          <p className={classes.preview} dir="auto">
            {truncate(text, PREVIEW)}
          </p>
        )}
        <p className={classes.chips}>
          <span className={classes.many}>{count} 人举报</span>
          {reasons.map((one) => (
            <span key={one.reason} className={classes.chip}>
              {REPORT_REASON_WORDS[one.reason]}
              {reasons.length > 1 && ` ${one.count}`}
            </span>
          ))}
          {target?.state && target.state !== 'visible' && (
            <span className={classes.chip}>现在：{STATE_WORDS[target.state]}</span>
          )}
        </p>
        <p className={classes.facts}>
          {target && target_type !== REPORTED.user && `${target.author.nickname} · `}
          第一次 <RelativeTime time={entry.first_reported_at} />
          {count > 1 && (
            <>
              ，最近 <RelativeTime time={entry.last_reported_at} />
            </>
          )}
          {assigned && ` · 由 ${assigned.username} 处理`}
        </p>
      </div>
      {state === 'resolved' && outcome && (
        <span className={classes.outcome} data-outcome={outcome}>
          {OUTCOME_WORDS[outcome]}
        </span>
      )}
    </Link>
  )
}
