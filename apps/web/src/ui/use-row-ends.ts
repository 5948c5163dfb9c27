import { useEffect } from 'react'

/**
 * Marks a box that scrolls sideways where some of what fills it is out of sight, for a style sheet: `more` for base.css to
 * fade that end, `hidden` for a table that edges its columns. `count` is of what stands in it: with another, its length is
 * another.
 */
export function useRowEnds(box: HTMLElement | null, mark: 'more' | 'hidden', count: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!box) return
    function look() {
      if (!box) return
      const left = box.scrollWidth - box.clientWidth - box.scrollLeft
      // Sizes are rounded, places are not.
      box.toggleAttribute(`data-${mark}-before`, box.scrollLeft > 1)
      box.toggleAttribute(`data-${mark}-after`, left > 1)
    }
    const sizes = new ResizeObserver(look)
    // Tells the sizes of now, too.
    for (const node of [box, ...box.children]) sizes.observe(node)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [box, mark, count])
}
