import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { inspect } from './inspect.ts'

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#c84' } })

describe('the pixels that a file claims', () => {
  const files: [string, () => Promise<Buffer>][] = [
    ['a JPEG', () => plain(640, 360).jpeg().toBuffer()],
    ['a progressive JPEG', () => plain(640, 360).jpeg({ progressive: true }).toBuffer()],
    [
      'a JPEG with metadata before the frame',
      () =>
        plain(640, 360)
          .withExif({ IFD0: { Artist: 'a' } })
          .jpeg()
          .toBuffer(),
    ],
    ['a PNG', () => plain(640, 360).png().toBuffer()],
    ['a lossy WebP', () => plain(640, 360).webp().toBuffer()],
    ['a lossless WebP', () => plain(640, 360).webp({ lossless: true }).toBuffer()],
    ['a WebP with alpha', () => plain(640, 360, 4).webp().toBuffer()],
    [
      'a WebP with metadata',
      () =>
        plain(640, 360)
          .withExif({ IFD0: { Artist: 'a' } })
          .webp()
          .toBuffer(),
    ],
    ['a GIF', () => plain(640, 360).gif().toBuffer()],
  ]
  it.each(files)('are read from %s', async (_, make) => {
    expect(inspect(await make()).pixels).toBe(640 * 360)
  })

  it.each(['gif', 'webp'] as const)('are those of one frame of an animated %s', async (format) => {
    const frames = await Promise.all([1, 2, 3].map(() => plain(40, 30).png().toBuffer()))
    const file = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer()
    expect(inspect(file)).toEqual({ format, pixels: 40 * 30 })
  })

  it('are those of the largest frame where a GIF claims a smaller screen, as the decoder takes it', async () => {
    const file = await plain(640, 360).gif().toBuffer()
    file.writeUInt16LE(10, 6)
    file.writeUInt16LE(10, 8)
    const { width, height } = await sharp(file).metadata()
    expect([width, height]).toEqual([640, 360])
    expect(inspect(file).pixels).toBe(640 * 360)
  })
})

it('refuses a file that ends before its size, at once', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const file = await plain(640, 360).toFormat(format).toBuffer()
    expect(() => inspect(file.subarray(0, 17)), format).toThrow(expect.objectContaining({ code: 'file_damaged' }))
  }
})

it('takes little time for files made to be read slowly', () => {
  const jpegs = [[0xff], [0xff, 0xe1, 0, 2], [0xff, 0], [0]].map((filling) => {
    const file = Buffer.alloc(5 * 1024 * 1024, Buffer.from(filling))
    file.set([0xff, 0xd8, 0xff])
    return file
  })
  const gif = Buffer.alloc(5 * 1024 * 1024, Buffer.from([0x21, 1, 1, 1]))
  gif.write('GIF89a')
  const start = performance.now()
  for (const file of jpegs) expect(() => inspect(file)).toThrow(expect.objectContaining({ code: 'file_damaged' }))
  expect(inspect(gif).format).toBe('gif')
  expect(performance.now() - start).toBeLessThan(500)
})
