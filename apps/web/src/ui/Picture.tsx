import type { CSSProperties } from 'react'
import classes from './Picture.module.css'
import { thumbhashUrl } from './thumbhash.ts'
import { usePicture } from './use-picture.ts'

type Props = {
  src: string | null | undefined
  /** What is seen; '' where the text beside it says so. */
  alt: string
  /** Pixels of the picture, which keep its place until it is there. */
  width?: number | null
  height?: number | null
  thumbhash?: string | null
  /** A smaller copy that is likely there already; shown beneath instead of the thumbhash. */
  preview?: string | undefined
  fit?: 'cover' | 'contain'
  /** Load at once: the first pictures of a page. */
  eager?: boolean
  className?: string
  /** Told once whether the picture came; the placeholder that stands for a broken one does not count. */
  onSettled?: (came: boolean) => void
}

/** A picture that fills its box over a blurred preview; a broken one gives way to the placeholder. */
export function Picture(props: Props) {
  const { src, alt, width, height, thumbhash, fit = 'cover', eager, className, onSettled } = props
  const { box, shown, failed, waiting, problem, round, arrive, fail } = usePicture(src, onSettled)
  // Through the placeholder the page's own grey is to be seen.
  const preview = failed ? null : (props.preview ?? thumbhashUrl(thumbhash))

  /** A picture from the cache is complete before React listens. */
  function take(image: HTMLImageElement | null) {
    if (image?.complete && image.naturalWidth > 0) arrive()
  }

  const variables = {
    '--ratio': width && height ? `${width} / ${height}` : undefined,
    '--preview': preview ? `url(${JSON.stringify(preview)})` : undefined,
  } as CSSProperties

  return (
    <span
      ref={box}
      className={`${classes.picture} ${className ?? ''}`}
      style={variables}
      data-fit={fit}
      data-loaded={!waiting || undefined}
    >
      <img
        key={round}
        ref={take}
        src={shown}
        alt={alt || (problem ? `图片${problem}` : '')}
        width={width ?? undefined}
        height={height ?? undefined}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        draggable={false}
        onLoad={arrive}
        onError={fail}
      />
      {/* Whoever is told how it went says so. */}
      {waiting && problem && !onSettled && (
        <span className={classes.problem} aria-hidden>
          {problem}
        </span>
      )}
    </span>
  )
}
