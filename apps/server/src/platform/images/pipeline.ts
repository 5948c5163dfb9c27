import { UPLOAD } from '@shiliu/contract/limits'
import { DEFAULT_PICTURE_RULES, isTall, largestBox, type PictureRules, type Pixels } from '@shiliu/contract/pictures'
import sharp, { type Metadata, type OutputInfo } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { AppError } from '../errors.ts'
import { checkPixels, inspect } from './inspect.ts'
import { boxOf, PRESETS, type Size, sizesOf, TALL_CARD } from './presets.ts'

type PictureFile = { suffix: string; body: Buffer; width: number; height: number }
export type ProcessedPicture = {
  /** Pixels of the largest size, upright. */
  width: number
  height: number
  thumbhash: string
  files: PictureFile[]
}

/** What of the rules is about the stored sizes. */
export type StoredRules = Pick<PictureRules, 'side' | 'quality'>

type Decoded = { data: Buffer; info: OutputInfo }

// Pictures are processed once, so caching is useless; processes work in parallel, not the threads of one.
sharp.cache(false)
sharp.concurrency(1)

const THUMB_SIDE = 100
/** Bytes of pixels of a picture that is decoded whole. An interlaced one of 16 bits takes 600 MB for 50 megapixels. */
const INTERLACED_MAX = 256 * 1024 * 1024

/**
 * Drops metadata and all frames but the first. Throws `file_…` errors for a damaged picture or one beyond `UPLOAD`.
 * Runs in a process of its own (picture-workers.ts): a hostile picture may take long, or crash the decoder.
 */
export async function processPicture(
  buffer: Buffer,
  rules: StoredRules = DEFAULT_PICTURE_RULES,
): Promise<ProcessedPicture> {
  return makeFiles(buffer, await readHeader(buffer, inspect(buffer)), rules)
}

async function makeFiles(buffer: Buffer, original: Pixels, rules: StoredRules): Promise<ProcessedPicture> {
  const full = await decode(buffer, largestBox(original, rules))
  const thumbhash = await thumb(full)
  const files: PictureFile[] = []
  // One after the other, to use one thread and one copy of the pixels per job.
  for (const size of sizesOf(full.info)) files.push(await encode(full, size, rules))
  return { width: full.info.width, height: full.info.height, thumbhash, files }
}

/** Reads the header alone, so that a decompression bomb is rejected before it takes memory. Upright. */
async function readHeader(buffer: Buffer, claimed: ReturnType<typeof inspect>): Promise<Pixels> {
  const header = await damagedIfFails(sharp(buffer, { limitInputPixels: false, failOn: 'error' }).metadata())
  const { width, height } = header.autoOrient
  if (header.format !== claimed.format) throw new AppError('file_damaged')
  checkPixels({ width, height })
  // Its cost was counted by what it claims.
  if (width * height > claimed.pixels) throw new AppError('file_damaged')
  if (interlacedBytes(header) > INTERLACED_MAX) throw new AppError('file_dimensions')
  return { width, height }
}

function interlacedBytes({ format, isProgressive, width, height, channels, depth }: Metadata): number {
  return format === 'png' && isProgressive ? width * height * channels * (depth === 'ushort' ? 2 : 1) : 0
}

function decode(buffer: Buffer, { width, height }: Pixels): Promise<Decoded> {
  // 'error', not 'warning': libjpeg warns about JPEGs of some phones that display fine.
  const picture = sharp(buffer, { limitInputPixels: UPLOAD.pixelsMax, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
  return damagedIfFails(picture.toBuffer({ resolveWithObject: true }))
}

async function encode(full: Decoded, size: Size, rules: StoredRules): Promise<PictureFile> {
  const { suffix, effort, crisp } = PRESETS[size]
  // The presets' qualities are those at the default; the setting moves all by as much.
  const quality = PRESETS[size].quality + rules.quality - DEFAULT_PICTURE_RULES.quality
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
