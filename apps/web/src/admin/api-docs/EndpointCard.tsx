import { IconChevronDown, IconLock, IconShieldLock } from '@tabler/icons-react'
import { memo } from 'react'
import type { Named } from './document.ts'
import classes from './EndpointCard.module.css'
import { EndpointDetails } from './EndpointDetails.tsx'
import type { Endpoint } from './endpoints.ts'
import { Marked } from './Marked.tsx'

type Props = {
  endpoint: Endpoint
  named: Named
  words: readonly string[]
  open: boolean
  onToggle: (id: string) => void
}

const icon = { size: 16, stroke: 1.75, role: 'img' } as const

/** One endpoint: a line that opens its details. */
export const EndpointCard = memo(function EndpointCard({ endpoint, named, words, open, onToggle }: Props) {
  const { id, method, path, title, access } = endpoint
  return (
    <article id={id} className={classes.card} data-open={open || undefined}>
      <h3 className={classes.head}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={open ? `${id}-details` : undefined}
          onClick={() => onToggle(id)}
        >
          <span className={classes.method} data-method={method}>
            <Marked text={method} words={words} />
          </span>
          <code className={classes.path}>
            <Marked text={path} words={words} />
          </code>
          <span className={classes.title}>
            <Marked text={title} words={words} />
          </span>
          <span className={classes.access}>
            {access === 'admin' && <IconShieldLock {...icon} aria-label="仅管理员" />}
            {(access === 'user' || access === 'either') && <IconLock {...icon} aria-label="需要登录" />}
          </span>
          <IconChevronDown className={classes.chevron} size={18} stroke={1.75} aria-hidden />
        </button>
      </h3>
      {open && (
        <div id={`${id}-details`}>
          <EndpointDetails endpoint={endpoint} named={named} words={words} />
        </div>
      )}
    </article>
  )
})
