import { useEffect } from 'react'

/** Sets `data-<mark>-before` and `data-<mark>-after` on a box with content out of sight there, for the CSS to show. */
export function useOverflowEdges(box: HTMLElement | null, mark: 'more' | 'hidden') {
  useEffect(() => {
    if (!box) return
    function update() {
      if (!box) return
      const after = box.scrollWidth - box.clientWidth - box.scrollLeft
      // Sizes are rounded, positions are not.
      box.toggleAttribute(`data-${mark}-before`, box.scrollLeft > 1)
      box.toggleAttribute(`data-${mark}-after`, after > 1)
    }
    const sizes = new ResizeObserver(update)
    function observeSizes() {
      if (!box) return
      sizes.disconnect()
      // Reports the initial sizes too.
      for (const node of [box, ...box.children]) sizes.observe(node)
    }
    observeSizes()
    const children = new MutationObserver(observeSizes)
    children.observe(box, { childList: true })
    box.addEventListener('scroll', update, { passive: true })
    return () => {
      sizes.disconnect()
      children.disconnect()
      box.removeEventListener('scroll', update)
    }
  }, [box, mark])
}
