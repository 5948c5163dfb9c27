import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { scrollMotion } from './motion.ts'
import { SlidingHighlight } from './SlidingHighlight.tsx'
import classes from './Tabs.module.css'
import { useRowEnds } from './use-row-ends.ts'

export type Tab<Key extends string> = {
  key: Key
  label: string
  /** Makes it a link: for tabs that are addresses. */
  to?: string
  /** Something unread in it. */
  dot?: boolean
}

type Props<Key extends string> = {
  tabs: readonly Tab<Key>[]
  value: Key
  /** Called with the click on a link, which may prevent its going there. */
  onChange?: (key: Key, event?: MouseEvent) => void
  /** What the tabs choose between, read out. */
  label: string
  /** Ids of the panels, for `aria-controls`: `${panelId}`. */
  panelId?: string
  className?: string
}

/**
 * Tabs with a highlight that slides. Buttons form a tab list (arrow keys move); with `to` they are links of a
 * navigation. Too many of them scroll sideways, fade where they go on,
 * and the chosen one is brought into sight.
 */
export function Tabs<Key extends string>({ tabs, value, onChange, label, panelId, className }: Props<Key>) {
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const [nodes, setNodes] = useState<Record<string, HTMLElement | null>>({})
  const kept = useRef(nodes)
  const chosen = nodes[value] ?? null
  const links = tabs.some((tab) => tab.to)
  useRowEnds(root, 'more', tabs.length)

  useEffect(() => {
    if (!root || !chosen) return
    const left = chosen.offsetLeft - (root.clientWidth - chosen.offsetWidth) / 2
    root.scrollTo({ left, behavior: scrollMotion() })
  }, [root, chosen])

  function keep(key: Key) {
    return (node: HTMLElement | null) => {
      if (!node || kept.current[key] === node) return
      kept.current = { ...kept.current, [key]: node }
      setNodes(kept.current)
    }
  }

  function move(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    const index = tabs.findIndex((tab) => tab.key === value)
    const next = tabs[(index + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    kept.current[next.key]?.focus()
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
      <SlidingHighlight target={chosen} />
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
            ref={keep(key)}
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
            ref={keep(key)}
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
