/** Makes large pictures smaller before they are uploaded (docs/product.md#picture-uploader). */
import { UPLOAD } from '@shiliu/contract/limits'
import { fitInto, isTall, largestBox, type PictureRules, type Pixels } from '@shiliu/contract/pictures'
import { fileMax } from './file-rules.ts'
import { pictureRules } from './picture-rules.ts'

/** Files of fewer bytes are sent as they are. */
const ABOVE_BYTES = 0.8 * 1024 * 1024
/** About what the server encodes at again. */
const BEST = (pictureRules.quality - 2) / 100
/** The first that gives a file within the limit is used. */
const QUALITIES = [BEST, ...[0.6, 0.4].filter((quality) => quality < BEST)]
/** iOS draws nothing on a larger canvas. */
const CANVAS_PIXELS_MAX = 16_000_000
/** Cameras of phones reach 200 megapixels; what is larger is no photo and would exhaust the memory. */
const DECODED_PIXELS_MAX = 220_000_000

/** Whether the server takes a picture as it is. */
function isAccepted({ width, height }: Pixels, bytes: number, rules: PictureRules): boolean {
  const { pixelsMax, sideMax } = UPLOAD
  return bytes <= fileMax(rules) && width * height <= pixelsMax && Math.max(width, height) <= sideMax
}

/** Pixels to draw a picture at; null where it is sent as it is, as a tall one is for its small print. */
export function targetSize(picture: Pixels, bytes: number, rules = pictureRules): Pixels | null {
  if (isAccepted(picture, bytes, rules) && (bytes <= ABOVE_BYTES || isTall(picture))) return null
  if (picture.width * picture.height > DECODED_PIXELS_MAX) return null
  const { width, height } = fitInto(picture, largestBox(picture, rules))
  const scale = Math.min(1, Math.sqrt(CANVAS_PIXELS_MAX / (width * height)))
  return { width: Math.floor(width * scale), height: Math.floor(height * scale) }
}

/** Runs one compression at a time: a decoded phone photo takes some 50 MB of memory. */
let queue: Promise<unknown> = Promise.resolve()

/** The picture to upload. A picture that the browser cannot decode is uploaded as it is. */
export async function compress(file: Blob): Promise<Blob> {
  const url = URL.createObjectURL(file)
  try {
    const image = await loadImage(url)
    const picture = { width: image.naturalWidth, height: image.naturalHeight }
    const target = targetSize(picture, file.size)
    if (!target) return file
    const turn = queue.then(() => redraw(file, image, target))
    queue = turn.catch(() => {})
    const redrawn = await turn
    // A well compressed picture may grow when it is encoded again.
    const better = redrawn && (redrawn.size < file.size || !isAccepted(picture, file.size, pictureRules))
    return better ? redrawn : file
  } catch {
    return file
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Reads the size, upright, without decoding the pixels. */
function loadImage(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('The browser cannot read the picture'))
    image.src = url
  })
}

/**
 * The pixels, upright. Throws where the picture is truncated, of which an `<img>` would draw a part. Older browsers
 * lack `createImageBitmap`, or its option, without which a photo lies on its side.
 */
async function decode(file: Blob, image: HTMLImageElement): Promise<ImageBitmap | HTMLImageElement> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (error) {
    if (error instanceof DOMException) throw error
    if ('createImageBitmap' in window) (await createImageBitmap(file)).close()
    await image.decode()
    return image
  }
}

async function redraw(file: Blob, image: HTMLImageElement, { width, height }: Pixels): Promise<Blob | null> {
  const picture = await decode(file, image)
  const canvas = document.createElement('canvas')
  try {
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')
    if (!context) return null
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, width, height)
    const webp = await encode(canvas, 'image/webp')
    if (webp?.type === 'image/webp') return webp
    // Browsers that cannot write WebP write JPEG, which has no transparency: paint white behind the picture.
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    return await encode(canvas, 'image/jpeg')
  } finally {
    if ('close' in picture) picture.close()
    // iOS counts the memory of canvases that are not collected yet.
    canvas.width = 0
  }
}

async function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  let blob: Blob | null = null
  for (const quality of QUALITIES) {
    blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
    if (blob?.type !== type || blob.size <= fileMax()) break
  }
  return blob
}
