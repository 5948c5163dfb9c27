/** When and how far a picture is made smaller before it is sent (spec sections 5, 9 «Compression»). */

import { COMPRESSION } from '#ui/constants.ts'

export function needsCompression(bytes: number): boolean {
  return bytes > COMPRESSION.aboveBytes
}

/** Pixels to draw at: the longest side fits `COMPRESSION.side`, nothing is enlarged, no side vanishes. */
export function targetSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, COMPRESSION.side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The smaller of the two is sent: a picture that is already well packed only loses by packing it again. */
export function smaller<T extends { size: number }>(original: T, compressed: T | null): T {
  return compressed && compressed.size < original.size ? compressed : original
}
