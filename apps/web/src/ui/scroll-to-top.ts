import { SCROLLED } from './constants.ts'

/** To the page's top, at a glance: from far below only the last stretch is seen (spec section 9 «scroll-top jump»). */
export function scrollToTop() {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!still && window.scrollY > SCROLLED.jump) window.scrollTo({ top: SCROLLED.jump, behavior: 'instant' })
  window.scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' })
}
