/** What a file says of itself, read without a decoder: enough to refuse it, to count its cost and to plan its turn. */
import { UPLOAD } from '@shiliu/contract/limits'
import { type Pixels, tooLargeText } from '@shiliu/contract/pictures'
import { AppError } from '../errors.ts'
import { type Format, sniff } from './sniff.ts'

/**
 * The picture's format and pixels, which decoding never exceeds (pipeline.ts refuses what does). Throws `file_…` for
 * what is no picture of ours or is beyond `UPLOAD`.
 */
export function inspect(file: Buffer): { format: Format; pixels: number } {
  if (file.length > UPLOAD.fileMax) {
    throw new AppError('file_too_large', { message: tooLargeText({ megabytes: UPLOAD.fileMax / 1024 / 1024 }) })
  }
  if (file.length === 0) throw new AppError('file_damaged')
  const format = sniff(file)
  if (format === null) throw new AppError('file_not_image')
  if (format === 'heic') throw new AppError('file_heic')
  if (format === 'other') throw new AppError('file_type')
  const { width, height } = claimedPixels(file, format)
  checkPixels({ width, height })
  return { format, pixels: width * height }
}

/** Throws `file_dimensions` for what is beyond `UPLOAD`. */
export function checkPixels({ width, height }: Pixels): void {
  if (width > UPLOAD.sideMax || height > UPLOAD.sideMax || width * height > UPLOAD.pixelsMax) {
    throw new AppError('file_dimensions')
  }
}

function claimedPixels(file: Buffer, format: Format): Pixels {
  try {
    const { width, height } = READERS[format](file)
    if (width > 0 && height > 0) return { width, height }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new AppError('file_damaged')
}

/** Reading beyond the end throws a RangeError. */
const READERS: Record<Format, (file: Buffer) => Pixels> = {
  png: (file) => ({ width: file.readUInt32BE(16), height: file.readUInt32BE(20) }),
  gif: ofGif,
  webp: ofWebp,
  jpeg: ofJpeg,
}

function ofWebp(file: Buffer): Pixels {
  const kind = file.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8 ') return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') throw new AppError('file_damaged')
  const bits = file.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** Markers whose segment gives the size: start of frame, without the tables (C4, CC) and the reserved one (C8). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Markers without a segment. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Each takes microseconds; a file of nothing but markers must not hold the event loop. */
const MARKERS_MAX = 10_000

function ofJpeg(file: Buffer): Pixels {
  let at = 2
  for (let markers = 0; markers < MARKERS_MAX; markers++) {
    // Decoders skip anything up to the next marker, and fill bytes before it.
    at = file.indexOf(0xff, at)
    while (file[at] === 0xff) at++
    const marker = file.readUInt8(at++)
    if (marker === 0 || isBare(marker)) continue
    if (isFrame(marker)) return { width: file.readUInt16BE(at + 5), height: file.readUInt16BE(at + 3) }
    at += file.readUInt16BE(at)
  }
  throw new AppError('file_damaged')
}

/** The decoder takes the screen's size or that of the frames, so this is the larger of both. */
function ofGif(file: Buffer): Pixels {
  const all = { width: file.readUInt16LE(6), height: file.readUInt16LE(8) }
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  let at = 13 + tableBytes(file.readUInt8(10))
  for (;;) {
    const kind = file[at++]
    if (kind === 0x21) at += 1
    else if (kind === 0x2c && at + 9 <= file.length) {
      all.width = Math.max(all.width, file.readUInt16LE(at) + file.readUInt16LE(at + 4))
      all.height = Math.max(all.height, file.readUInt16LE(at + 2) + file.readUInt16LE(at + 6))
      at += 9 + tableBytes(file.readUInt8(at + 8)) + 1
    } else return all
    for (let length = file[at] ?? 0; length > 0; length = file[at] ?? 0) at += length + 1
    at++
  }
}
