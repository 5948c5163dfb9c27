import { loadable } from '#ui/state/loadable.ts'
import { createStore } from '#ui/state/store.ts'

export type LightboxPicture = {
  src: string
  alt: string
  /** Pixels; taken from the loaded picture where unknown. */
  width?: number | null | undefined
  height?: number | null | undefined
  /** A smaller copy that is probably loaded already, shown until the picture is. */
  preview?: string | undefined
}

export type LightboxRequest = {
  pictures: readonly LightboxPicture[]
  index: number
  onIndex?: (index: number) => void
}

export const lightboxRequest = createStore<LightboxRequest | null>(null)

export const lightbox = loadable(() => import('./Lightbox.tsx').then((module) => module.Lightbox))

export function openLightbox(request: LightboxRequest) {
  lightboxRequest.set(request)
}

export const closeLightbox = () => lightboxRequest.set(null)

export function preloadLightbox() {
  lightbox.load().catch(() => {})
}
