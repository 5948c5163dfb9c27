import { isHeic } from '@shiliu/contract/pictures'

/** Formats we decode, by sharp's names. */
export type Format = 'jpeg' | 'png' | 'webp' | 'gif'

const latin = (buffer: Buffer, from: number, to: number) => buffer.toString('latin1', from, to)

/** Keeps hostile files away from libvips' rarely used decoders. `other` is another image format, null no image. */
export function sniff(buffer: Buffer): Format | 'heic' | 'other' | null {
  const head = latin(buffer, 0, 16)
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  if (isHeic(buffer)) return 'heic'
  return isOther(buffer, head) ? 'other' : null
}

const OTHER = [
  'II*\0', // TIFF and camera raws
  'MM\0*',
  'II+\0',
  'MM\0+',
  '8BPS', // Photoshop
  '\0\0\x01\0', // icon
  '\0\0\0\x0cJXL ',
  '\xff\x0a', // bare JPEG XL
  '\0\0\0\x0cjP  ', // JPEG 2000
]

const SVG = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:!DOCTYPE )?svg/is

function isOther(buffer: Buffer, head: string): boolean {
  if (OTHER.some((magic) => head.startsWith(magic))) return true
  if (head.startsWith('BM') && buffer.length > 26 && buffer.readUInt32LE(6) === 0) return true
  // AVIF uses the MP4 box format and differs from films in the brand.
  if (head.slice(4, 8) === 'ftyp') return /^(?:mif|msf|avi[fs])/.test(head.slice(8, 12))
  return SVG.test(latin(buffer, 0, 1024))
}
