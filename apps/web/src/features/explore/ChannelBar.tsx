import type { MouseEvent } from 'react'
import { paths } from '#app/paths.ts'
import { Tabs } from '#ui/form/Tabs.tsx'
import { useScrolledPast } from '#ui/motion/scroll.ts'
import classes from './ChannelBar.module.css'
import type { Channel } from './channels.ts'

const STICKY_FROM = 100

type Props = {
  channels: readonly Channel[]
  value: string
  onChoose: (path: string) => void
  spinning: boolean
}

/** The channel tabs; a copy sticks below the header once they are scrolled out of view. */
export function ChannelBar({ channels, value, onChoose, spinning }: Props) {
  const stuck = useScrolledPast(STICKY_FROM)
  const tabs = channels.map(({ path, label }) => ({ key: path, label, to: paths.explore(path) }))
  const choose = (path: string, event?: MouseEvent) => {
    // Leaves opening in a new tab or window to the browser.
    if (event?.metaKey || event?.ctrlKey || event?.shiftKey || event?.altKey) return
    event?.preventDefault()
    onChoose(path)
  }
  const bar = <Tabs tabs={tabs} value={value} onChange={choose} label="频道" />
  return (
    <>
      <div className={classes.bar} inert={stuck}>
        {bar}
      </div>
      {stuck && (
        <div className={classes.sticky}>
          <div className={classes.copy}>{bar}</div>
        </div>
      )}
      <div className={classes.spinner} data-on={spinning || undefined} aria-hidden>
        <span className={classes.ring} />
      </div>
    </>
  )
}
