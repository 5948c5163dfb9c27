import classes from './Drawing.module.css'
// Without a network nothing could be fetched to say so with.
import offline from './drawings/offline.svg?inline'

export type DrawingName = 'empty-notes' | 'empty-inbox' | 'empty-people' | 'offline' | 'not-found'

const files = import.meta.glob<string>(['./drawings/*.svg', '!./drawings/offline.svg'], {
  eager: true,
  query: '?no-inline',
  import: 'default',
})

/** A line drawing; its file is fetched when it is shown. */
export function Drawing({ name }: { name: DrawingName }) {
  const file = name === 'offline' ? offline : files[`./drawings/${name}.svg`]
  return file ? <img className={classes.drawing} src={file} width={160} height={120} alt="" /> : null
}
