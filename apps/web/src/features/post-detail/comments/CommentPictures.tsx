import { Picture } from '#ui/Picture.tsx'
import { openViewer, warmViewer } from '#ui/viewer/open-viewer.ts'
import classes from './CommentPictures.module.css'

/** A comment's pictures, small; each opens as large as it is. */
export function CommentPictures({ urls }: { urls: readonly string[] }) {
  if (urls.length === 0) return null
  const pictures = urls.map((src) => ({ src, alt: '评论图片' }))
  return (
    <ul className={classes.pictures} aria-label="评论图片">
      {urls.map((url, index) => (
        <li key={url}>
          <button
            type="button"
            className={classes.picture}
            aria-label={`查看第${index + 1}张图片`}
            onPointerEnter={warmViewer}
            onClick={() => openViewer({ pictures, index })}
          >
            <Picture src={url} alt="" width={104} height={104} />
          </button>
        </li>
      ))}
    </ul>
  )
}
