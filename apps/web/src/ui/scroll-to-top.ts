import { SCROLLED } from './constants.ts'
import { movesLess, scrollMotion } from './motion.ts'

/** To the page's top, at a glance: from far below only the last stretch is seen (spec section 9 «scroll-top jump»). */
export function scrollToTop() {
  if (!movesLess() && window.scrollY > SCROLLED.jump) window.scrollTo({ top: SCROLLED.jump, behavior: 'instant' })
  window.scrollTo({ top: 0, behavior: scrollMotion() })
}
