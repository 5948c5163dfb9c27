import { site } from '../site.ts'
import classes from './Logo.module.css'

/** The path of public/logo.svg, inlined for the first paint. */
const POMEGRANATE =
  'M16 31.4C9 31.4 3.6 26.2 3.6 19.6c0-5.1 3.2-9.4 7.9-11.1.3-.1.4-.4.3-.7C11.3 6 10 4 8.7 3c-.9-.8-.3-2.2.9-2 1.3.2 2.5.7 3.5 1.4L15 .7a1.5 1.5 0 0 1 2 0l1.9 1.7c1-.7 2.2-1.2 3.5-1.4 1.2-.2 1.8 1.2.9 2-1.3 1-2.6 3-3.1 4.8-.1.3 0 .6.3.7 4.7 1.7 7.9 6 7.9 11.1 0 6.6-5.4 11.8-12.4 11.8ZM16 11c-4.7 2.2-7.6 5.5-7.6 9.3 0 4.2 3.2 7.2 7.6 7.2s7.6-3 7.6-7.2c0-3.8-2.9-7.1-7.6-9.3ZM16 14.08c1.37 1.58 2 2.52 2 3.47a2 2 0 0 1-3.99 0c0-0.95 0.63-1.89 2-3.47ZM12.5 19.48c1.37 1.58 2 2.52 2 3.47a2 2 0 0 1-3.99 0c0-0.95 0.63-1.89 2-3.47ZM19.5 19.48c1.37 1.58 2 2.52 2 3.47a2 2 0 0 1-3.99 0c0-0.95 0.63-1.89 2-3.47Z'

export function Logo({ size = 32, markOnly = false }: { size?: number; markOnly?: boolean }) {
  const { name, logo } = site.use()
  const mark = logo ? (
    <img className={classes.mark} src={logo} alt={name} width={size} height={size} />
  ) : (
    <svg width={size} height={size} viewBox="0 0 32 32" role="img" aria-label={name}>
      <title>{name}</title>
      <path fill="var(--accent)" fillRule="evenodd" d={POMEGRANATE} />
    </svg>
  )
  if (markOnly) return mark
  return (
    <span className={classes.logo}>
      {mark}
      <span className={classes.name} aria-hidden>
        {name}
      </span>
    </span>
  )
}
