import type { Picture as PictureData } from '@shiliu/contract/posts'
import { type CSSProperties, useState } from 'react'
import { Picture } from '#ui/Picture.tsx'
import { warmViewer } from '#ui/viewer/open-viewer.ts'
import { MediaProblem } from './MediaProblem.tsx'
import classes from './PictureSlide.module.css'
import { useLateness } from './use-lateness.ts'

type Props = {
  picture: PictureData
  alt: string
  /** The one that the note's card shows too. */
  cover: boolean
  shown: boolean
  onEnlarge: () => void
}

/** One picture of the gallery; pressed, it is shown as large as it is. A failed one can be asked for again. */
export function PictureSlide({ picture, alt, cover, shown, onEnlarge }: Props) {
  const [tries, setTries] = useState(0)
  const [came, setCame] = useState<boolean | null>(null)
  const late = useLateness(shown && came === null, tries)
  const { url, width, height, thumbhash, card } = picture
  const measured = Boolean(width && height)
  const ratio = (measured ? { '--ratio': `${width} / ${height}` } : {}) as CSSProperties

  function again() {
    setCame(null)
    setTries(tries + 1)
  }

  return (
    <>
      <button
        type="button"
        className={classes.frame}
        style={ratio}
        data-measured={measured || undefined}
        data-shown-picture={(cover && shown) || undefined}
        aria-label={`查看大图：${alt}`}
        onPointerEnter={warmViewer}
        onFocus={warmViewer}
        onClick={onEnlarge}
      >
        <Picture
          key={tries}
          className={classes.picture}
          src={url}
          alt={alt}
          width={width}
          height={height}
          thumbhash={thumbhash}
          preview={cover && measured ? card : undefined}
          fit="contain"
          eager
          onSettled={setCame}
        />
      </button>
      {came === false && <MediaProblem text="图片加载失败" onRetry={again} />}
      {late && <MediaProblem text="图片加载超时" onRetry={again} />}
    </>
  )
}
