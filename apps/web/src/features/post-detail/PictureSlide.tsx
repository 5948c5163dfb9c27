import { isTall } from '@shiliu/contract/pictures'
import type { Picture as PictureData } from '@shiliu/contract/posts'
import { type CSSProperties, useEffect, useState } from 'react'
import { preloadLightbox } from '#ui/media/open-lightbox.ts'
import { Picture } from '#ui/media/Picture.tsx'
import { MediaError } from './MediaError.tsx'
import classes from './PictureSlide.module.css'

const SLOW_MS = 5000

type Props = {
  picture: PictureData
  alt: string
  /** Whether it is also the picture of the note's card. */
  cover: boolean
  shown: boolean
  onEnlarge: () => void
}

/** A picture of the gallery; a click opens it in full size, and one that fails or is slow can be reloaded. */
export function PictureSlide({ picture, alt, cover, shown, onEnlarge }: Props) {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<boolean | null>(null)
  const slow = useSlow(shown && loaded === null, attempt)
  const { url, width, height, thumbhash, card } = picture
  const measured = Boolean(width && height)
  // Of a tall picture the card has the middle only.
  const whole = width && height && !isTall({ width, height })
  const ratio = (measured ? { '--ratio': `${width} / ${height}` } : {}) as CSSProperties

  function retry() {
    setLoaded(null)
    setAttempt(attempt + 1)
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
        onPointerEnter={preloadLightbox}
        onFocus={preloadLightbox}
        onClick={onEnlarge}
      >
        <Picture
          key={attempt}
          className={classes.picture}
          src={url}
          alt={alt}
          width={width}
          height={height}
          thumbhash={thumbhash}
          preview={cover && whole ? card : undefined}
          fit="contain"
          eager
          onSettled={setLoaded}
        />
      </button>
      {loaded === false && <MediaError text={navigator.onLine ? '图片加载失败' : '现在没有网络'} onRetry={retry} />}
      {slow && <MediaError text="图片加载超时" onRetry={retry} />}
    </>
  )
}

function useSlow(loading: boolean, attempt: number): boolean {
  const [slowAttempt, setSlowAttempt] = useState<number | null>(null)
  useEffect(() => {
    if (!loading) return
    const timer = setTimeout(() => setSlowAttempt(attempt), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlowAttempt(null)
    }
  }, [loading, attempt])
  return slowAttempt === attempt
}
