import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import { useOverflowEdges } from '#ui/feed/use-overflow-edges.ts'
import { scrollBehavior } from '#ui/motion/scroll.ts'
import classes from './Tabs.module.css'

export type Tab<Key extends string> = {
  key: Key
  label: string
  /** Makes it a link: for tabs with addresses of their own. */
  to?: string
  dot?: boolean
}

type Props<Key extends string> = {
  tabs: readonly Tab<Key>[]
  value: Key
  /** Called with the click on a link, which it may prevent. */
  onChange?: (key: Key, event?: MouseEvent) => void
  label: string
  panelId?: string
  className?: string
}

/** A tab list with arrow keys, or a navigation when the tabs are links. The selected tab is scrolled into view. */
export function Tabs<Key extends string>({ tabs, value, onChange, label, panelId, className }: Props<Key>) {
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const [selected, setSelected] = useState<HTMLElement | null>(null)
  const links = tabs.some((tab) => tab.to)
  useOverflowEdges(root, 'more')

  useEffect(() => {
    if (!root || !selected) return
    const left = selected.offsetLeft - (root.clientWidth - selected.offsetWidth) / 2
    root.scrollTo({ left, behavior: scrollBehavior() })
  }, [root, selected])

  function move(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    const index = (tabs.findIndex((tab) => tab.key === value) + step + tabs.length) % tabs.length
    const next = tabs[index]
    if (!next) return
    event.preventDefault()
    root?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus()
    onChange?.(next.key)
  }

  const Root = links ? 'nav' : 'div'
  return (
    <Root
      ref={setRoot}
      className={`${classes.tabs} ${className ?? ''}`}
      role={links ? undefined : 'tablist'}
      aria-label={label}
    >
      <SlidingHighlight target={selected} />
      {tabs.map(({ key, label: text, to, dot }) => {
        const on = key === value
        const content = (
          <>
            {text}
            {dot && <span className={classes.dot} role="img" aria-label="有未读" />}
          </>
        )
        return to ? (
          <Link
            key={key}
            ref={on ? setSelected : undefined}
            to={to}
            className={classes.tab}
            data-on={on || undefined}
            aria-current={on ? 'page' : undefined}
            onClick={(event) => onChange?.(key, event)}
          >
            {content}
          </Link>
        ) : (
          <button
            key={key}
            ref={on ? setSelected : undefined}
            type="button"
            role="tab"
            className={classes.tab}
            data-on={on || undefined}
            aria-selected={on}
            aria-controls={panelId}
            tabIndex={on ? 0 : -1}
            onClick={() => onChange?.(key)}
            onKeyDown={move}
          >
            {content}
          </button>
        )
      })}
    </Root>
  )
}

/** Needs a positioned parent. Mantine's adds too much to the first load (docs/decisions/018-mantine-or-ours.md). */
function SlidingHighlight({ target }: { target: HTMLElement | null }) {
  const [box, setBox] = useState<{ left: number; width: number } | null>(null)

  useLayoutEffect(() => {
    if (!target) return setBox(null)
    const measure = () => setBox({ left: target.offsetLeft, width: target.offsetWidth })
    measure()
    // The target's width changes with its font weight, its position with the widths of its siblings.
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    if (target.parentElement) observer.observe(target.parentElement)
    return () => observer.disconnect()
  }, [target])

  if (!box) return null
  const variables = { '--left': `${box.left}px`, '--width': `${box.width}px` } as CSSProperties
  return <span className={classes.highlight} style={variables} aria-hidden />
}
