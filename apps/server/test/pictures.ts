import sharp from 'sharp'
import type { UploadedFile } from '#platform/http/multipart.ts'

type Size = { width?: number; height?: number }

/** A JPEG like a phone's: stored sideways, with EXIF orientation, camera name and GPS position. */
export function phonePhoto({ width = 1200, height = 900 }: Size = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c0392b' } })
    .withMetadata({
      orientation: 6,
      exif: {
        IFD0: { Make: 'Shiliu Phone' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '39/1 54/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '116/1 23/1 0/1',
        },
      },
    })
    .jpeg()
    .toBuffer()
}

/** A small PNG whose colour depends on the seed. */
export function smallPicture(seed = 0): Promise<Buffer> {
  const background = { r: (seed * 37) % 256, g: (seed * 91) % 256, b: 120 }
  return sharp({ create: { width: 60, height: 80, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Like a screenshot of several screens: `full` is larger than `detail`. */
export function tallPicture(): Promise<Buffer> {
  return sharp({ create: { width: 100, height: 3000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
}

export async function smallFile(seed = 0): Promise<UploadedFile> {
  return { name: `picture-${seed}.png`, body: await smallPicture(seed) }
}

type Part = { field: string; name: string; body: Buffer | string; type?: string }

/** A multipart body and its content type, for `app.inject`. */
export function multipart(parts: Part[]): { payload: Buffer; headers: { 'content-type': string } } {
  const boundary = '----shiliu-test'
  const pieces = parts.flatMap(({ field, name, body, type = 'image/jpeg' }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    body,
    '\r\n',
  ])
  const payload = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)))
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
