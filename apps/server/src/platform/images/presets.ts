import { createHash, randomBytes } from 'node:crypto'
import type { Settings } from '@shiliu/contract/admin/settings'
import { DEFAULT_PICTURE_RULES, type PictureRules, type Pixels } from '@shiliu/contract/pictures'

/**
 * Boxes in pixels; `full` is the picture itself. `quality` at the default setting; another `picture_quality` moves all
 * three. `effort` and `crisp` (sharp edges of coloured text) cost time, saved on the rarely used `full`.
 */
export const PRESETS = {
  card: { suffix: '-card.webp', width: 480, height: 960, quality: 76, effort: 4, crisp: true },
  detail: { suffix: '-detail.webp', width: 1200, height: 1200, quality: 80, effort: 4, crisp: true },
  full: { suffix: '-full.webp', quality: DEFAULT_PICTURE_RULES.quality, effort: 2, crisp: false },
} as const

/** The middle of a tall picture: whole, it would be a strip that cards enlarge. */
export const TALL_CARD: Pixels = { width: 480, height: 640 }

export type Size = keyof typeof PRESETS
export const SIZES = ['card', 'detail', 'full'] as const satisfies Size[]
export const PICTURE_TYPE = 'image/webp'

const OWN = /(?:^|\/)(([0-9a-f]{2})\/\2[0-9a-f]{30})-(?:card|detail|full)\.webp$/

/** `picture` is the largest size's pixels. */
export function boxOf(size: Size, picture: Pixels): Pixels {
  return size === 'full' ? picture : PRESETS[size]
}

/** The site's rules now. */
export function pictureRulesOf({ picture_side, picture_quality, picture_megabytes }: Settings): PictureRules {
  return { side: picture_side, quality: picture_quality, megabytes: picture_megabytes }
}

/** `full` exists only where it is larger than `detail`. `picture` is the largest size's pixels. */
export function sizesOf({ width, height }: Pixels): readonly Size[] {
  const { detail } = PRESETS
  return width > detail.width || height > detail.height ? SIZES : ['card', 'detail']
}

/** The URLs of all sizes of a stored picture, by that of `detail`, which stands for a `full` that does not exist. */
export function variants(url: string, picture: Pixels): Record<Size, string> {
  const stem = url.slice(0, -PRESETS.detail.suffix.length)
  const full = sizesOf(picture).includes('full') ? stem + PRESETS.full.suffix : url
  return { card: stem + PRESETS.card.suffix, detail: url, full }
}

/** The media key (`ab/ab12…`) in the URL of any size, else null. `storage.owns` tells whether the URL is ours. */
export function keyOfUrl(url: string): string | null {
  return OWN.exec(url)?.[1] ?? null
}

/** The key of the file (`ab/ab12…-card.webp`) in a URL of any storage, else null. */
export function fileKeyOf(url: string): string | null {
  const [found] = OWN.exec(url) ?? []
  return found ? found.replace(/^\//, '') : null
}

/** Of all sizes, whether or not they exist. */
export function fileKeys(key: string): string[] {
  return SIZES.map((size) => key + PRESETS[size].suffix)
}

/** Equal bytes get different keys, so that pictures are never shared and can be deleted alone. */
export function mediaKey(buffer: Buffer): string {
  const name = createHash('sha256').update(buffer).update(randomBytes(16)).digest('hex').slice(0, 32)
  return `${name.slice(0, 2)}/${name}`
}
