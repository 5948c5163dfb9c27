import { thumbHashToDataURL } from 'thumbhash'

const decoded = new Map<string, string | null>()
const KEPT_MAX = 500

/** A base64 thumbhash as the address of a tiny picture; null when it cannot be read. Kept, since lists show it again. */
export function thumbhashUrl(hash: string | null | undefined): string | null {
  if (!hash) return null
  const known = decoded.get(hash)
  if (known !== undefined) return known
  let url: string | null = null
  try {
    url = thumbHashToDataURL(Uint8Array.from(atob(hash), (character) => character.charCodeAt(0)))
  } catch {
    // A damaged hash only costs the blur.
  }
  if (decoded.size >= KEPT_MAX) decoded.clear()
  decoded.set(hash, url)
  return url
}
