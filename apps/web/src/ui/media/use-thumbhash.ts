import { useEffect, useState } from 'react'
import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash'
import { whenIdle } from '#ui/state/when-idle.ts'

type Placeholder = { colour: string; url: string | null }

const placeholders = new Map<string, Placeholder | null>()
const CACHE_MAX = 500
const DECODE_WITHIN_MS = 200

const bytesOf = (hash: string) => Uint8Array.from(atob(hash), (character) => character.charCodeAt(0))

function placeholderOf(hash: string): Placeholder | null {
  const cached = placeholders.get(hash)
  if (cached !== undefined) return cached
  let placeholder: Placeholder | null = null
  try {
    const { r, g, b } = thumbHashToAverageRGBA(bytesOf(hash))
    placeholder = { colour: `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join()})`, url: null }
  } catch {
    // A damaged hash only costs the blur.
  }
  if (placeholders.size >= CACHE_MAX) placeholders.clear()
  placeholders.set(hash, placeholder)
  return placeholder
}

/** The average colour at once, and the blur soon after: it takes long to decode, and many pictures are there before. */
export function useThumbhash(hash: string | null | undefined, wanted: boolean): Placeholder | null {
  const placeholder = hash ? placeholderOf(hash) : null
  const [, setDecoded] = useState(false)
  const missing = wanted && placeholder !== null && placeholder.url === null
  useEffect(() => {
    if (!missing || !hash) return
    return whenIdle(() => {
      placeholder.url ??= thumbHashToDataURL(bytesOf(hash))
      setDecoded(true)
    }, DECODE_WITHIN_MS)
  }, [missing, hash, placeholder])
  return placeholder
}
