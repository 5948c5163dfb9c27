import { IconHelp, IconMessageCircle, IconNotes, IconUserPlus, type TablerIcon } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Avatar } from '#ui/Avatar.tsx'
import { fullTime } from '#ui/relative-time.ts'
import classes from './ActivityRow.module.css'
import { addressOf, labelOf, type Told, timeText } from './activity.ts'

const icons: Readonly<Record<string, TablerIcon>> = {
  user_register: IconUserPlus,
  post_publish: IconNotes,
  comment_publish: IconMessageCircle,
}

/** One activity; all of it leads to where it happened, in a tab of its own. */
export function ActivityRow({ activity, now }: { activity: Told; now: number }) {
  const { nickname, avatar, description, content, created_at, type } = activity
  const address = addressOf(activity)
  const Icon = icons[type] ?? IconHelp
  const whole = (
    <>
      <Avatar src={avatar} name={nickname} size={40} decorative />
      <span className={classes.told}>
        <span className={classes.line}>
          <span className={classes.name}>{nickname}</span>
          <span className={classes.label}>
            <Icon size={14} stroke={1.75} aria-hidden />
            {labelOf(activity)}
          </span>
          <time className={classes.time} dateTime={created_at} title={fullTime(created_at)}>
            {timeText(created_at, now)}
          </time>
        </span>
        <span className={classes.description}>{description}</span>
        {content && <span className={classes.content}>{content}</span>}
      </span>
    </>
  )
  return (
    <li>
      {address ? (
        <Link className={classes.row} to={address} target="_blank">
          {whole}
        </Link>
      ) : (
        <div className={classes.row}>{whole}</div>
      )}
    </li>
  )
}
