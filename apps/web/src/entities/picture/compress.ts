import { COMPRESSION } from '#ui/constants.ts'
import { needsCompression, smaller, targetSize } from './compression.ts'

/** One at a time: a decoded phone photo takes some 50 MB, and phones have little. */
let line: Promise<unknown> = Promise.resolve()

/** The picture as it will be sent: a large one made smaller, upright. One the browser cannot read goes as it is. */
export function compress(file: Blob): Promise<Blob> {
  if (!needsCompression(file.size)) return Promise.resolve(file)
  const turn = line.then(() => redraw(file)).catch(() => null)
  line = turn
  return turn.then((blob) => smaller(file, blob))
}

async function redraw(file: Blob): Promise<Blob | null> {
  // Upright by its EXIF orientation, which drawing loses.
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
    // Some browsers cannot write WebP; JPEG knows no transparency, so what shows through is paper.
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    return await encode(canvas, 'image/jpeg')
  } finally {
    bitmap.close()
  }
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, COMPRESSION.quality))
}
