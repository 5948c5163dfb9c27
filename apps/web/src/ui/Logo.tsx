import classes from './Logo.module.css'

/** The pomegranate with its name; `markOnly` without. */
export function Logo({ size = 32, markOnly = false }: { size?: number; markOnly?: boolean }) {
  const mark = (
    <svg width={size} height={size} viewBox="0 0 32 32" role="img" aria-label="小石榴">
      <title>小石榴</title>
      <g fill="var(--accent)" stroke="var(--accent)" strokeLinejoin="round" strokeWidth="1.5">
        <path d="m11.6 9-1.4-6 3.8 2.3L16 2.6l2 2.7L21.8 3l-1.4 6Z" />
        <circle cx="16" cy="18.8" r="10.6" />
      </g>
      <g fill="var(--on-accent)">
        <path d="M16 11.4c2.3 2 2.3 4.8 0 5.6-2.3-.8-2.3-3.6 0-5.6Z" />
        <path d="M9.7 17.2c3-.4 5 1.5 4.6 3.9-2.4.8-4.8-1-4.6-3.9Z" />
        <path d="M22.3 17.2c-3-.4-5 1.5-4.6 3.9 2.4.8 4.8-1 4.6-3.9Z" />
        <path d="M16 26.4c-2.3-2-2.3-4.4 0-5.2 2.3.8 2.3 3.2 0 5.2Z" />
      </g>
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
