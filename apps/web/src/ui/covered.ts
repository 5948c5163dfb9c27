/**
 * Whether a note lies above the page (features/post-detail sets `inert`). The page's address is the note's then: what the
 * page would do to it of its own accord, after a pause or a lock, would take the note away from whoever opened it.
 */
export function isCovered(): boolean {
  return document.getElementById('root')?.hasAttribute('inert') ?? false
}
