/** Whether the person asked for less motion: then nothing moves that need not (look «Motion»). */
export function movesLess(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** How a place is scrolled to that one should be seen to come to: there at once for whoever asked for less motion. */
export function scrollMotion(): ScrollBehavior {
  return movesLess() ? 'instant' : 'smooth'
}
