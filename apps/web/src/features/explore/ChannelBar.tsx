import type { MouseEvent } from 'react'
import { paths } from '#app/paths.ts'
import { SCROLLED } from '#ui/constants.ts'
import { Tabs } from '#ui/Tabs.tsx'
import { useScrolledPast } from '#ui/use-scrolled-past.ts'
import classes from './ChannelBar.module.css'
import type { Channel } from './channels.ts'

type Props = {
  channels: readonly Channel[]
  value: string
  onChoose: (path: string) => void
  spinning: boolean
}

/** The channels in the page and, once they are scrolled out of sight, again beneath the header. */
export function ChannelBar({ channels, value, onChoose, spinning }: Props) {
  const fixed = useScrolledPast(SCROLLED.channelBar)
  const tabs = channels.map(({ path, label }) => ({ key: path, label, to: paths.explore(path) }))
  const choose = (path: string, event?: MouseEvent) => {
    // A new tab of the browser is the browser's business.
    if (event?.metaKey || event?.ctrlKey || event?.shiftKey || event?.altKey) return
    event?.preventDefault()
    onChoose(path)
  }
  const bar = <Tabs tabs={tabs} value={value} onChange={choose} label="频道" />
  return (
    <>
      <div className={classes.bar} inert={fixed}>
        {bar}
      </div>
      {fixed && (
        <div className={classes.fixed}>
          <div className={classes.copy}>{bar}</div>
        </div>
      )}
      <div className={classes.spinner} data-on={spinning || undefined} aria-hidden>
        <span className={classes.ring} />
      </div>
    </>
  )
}
