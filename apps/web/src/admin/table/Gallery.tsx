import { Picture } from '#ui/Picture.tsx'
import { openViewer, warmViewer } from '#ui/viewer/open-viewer.ts'
import classes from './Gallery.module.css'

type Props = { pictures: readonly string[]; label: string }

/** Pictures side by side; each opens large. */
export function Gallery({ pictures, label }: Props) {
  if (pictures.length === 0) return <p className={classes.nothing}>没有图片</p>
  const all = pictures.map((src, index) => ({ src, alt: `${label} ${index + 1}` }))
  return (
    <ul className={classes.gallery}>
      {all.map(({ src, alt }, index) => (
        <li key={src}>
          <button
            type="button"
            className={classes.picture}
            aria-label={`查看${alt}`}
            onPointerEnter={warmViewer}
            onClick={() => openViewer({ pictures: all, index })}
          >
            <Picture src={src} alt="" width={1} height={1} />
          </button>
        </li>
      ))}
    </ul>
  )
}
