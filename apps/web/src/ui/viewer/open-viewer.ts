/** Pictures as large as they are, above everything: `openViewer({ pictures: [{ src, alt }], index: 0 })` (spec section 2). */
import { loadable } from '../loadable.ts'
import { createStore } from '../store.ts'
import type { ViewerProps } from './Viewer.tsx'

export type ViewerPicture = {
  src: string
  alt: string
  /** Pixels; unknown ones are taken from the picture when it is there. */
  width?: number | null | undefined
  height?: number | null | undefined
  /** A smaller copy that is likely there already, shown until the picture is. */
  preview?: string | undefined
}

export type ViewerRequest = {
  pictures: readonly ViewerPicture[]
  index: number
  /** Told which picture is looked at, each time that changes. */
  onIndex?: (index: number) => void
}

export const viewerRequest = createStore<ViewerRequest | null>(null)

export const viewer = loadable<ViewerProps>(() => import('./Viewer.tsx').then((module) => module.Viewer))

/** Shows the pictures, beginning with the one at `index`, until the person closes them. */
export function openViewer(request: ViewerRequest) {
  viewerRequest.set(request)
}

/** Fetches the viewer's code on a sign that it will be wanted; a failure is left to the opening. */
export function warmViewer() {
  viewer.load().catch(() => {})
}
