/** Makes large pictures smaller before they are uploaded (docs/product.md#picture-uploader). */

/** Pictures of more bytes than this are redrawn so that their longest side is at most `SIDE`. */
const ABOVE_BYTES = 0.8 * 1024 * 1024
const SIDE = 1200
const QUALITY = 0.4

export function needsCompression(bytes: number): boolean {
  return bytes > ABOVE_BYTES
}

/** Pixels to draw at: the longest side at most `SIDE`, never enlarged, no side below 1. */
export function targetSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The smaller of the two: a well compressed picture may grow when it is encoded again. */
export function smaller<T extends { size: number }>(original: T, compressed: T | null): T {
  return compressed && compressed.size < original.size ? compressed : original
}

/** Runs one compression at a time: a decoded phone photo takes some 50 MB of memory. */
let queue: Promise<unknown> = Promise.resolve()

/** The picture to upload. A picture that the browser cannot decode is uploaded as it is. */
export function compress(file: Blob): Promise<Blob> {
  if (!needsCompression(file.size)) return Promise.resolve(file)
  const redrawn = queue.then(() => redraw(file)).catch(() => null)
  queue = redrawn
  return redrawn.then((blob) => smaller(file, blob))
}

async function redraw(file: Blob): Promise<Blob | null> {
  // Applies the EXIF orientation, which the canvas drops.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, targetSize(bitmap.width, bitmap.height))
    const context = canvas.getContext('2d')
    if (!context) return null
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const webp = await encode(canvas, 'image/webp')
    if (webp?.type === 'image/webp') return webp
    // Browsers that cannot write WebP write JPEG, which has no transparency: paint white behind the picture.
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    return await encode(canvas, 'image/jpeg')
  } finally {
    bitmap.close()
  }
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))
}
