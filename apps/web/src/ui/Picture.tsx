import { type CSSProperties, type SyntheticEvent, useState } from 'react'
import classes from './Picture.module.css'
import { thumbhashUrl } from './thumbhash.ts'

const PLACEHOLDER = '/placeholder.webp'

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
  onLoad?: (event: SyntheticEvent<HTMLImageElement>) => void
}

/** A picture that fills its box over a blurred preview; a broken one gives way to the placeholder. */
export function Picture(props: Props) {
  const { src, alt, width, height, thumbhash, fit = 'cover', eager, className, onLoad } = props
  const wanted = src || PLACEHOLDER
  const [broken, setBroken] = useState<string | null>(null)
  const [loaded, setLoaded] = useState<string | null>(null)
  const shown = broken === wanted ? PLACEHOLDER : wanted
  const preview = props.preview ?? thumbhashUrl(thumbhash)

  /** A picture from the cache is complete before React listens. */
  function take(image: HTMLImageElement | null) {
    if (image?.complete && image.naturalWidth > 0) setLoaded(shown)
  }

  const variables = {
    '--ratio': width && height ? `${width} / ${height}` : undefined,
    '--preview': preview ? `url(${JSON.stringify(preview)})` : undefined,
  } as CSSProperties

  return (
    <span
      className={`${classes.picture} ${className ?? ''}`}
      style={variables}
      data-fit={fit}
      data-loaded={loaded === shown || undefined}
    >
      <img
        ref={take}
        src={shown}
        alt={shown === wanted ? alt : alt || '图片加载失败'}
        width={width ?? undefined}
        height={height ?? undefined}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        draggable={false}
        onLoad={(event) => {
          setLoaded(shown)
          onLoad?.(event)
        }}
        onError={() => setBroken(wanted)}
      />
    </span>
  )
}
