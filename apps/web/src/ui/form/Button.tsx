import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import classes from './Button.module.css'

type Appearance = {
  /** One primary per screen or dialog; `plain` beside it; `danger` for what cannot be undone. */
  variant?: 'primary' | 'plain' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  wide?: boolean
}

type Props = Appearance & Omit<ComponentProps<'button'>, 'children'> & { children: ReactNode; loading?: boolean }

function appearance({ variant = 'primary', size = 'md', wide }: Appearance) {
  return { 'data-variant': variant, 'data-size': size, 'data-wide': wide || undefined }
}

/** As the rule for `:disabled`; a rule of its own would exceed the style sheet of the first load. */
const OFF = { background: 'var(--sunken)', color: 'var(--text-3)' }

/**
 * While it is `loading`, or off by `aria-disabled`, it ignores presses and keeps the focus, which a button that is
 * `disabled` loses. It submits once for a double click: the second comes before the form is rendered busy.
 */
export function Button({ variant, size, wide, loading = false, className, children, onClick, ...rest }: Props) {
  const off = loading || rest['aria-disabled'] === true
  return (
    <button
      type="button"
      {...rest}
      {...appearance({ variant, size, wide })}
      className={`${classes.button} ${className ?? ''}`}
      aria-disabled={off || undefined}
      style={off && !loading ? OFF : rest.style}
      aria-busy={loading || undefined}
      onClick={(event) => (off || (rest.type === 'submit' && event.detail > 1) ? ignore(event) : onClick?.(event))}
    >
      {loading && <span className={classes.ring} aria-hidden />}
      {children}
    </button>
  )
}

/** Pressing Enter in a field presses the form's button, which submits. */
function ignore(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}

export function ButtonLink({ variant, size, wide, className, ...rest }: Appearance & LinkProps) {
  return <Link {...rest} {...appearance({ variant, size, wide })} className={`${classes.button} ${className ?? ''}`} />
}
