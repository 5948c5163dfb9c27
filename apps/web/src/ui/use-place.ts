import { useCallback, useLayoutEffect, useState } from 'react'

export type Place = {
  /** Pixels of the element. */
  width: number
  windowWidth: number
  /** Pixels from the document's top to the element's. */
  top: number
}

/** Where an element stands and how wide it is, known before the first paint and followed; null until it is there. */
export function usePlace(): [(node: HTMLElement | null) => void, Place | null] {
  const [node, setNode] = useState<HTMLElement | null>(null)
  const [place, setPlace] = useState<Place | null>(null)

  const measure = useCallback((element: HTMLElement) => {
    const { width, top } = element.getBoundingClientRect()
    // A hidden ancestor takes the width away: the last one is kept.
    if (width === 0) return
    const next = { width: Math.floor(width), windowWidth: window.innerWidth, top: Math.round(top + window.scrollY) }
    setPlace((before) => {
      const same = before?.width === next.width && before.windowWidth === next.windowWidth && before.top === next.top
      return same ? before : next
    })
  }, [])

  useLayoutEffect(() => {
    if (!node) return
    measure(node)
    const observer = new ResizeObserver(() => measure(node))
    observer.observe(node)
    // What grows above the element moves it without resizing it.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [node, measure])

  return [setNode, place]
}
