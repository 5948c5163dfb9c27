import { type ReactNode, useEffect, useRef } from 'react'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import classes from './Panel.module.css'

/** By whom something was changed, if that is known. */
export function By({ by, verb }: { by: { username: string; at: string } | null; verb: string }) {
  if (!by) return <>刚被别人{verb}</>
  return (
    <>
      被管理员 <b>{by.username}</b> {verb}（<RelativeTime time={by.at} />）
    </>
  )
}

/** Above a form: scrolled to and read out when it appears, unless it is `quiet`. */
export function Panel({ text, quiet = false, children }: { text: ReactNode; quiet?: boolean; children?: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (quiet) return
    panel.current?.scrollIntoView({ block: 'start' })
    panel.current?.focus({ preventScroll: true })
  }, [quiet])
  return (
    <div
      ref={panel}
      className={classes.panel}
      data-quiet={quiet || undefined}
      role={quiet ? 'status' : 'alert'}
      tabIndex={-1}
    >
      <p>{text}</p>
      {children}
    </div>
  )
}
