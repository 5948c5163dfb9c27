import { createHash, randomBytes } from 'node:crypto'

/** Boxes in pixels. `effort` and `crisp` (sharp edges of coloured text) cost time, saved on the rarely used `full`. */
export const PRESETS = {
  card: { suffix: '-card.webp', width: 480, height: 960, quality: 76, effort: 4, crisp: true },
  detail: { suffix: '-detail.webp', width: 1200, height: 1200, quality: 80, effort: 4, crisp: true },
  full: { suffix: '-full.webp', width: 2400, height: 2400, quality: 82, effort: 2, crisp: false },
} as const

export type Size = keyof typeof PRESETS
export const SIZES = ['card', 'detail', 'full'] as const satisfies Size[]
export const PICTURE_TYPE = 'image/webp'

const OWN = /(?:^|\/)(([0-9a-f]{2})\/\2[0-9a-f]{30})-(?:card|detail|full)\.webp$/

/** `url` is the detail URL; an external URL stands for all sizes. */
export function variants(url: string): Record<Size, string> {
  const { suffix } = PRESETS.detail
  if (!url.endsWith(suffix)) return { card: url, detail: url, full: url }
  const stem = url.slice(0, -suffix.length)
  return { card: stem + PRESETS.card.suffix, detail: url, full: stem + PRESETS.full.suffix }
}

/** The media key (`ab/ab12…`) in the URL of any size, else null. `storage.owns` tells whether the URL is ours. */
export function keyOfUrl(url: string): string | null {
  return OWN.exec(url)?.[1] ?? null
}

export function fileKeys(key: string): string[] {
  return SIZES.map((size) => key + PRESETS[size].suffix)
}

/** Equal bytes get different keys, so that pictures are never shared and can be deleted alone. */
export function mediaKey(buffer: Buffer): string {
  const name = createHash('sha256').update(buffer).update(randomBytes(16)).digest('hex').slice(0, 32)
  return `${name.slice(0, 2)}/${name}`
}
