import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { TestInfo } from '@playwright/test'
import sharp from 'sharp'

const GPS = { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 36/1', GPSLongitudeRef: 'E', GPSLongitude: '120/1 9/1 0/1' }

/** Grey noise, which no format can compress much. */
function noise(width: number, height: number) {
  const pixels = randomBytes(width * height * 3)
  for (let index = 0; index < pixels.length; index++) pixels[index] = 96 + ((pixels[index] ?? 0) & 63)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** A large JPEG with EXIF location, stored rotated (orientation 6). Upright it is 3:4 with a red band at the top. */
export async function phonePhoto(info: TestInfo, name: string, width = 4000): Promise<string> {
  const height = (width * 3) / 4
  // With orientation 6, the left edge as stored is the top.
  const band = { create: { width: width / 4, height, channels: 3, background: { r: 210, g: 20, b: 20 } } } as const
  const path = info.outputPath(name)
  await noise(width, height)
    .composite([{ input: band, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: 'Shiliu', Model: 'Phone' }, IFD3: GPS })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 82 })
    .toFile(path)
  return path
}

async function save(info: TestInfo, name: string, bytes: Uint8Array | string): Promise<string> {
  const path = info.outputPath(name)
  await writeFile(path, bytes)
  return path
}

export const textNamedJpeg = (info: TestInfo) => save(info, 'homework.jpg', '这不是图片，只是改了名字的文本。\n')

/** Small enough that the browser sends it unchanged. */
export const truncatedPhoto = (info: TestInfo) => halfOf(info, 900, 1200)

/** Large enough that the browser would make it smaller. */
export const truncatedLargePhoto = (info: TestInfo) => halfOf(info, 3000, 4000)

async function halfOf(info: TestInfo, width: number, height: number): Promise<string> {
  const whole = await noise(width, height).jpeg().toBuffer()
  return save(info, 'half.jpg', whole.subarray(0, whole.length / 2))
}

/** 30000 x 30000 black pixels in about 100 KB. */
export function hugePicture(info: TestInfo): Promise<string> {
  const side = 30_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit per pixel, greyscale.
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 1 })
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))]
  return save(info, 'huge.png', Buffer.concat([signature, ...chunks]))
}

function pngChunk(kind: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Above the size limit and not decodable, so that the browser cannot compress it. */
export async function heavyPicture(info: TestInfo): Promise<string> {
  const start = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  return save(info, 'heavy.png', Buffer.concat([start.subarray(0, 40), randomBytes(6 * 1024 * 1024)]))
}

/** A red pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

export async function colouredPicture(info: TestInfo, background: string): Promise<string> {
  const picture = sharp({ create: { width: 400, height: 400, channels: 3, background } })
  return save(info, `${background}.png`, await picture.png().toBuffer())
}

/** A valid image of more than 20 MB. */
export async function unpackedPicture(info: TestInfo): Promise<string> {
  const picture = sharp({ create: { width: 3200, height: 2400, channels: 3, background: 'green' } })
  return save(info, 'unpacked.png', await picture.png({ compressionLevel: 0 }).toBuffer())
}

/** Like a phone's screenshot of a whole conversation: 1080 x 11130, small print in bubbles. */
export function chatScreenshot(info: TestInfo): Promise<string> {
  const [width, height, line] = [1080, 11_130, 140]
  const bubbles = Array.from({ length: Math.floor(height / line) }, (_, at) => {
    const own = at % 3 === 1
    const [x, y] = [own ? 300 : 40, at * line + 20]
    return `<rect x="${x}" y="${y}" width="740" height="100" rx="16" fill="${own ? '#95ec69' : '#ffffff'}"/>
      <text x="${x + 24}" y="${y + 64}" font-size="42" fill="#191919">第 ${at + 1} 条消息：图书馆三楼见 2026-11-22</text>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif">
    <rect width="100%" height="100%" fill="#ededed"/>${bubbles.join('')}</svg>`
  return sharp(Buffer.from(svg), { unlimited: true })
    .png()
    .toBuffer()
    .then((bytes) => save(info, 'chat.png', bytes))
}

/** Only what tells a HEIC photo from others: no library here writes one. */
export const heicPhoto = (info: TestInfo, name: string) =>
  save(info, name, new TextEncoder().encode('\0\0\0\x18ftypheic\0\0\0\0mif1heic'))
