/** What uploaded pictures are accepted as and reduced to (docs/product.md#picture-rules), the same on both sides. */

export type Pixels = { width: number; height: number }

/** What administrators set about new pictures. */
export type PictureRules = {
  /** Longer side of the largest stored size, in pixels. */
  side: number
  /** Of the largest size as WebP, up to 100; the smaller ones have a little less. */
  quality: number
  /** Of an uploaded file, in MB of 1024 x 1024 bytes. */
  megabytes: number
}

export const DEFAULT_PICTURE_RULES: PictureRules = { side: 2400, quality: 82, megabytes: 5 }

export const tooLargeText = ({ megabytes }: Pick<PictureRules, 'megabytes'>) => `图片大小不能超过${megabytes}MB`

/** Of a tall picture the width is bounded instead, so that its text stays readable. The height is WebP's maximum. */
const TALL = { width: 1440, height: 16_383 }

/** Higher than any phone's screen: a screenshot of several screens. */
export function isTall({ width, height }: Pixels): boolean {
  return height > 2.5 * width
}

/** What the largest stored size of a picture of these pixels fits into. */
export function largestBox(picture: Pixels, { side }: Pick<PictureRules, 'side'>): Pixels {
  return isTall(picture) ? TALL : { width: side, height: side }
}

/** The pixels within `box`: never enlarged, no side below 1. */
export function fitInto({ width, height }: Pixels, box: Pixels): Pixels {
  const scale = Math.min(1, box.width / width, box.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export const HEIC_ADVICE =
  '不支持 HEIC 照片。iPhone 在「设置 → 相机 → 格式」里选「兼容性最佳」，以后拍的就是 JPEG；已经拍好的，先转为 JPEG 再上传'

/** Tells by the first 64 bytes of a file, whatever its name says. */
export function isHeic(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 64))
  if (text.slice(4, 8) !== 'ftyp') return false
  const brand = text.slice(8, 12)
  // AVIF uses the general brands as well and names itself among the compatible ones.
  return /^he[iv]/.test(brand) || (/^m[is]f1$/.test(brand) && !/avi[fs]/.test(text))
}
