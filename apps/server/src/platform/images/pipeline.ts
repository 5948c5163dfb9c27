import { UPLOAD } from '@shiliu/contract/limits'
import { isTall, largestBox, type Pixels } from '@shiliu/contract/pictures'
import sharp, { type OutputInfo } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { AppError } from '#platform/errors.ts'
import { boxOf, PRESETS, type Size, sizesOf, TALL_CARD } from './presets.ts'
import { sniff } from './sniff.ts'

type PictureFile = { suffix: string; body: Buffer; width: number; height: number }
export type ProcessedPicture = {
  /** Pixels of the largest size, upright. */
  width: number
  height: number
  thumbhash: string
  files: PictureFile[]
}

type Decoded = { data: Buffer; info: OutputInfo }

// Pictures are processed once, so caching is useless; jobs run in parallel, not the work within one.
sharp.cache(false)
sharp.concurrency(1)
const inSlot = concurrencyLimit(2)
// Decoding a large picture (interlaced, 16 bits) may take 600 MB, so only one is decoded at a time.
const inLargeSlot = concurrencyLimit(1)
const LARGE_PIXELS = 16_000_000

const DECODE_SECONDS = 30
const THUMB_SIDE = 100

/** Drops metadata and all frames but the first. Throws `file_…` errors for a damaged picture or one beyond `UPLOAD`. */
export async function processPicture(buffer: Buffer): Promise<ProcessedPicture> {
  if (buffer.length > UPLOAD.fileMax) throw new AppError('file_too_large')
  if (buffer.length === 0) throw new AppError('file_damaged')
  const format = sniff(buffer)
  if (format === null) throw new AppError('file_not_image')
  if (format === 'heic') throw new AppError('file_heic')
  if (format === 'other') throw new AppError('file_type')
  const original = await readHeader(buffer, format)
  const job = () => makeFiles(buffer, original)
  return original.width * original.height > LARGE_PIXELS ? inLargeSlot(() => inSlot(job)) : inSlot(job)
}

async function makeFiles(buffer: Buffer, original: Pixels): Promise<ProcessedPicture> {
  const full = await decode(buffer, largestBox(original))
  const thumbhash = await thumb(full)
  const files: PictureFile[] = []
  // One after the other, to use one thread and one copy of the pixels per job.
  for (const size of sizesOf(full.info)) files.push(await encode(full, size))
  return { width: full.info.width, height: full.info.height, thumbhash, files }
}

/** Reads the header alone, so that a decompression bomb is rejected before it takes memory. Upright. */
async function readHeader(buffer: Buffer, format: string): Promise<Pixels> {
  const header = await damagedIfFails(sharp(buffer, { limitInputPixels: false, failOn: 'error' }).metadata())
  if (header.format !== format) throw new AppError('file_damaged')
  const { width, height } = header.autoOrient
  if (width > UPLOAD.sideMax || height > UPLOAD.sideMax || width * height > UPLOAD.pixelsMax) {
    throw new AppError('file_dimensions')
  }
  return { width, height }
}

function decode(buffer: Buffer, { width, height }: Pixels): Promise<Decoded> {
  // 'error', not 'warning': libjpeg warns about JPEGs of some phones that display fine.
  const picture = sharp(buffer, { limitInputPixels: UPLOAD.pixelsMax, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: DECODE_SECONDS })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
  return damagedIfFails(picture.toBuffer({ resolveWithObject: true }))
}

async function encode(full: Decoded, size: Size): Promise<PictureFile> {
  const { suffix, quality, effort, crisp } = PRESETS[size]
  const crop = size === 'card' && isTall(full.info)
  const { width, height } = crop ? TALL_CARD : boxOf(size, full.info)
  const { data, info } = await fromPixels(full)
    .resize({ width, height, fit: crop ? 'cover' : 'inside', withoutEnlargement: true })
    .webp({ quality, effort, smartSubsample: crisp })
    .toBuffer({ resolveWithObject: true })
  return { suffix, body: data, width: info.width, height: info.height }
}

async function thumb(full: Decoded): Promise<string> {
  const { data, info } = await fromPixels(full)
    .resize({ width: THUMB_SIDE, height: THUMB_SIDE, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

function fromPixels({ data, info }: Decoded) {
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } })
}

async function damagedIfFails<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch {
    throw new AppError('file_damaged')
  }
}

export function concurrencyLimit(size: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = size
  return async (job) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await job()
    } finally {
      // Hands the slot to the next in line, so that no newcomer overtakes it.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
