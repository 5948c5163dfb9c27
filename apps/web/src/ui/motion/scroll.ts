import { useSyncExternalStore } from 'react'

/** Pixels from the top; from further below the page jumps here first. */
const JUMP = 500

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

export function scrollBehavior(): ScrollBehavior {
  return prefersReducedMotion() ? 'instant' : 'smooth'
}

export function scrollToTop() {
  if (!prefersReducedMotion() && window.scrollY > JUMP) window.scrollTo({ top: JUMP, behavior: 'instant' })
  window.scrollTo({ top: 0, behavior: scrollBehavior() })
}

function subscribe(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY > pixels)
}
