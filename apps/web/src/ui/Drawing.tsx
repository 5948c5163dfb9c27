import classes from './Drawing.module.css'

export type DrawingName = 'empty-notes' | 'empty-inbox' | 'empty-people' | 'offline' | 'not-found'

const files = import.meta.glob<string>('./drawings/*.svg', { eager: true, query: '?no-inline', import: 'default' })

/** A line drawing; the file is fetched when it is shown. */
export function Drawing({ name }: { name: DrawingName }) {
  const file = files[`./drawings/${name}.svg`]
  return file ? <img className={classes.drawing} src={file} width={160} height={120} alt="" /> : null
}
