import type { ComponentProps, ReactNode } from 'react'
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

export function Button({ variant, size, wide, loading = false, disabled, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      {...appearance({ variant, size, wide })}
      className={`${classes.button} ${className ?? ''}`}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
    >
      {loading && <span className={classes.ring} aria-hidden />}
      {children}
    </button>
  )
}

export function ButtonLink({ variant, size, wide, className, ...rest }: Appearance & LinkProps) {
  return <Link {...rest} {...appearance({ variant, size, wide })} className={`${classes.button} ${className ?? ''}`} />
}
