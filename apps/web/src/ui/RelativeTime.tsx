import { fullTime, relativeTime } from './relative-time.ts'

/** A time as «3小时前», with the exact one in its tooltip. */
export function RelativeTime({ time, days }: { time: string; days?: number }) {
  return (
    <time dateTime={time} title={fullTime(time)}>
      {relativeTime(time, Date.now(), days)}
    </time>
  )
}
