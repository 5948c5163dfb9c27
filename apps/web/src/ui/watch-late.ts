import { PICTURE } from './constants.ts'

let observer: IntersectionObserver | null = null
const watched = new WeakMap<Element, (near: boolean) => void>()

/** One observer for all pictures: a feed holds many, and each of its own would cost at every scroll. */
function sharedObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting)
    },
    { rootMargin: `${PICTURE.margin}px` },
  )
  return observer
}

/** Calls `onLate` once the element was near the screen for longer than a picture may take. Returns the way to stop. */
export function watchLate(element: Element, onLate: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  watched.set(element, (near) => {
    clearTimeout(timer)
    if (near) timer = setTimeout(onLate, PICTURE.lateMs)
  })
  sharedObserver().observe(element)
  return () => {
    clearTimeout(timer)
    watched.delete(element)
    sharedObserver().unobserve(element)
  }
}
