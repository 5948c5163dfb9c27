import { useSyncExternalStore } from 'react'

/** Pixels from the top; from further below the page jumps here first. */
const JUMP = 500

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** The `behavior` of a scroll: smooth unless the user prefers reduced motion. */
export function scrollBehavior(): ScrollBehavior {
  return prefersReducedMotion() ? 'instant' : 'smooth'
}

/** Scrolls the page to its top; from far below only the last stretch is animated. */
export function scrollToTop() {
  if (!prefersReducedMotion() && window.scrollY > JUMP) window.scrollTo({ top: JUMP, behavior: 'instant' })
  window.scrollTo({ top: 0, behavior: scrollBehavior() })
}

function subscribe(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

/** Whether the page is scrolled beyond `pixels`; renders only when that changes. */
export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY > pixels)
}
