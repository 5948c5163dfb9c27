/**
 * The box in pixels that each size fits into, never enlarged; `card` leaves room for the tall cards of a waterfall.
 * `effort` and `crisp` (sharp edges of coloured text) cost time: spent on the sizes that every page loads, saved on the rare full one.
 */
export const PRESETS = {
  card: { suffix: '-card.webp', width: 480, height: 960, quality: 76, effort: 4, crisp: true },
  detail: { suffix: '-detail.webp', width: 1200, height: 1200, quality: 80, effort: 4, crisp: true },
  full: { suffix: '-full.webp', width: 2400, height: 2400, quality: 82, effort: 2, crisp: false },
} as const

export type Size = keyof typeof PRESETS
export const SIZES = ['card', 'detail', 'full'] as const satisfies Size[]
export const PICTURE_TYPE = 'image/webp'

const OWN = /(?:^|\/)(([0-9a-f]{2})\/\2[0-9a-f]{30})-(?:card|detail|full)\.webp$/

/** The sibling urls of a stored picture, from its detail url. A url from elsewhere has no siblings and stands for all three. */
export function variants(url: string): Record<Size, string> {
  const { suffix } = PRESETS.detail
  if (!url.endsWith(suffix)) return { card: url, detail: url, full: url }
  const stem = url.slice(0, -suffix.length)
  return { card: stem + PRESETS.card.suffix, detail: url, full: stem + PRESETS.full.suffix }
}

/** The media key (`ab/ab12…`) in the url of any size, or null where the url is not shaped like ours. Says nothing about who owns it: ask `storage.owns`. */
export function keyOfUrl(url: string): string | null {
  return OWN.exec(url)?.[1] ?? null
}

/** The storage keys of all sizes of a media key. */
export function fileKeys(key: string): string[] {
  return SIZES.map((size) => key + PRESETS[size].suffix)
}
