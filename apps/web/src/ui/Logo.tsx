import classes from './Logo.module.css'

/** The pomegranate with its name; `markOnly` without. */
export function Logo({ size = 32, markOnly = false }: { size?: number; markOnly?: boolean }) {
  const mark = (
    <svg width={size} height={size} viewBox="0 0 32 32" role="img" aria-label="小石榴">
      <title>小石榴</title>
      <circle cx="16" cy="18" r="12" fill="var(--accent)" />
    </svg>
  )
  if (markOnly) return mark
  return (
    <span className={classes.logo}>
      {mark}
      <span className={classes.name} aria-hidden>
        小石榴
      </span>
    </span>
  )
}
