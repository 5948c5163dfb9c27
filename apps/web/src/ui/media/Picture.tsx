import { type CSSProperties, useEffect, useRef, useState } from 'react'
import classes from './Picture.module.css'
import { useThumbhash } from './use-thumbhash.ts'

const PLACEHOLDER = '/placeholder.webp'

type Props = {
  src: string | null | undefined
  /** '' where the text beside it says the same. */
  alt: string
  /** Pixels of the picture, which reserve its space. */
  width?: number | null
  height?: number | null
  thumbhash?: string | null
  /** A smaller copy that is probably loaded already; shown beneath instead of the thumbhash. */
  preview?: string | undefined
  fit?: 'cover' | 'contain'
  /** Load at once: the first pictures of a page. */
  eager?: boolean
  className?: string
  /** Called when the picture loaded or failed, not for the placeholder of a failed one. The caller shows failures. */
  onSettled?: (loaded: boolean) => void
}

export function Picture(props: Props) {
  const { src, alt, width, height, thumbhash, fit = 'cover', eager, className, onSettled } = props
  const { box, shown, failed, loading, problem, attempt, handleLoad, handleError } = usePictureLoading(src, onSettled)
  // The first covers of a page are painted as they come.
  const unfaded = eager && fit === 'cover'
  const blur = useThumbhash(props.preview ? null : thumbhash, loading)
  // The placeholder of a failed picture is transparent. A smaller copy is worth more.
  const preview = props.preview ?? (failed ? null : blur?.url)
  const covered = !loading && !(failed && props.preview)

  const variables = {
    '--ratio': width && height ? `${width} / ${height}` : undefined,
    '--preview': preview ? `url(${JSON.stringify(preview)})` : undefined,
    '--average': failed ? undefined : blur?.colour,
  } as CSSProperties

  return (
    <span
      ref={box}
      className={`${classes.picture} ${className ?? ''}`}
      style={variables}
      data-fit={fit}
      data-loaded={covered || unfaded || undefined}
    >
      <img
        key={attempt}
        ref={(image) => {
          // A cached picture is complete before React attaches onLoad.
          if (image?.complete && image.naturalWidth > 0) handleLoad()
        }}
        src={shown}
        alt={alt || (problem ? `图片${problem}` : '')}
        width={width ?? undefined}
        height={height ?? undefined}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        draggable={false}
        onLoad={handleLoad}
        onError={handleError}
      />
      {loading && problem && !onSettled && (
        <span className={classes.problem} aria-hidden>
          {problem}
        </span>
      )}
    </span>
  )
}

/** A failed picture gives way to the placeholder; a failed or slow one is requested again when the network is back. */
function usePictureLoading(src: string | null | undefined, onSettled?: (loaded: boolean) => void) {
  const wanted = src || PLACEHOLDER
  const [broken, setBroken] = useState<string | null>(null)
  const [loaded, setLoaded] = useState<string | null>(null)
  const [slow, setSlow] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const box = useRef<HTMLSpanElement>(null)
  const failed = broken === wanted
  const shown = failed ? PLACEHOLDER : wanted
  const loading = loaded !== shown
  const isSlow = loading && slow === shown

  useEffect(() => {
    if (loading && box.current) return observeSlowImage(box.current, () => setSlow(shown))
  }, [loading, shown])

  useEffect(() => {
    if (!failed && !isSlow) return
    const retry = () => {
      setBroken(null)
      setSlow(null)
      setAttempt((previous) => previous + 1)
    }
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [failed, isSlow])

  return {
    box,
    shown,
    failed,
    loading,
    problem: failed ? '加载失败' : isSlow ? '加载超时' : null,
    /** The key of the `<img>`: setting the same address again would not request it again. */
    attempt,
    handleLoad() {
      if (!loading) return
      setLoaded(shown)
      if (!failed) onSettled?.(true)
    },
    handleError() {
      setBroken(wanted)
      onSettled?.(false)
    },
  }
}

/** A picture counts as slow after this long within this many pixels of the viewport. */
const SLOW_MS = 8000
const MARGIN = 100

let observer: IntersectionObserver | null = null
const callbacks = new WeakMap<Element, (near: boolean) => void>()

/** One observer for all pictures: one per picture would cost at every scroll of a long feed. */
function sharedObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) callbacks.get(target)?.(isIntersecting)
    },
    { rootMargin: `${MARGIN}px` },
  )
  return observer
}

export function observeSlowImage(element: Element, onSlow: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  callbacks.set(element, (near) => {
    clearTimeout(timer)
    if (near) timer = setTimeout(onSlow, SLOW_MS)
  })
  sharedObserver().observe(element)
  return () => {
    clearTimeout(timer)
    callbacks.delete(element)
    sharedObserver().unobserve(element)
  }
}
