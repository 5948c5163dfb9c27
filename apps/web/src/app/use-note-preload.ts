import { useEffect } from 'react'
import { noteIntent } from '#entities/post/open-note.ts'
import { preloadPage } from './pages.ts'
import { patterns } from './paths.ts'

/** The first screen comes first. */
const IDLE_AFTER_MS = 3000

/** Fetches the code of a note's page when somebody points at a note, or once the browser has nothing else to do. */
export function useNotePreload() {
  useEffect(() => {
    const preload = () => preloadPage(patterns.post)
    const stop = noteIntent.listen(preload)
    const whenIdle = window.requestIdleCallback ?? window.setTimeout
    const timer = setTimeout(() => whenIdle(preload), IDLE_AFTER_MS)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}
