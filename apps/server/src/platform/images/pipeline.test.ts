import { crc32, deflateSync } from 'node:zlib'
import { UPLOAD } from '@shiliu/contract/limits'
import sharp, { type Sharp } from 'sharp'
import { thumbHashToApproximateAspectRatio } from 'thumbhash'
import { describe, expect, it } from 'vitest'
import { type ProcessedPicture, processPicture } from './pipeline.ts'

const plain = (width: number, height: number, background = '#c84') =>
  sharp({ create: { width, height, channels: background.length === 9 ? 4 : 3, background } })

/** Noise makes large files in which every byte counts. */
const detailed = (width: number, height: number) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
}

/** Quarters of red, green, blue and yellow, clockwise from the top left. */
function corners(width: number, height: number): Sharp {
  const [red, green, blue, yellow] = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 0],
  ] as const
  const pixel = (i: number) => {
    const [left, top] = [i % width < width / 2, i < (width * height) / 2]
    return top ? (left ? red : green) : left ? yellow : blue
  }
  const pixels = Buffer.from(Array.from({ length: width * height }, (_, i) => pixel(i)).flat())
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

function file(picture: ProcessedPicture, name: string) {
  const found = picture.files.find(({ suffix }) => suffix === `-${name}.webp`)
  if (!found) throw new Error(`no ${name}`)
  return found
}

const sides = ({ width, height }: { width: number; height: number }) => [width, height]

/** The colour names of the four corners, clockwise from the top left. */
async function cornersOf(picture: Sharp): Promise<string> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const [r = 0, g = 0, b = 0] = data.subarray((y * info.width + x) * 3)
    return r > 128 ? (g > 128 ? 'y' : 'r') : g > 128 ? 'g' : b > 128 ? 'b' : 'k'
  }
  const [right, bottom] = [info.width - 5, info.height - 5]
  return at(4, 4) + at(right, 4) + at(right, bottom) + at(4, bottom)
}

describe('a good picture', () => {
  it('is stored in three sizes with its dimensions and a thumbhash', async () => {
    const picture = await processPicture(await plain(3000, 4000).jpeg().toBuffer())
    expect(sides(picture)).toEqual([1800, 2400])
    expect(picture.files.map(({ suffix }) => suffix)).toEqual(['-card.webp', '-detail.webp', '-full.webp'])
    expect(sides(file(picture, 'card'))).toEqual([480, 640])
    expect(sides(file(picture, 'detail'))).toEqual([900, 1200])
    for (const { body, width, height } of picture.files) {
      const made = await sharp(body).metadata()
      expect([made.format, made.width, made.height]).toEqual(['webp', width, height])
    }
    expect(thumbHashToApproximateAspectRatio(Buffer.from(picture.thumbhash, 'base64'))).toBeCloseTo(0.75, 0)
  })

  it('is never enlarged, down to a single pixel', async () => {
    const small = await processPicture(await plain(300, 200).png().toBuffer())
    expect(small.files.map(sides)).toEqual([
      [300, 200],
      [300, 200],
    ])
    expect(sides(await processPicture(await plain(1, 1).png().toBuffer()))).toEqual([1, 1])
  })

  it('has a full size only where it is larger than the detail size', async () => {
    const suffixes = async (width: number, height: number) =>
      (await processPicture(await plain(width, height).png().toBuffer())).files.map(({ suffix }) => suffix)
    expect(await suffixes(1200, 900)).toEqual(['-card.webp', '-detail.webp'])
    expect(await suffixes(1201, 900)).toEqual(['-card.webp', '-detail.webp', '-full.webp'])
  })

  it('may be extremely wide', async () => {
    expect(sides(await processPicture(await plain(10_000, 10).png().toBuffer()))).toEqual([2400, 2])
  })

  it('keeps its pixels where it is a screenshot of several screens', async () => {
    const tall = await processPicture(await plain(1080, 11_130).png().toBuffer())
    expect([sides(tall), sides(file(tall, 'full'))]).toEqual([
      [1080, 11_130],
      [1080, 11_130],
    ])
    expect(sides(file(tall, 'detail'))).toEqual([116, 1200])
    // Cards show the middle of it.
    expect(sides(file(tall, 'card'))).toEqual([480, 640])
  })

  it('is bounded in width where it is tall, upright, and in height by WebP', async () => {
    const sideways = await plain(9000, 2880).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(sides(await processPicture(sideways))).toEqual([1440, 4500])
    const highest = await processPicture(await plain(1000, 16_384).png().toBuffer())
    expect(sides(file(highest, 'full'))).toEqual([1000, 16_383])
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is rotated upright from EXIF orientation %i', async (orientation) => {
    const turned = await processPicture(await corners(60, 40).jpeg().withMetadata({ orientation }).toBuffer())
    // Where the stored corners r g b y (clockwise) end up, by the EXIF standard.
    const upright = ['rgby', 'gryb', 'byrg', 'ybgr', 'rybg', 'yrgb', 'bgry', 'gbyr'][orientation - 1]
    for (const { body, width, height } of turned.files) {
      expect([width, height]).toEqual(orientation > 4 ? [40, 60] : [60, 40])
      expect(await cornersOf(sharp(body))).toBe(upright)
      expect((await sharp(body).metadata()).orientation).toBeUndefined()
    }
  })
})

describe('metadata', () => {
  it('is removed: EXIF, location, XMP, ICC profile', async () => {
    const input = await plain(64, 64)
      .withIccProfile('p3')
      .withExif({
        IFD0: { Artist: 'Secret Artist' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '31/1 12/1 34/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '121/1 26/1 0/1',
        },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .jpeg()
      .toBuffer()
    const before = await sharp(input).metadata()
    expect(before.exif?.includes('Secret Artist')).toBe(true)
    // Tag 0x8825 points to the GPS directory.
    expect(before.exif?.includes(Buffer.from([0x25, 0x88])) || before.exif?.includes(Buffer.from([0x88, 0x25]))).toBe(
      true,
    )
    expect(before.xmp && before.icc).toBeTruthy()
    for (const { body } of (await processPicture(input)).files) {
      const { exif, xmp, icc, iptc } = await sharp(body).metadata()
      expect({ exif, xmp, icc, iptc }).toEqual({})
      expect(body.includes('Secret') || body.includes('EXIF') || body.includes('XMP ')).toBe(false)
    }
  })

  it('is applied first: a wide gamut is converted, not clipped', async () => {
    const input = await plain(16, 16, '#40a060').withIccProfile('p3').png().toBuffer()
    const { data } = await sharp(file(await processPicture(input), 'detail').body)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [r = 0, g = 0, b = 0] = data
    expect(Math.abs(r - 0x40) + Math.abs(g - 0xa0) + Math.abs(b - 0x60)).toBeLessThan(16)
  })
})

describe('unusual formats', () => {
  const cases: [string, () => Promise<Buffer>, { alpha: boolean }][] = [
    ['16-bit PNG', () => plain(50, 40).toColourspace('rgb16').png().toBuffer(), { alpha: false }],
    ['greyscale PNG', () => corners(50, 40).greyscale().png().toBuffer(), { alpha: false }],
    ['CMYK JPEG', () => plain(50, 40).toColourspace('cmyk').jpeg().toBuffer(), { alpha: false }],
    ['progressive JPEG', () => plain(50, 40).jpeg({ progressive: true }).toBuffer(), { alpha: false }],
    ['palette PNG with alpha', () => plain(50, 40, '#c8458080').png({ palette: true }).toBuffer(), { alpha: true }],
    ['WebP with alpha', () => plain(50, 40, '#c8458080').webp({ lossless: true }).toBuffer(), { alpha: true }],
  ]
  it.each(cases)('%s', async (_name, make, { alpha }) => {
    const picture = await processPicture(await make())
    expect(sides(picture)).toEqual([50, 40])
    expect((await sharp(file(picture, 'detail').body).metadata()).hasAlpha).toBe(alpha)
  })

  it.each(['gif', 'webp'] as const)('an animated %s is reduced to its first frame', async (format) => {
    const frames = await Promise.all(['#ff0000', '#0000ff'].map((colour) => plain(40, 30, colour).png().toBuffer()))
    const input = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer()
    expect((await sharp(input).metadata()).pages).toBe(2)
    const picture = await processPicture(input)
    expect(sides(picture)).toEqual([40, 30])
    expect((await sharp(file(picture, 'detail').body).metadata()).pages).toBeUndefined()
    expect(await cornersOf(sharp(file(picture, 'detail').body))).toBe('rrrr')
  })
})

describe('rejects', () => {
  const refusal = (code: string) => expect.objectContaining({ code, status: 400 })

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('a truncated %s', async (format) => {
    const whole = await detailed(400, 300).toFormat(format).toBuffer()
    await processPicture(whole)
    for (const part of [0.02, 0.5, 0.95]) {
      const cut = whole.subarray(0, Math.ceil(whole.length * part))
      await expect(processPicture(cut), `${part}`).rejects.toEqual(refusal('file_damaged'))
    }
  })

  it('a progressive JPEG and an interlaced PNG truncated in the middle', async () => {
    for (const picture of [
      detailed(400, 300).jpeg({ progressive: true }),
      detailed(400, 300).png({ progressive: true }),
    ]) {
      const whole = await picture.toBuffer()
      await expect(processPicture(whole.subarray(0, whole.length / 2))).rejects.toEqual(refusal('file_damaged'))
    }
  })

  it('a PNG with a changed byte', async () => {
    const whole = await detailed(400, 300).png().toBuffer()
    whole.writeUInt8((whole.readUInt8(whole.length >> 1) + 1) % 256, whole.length >> 1)
    await expect(processPicture(whole)).rejects.toEqual(refusal('file_damaged'))
  })

  const ftyp = (brand: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(12)])
  const texts: [string, string, Buffer | string][] = [
    ['nothing', 'file_damaged', ''],
    ['text', 'file_not_image', 'no picture at all, whatever the name says'],
    ['HTML', 'file_not_image', '<!doctype html><svg></svg><script>alert(1)</script>'],
    ['PDF', 'file_not_image', '%PDF-1.7\n%\xe2\xe3'],
    ['MP4', 'file_not_image', ftyp('isom')],
    ['SVG', 'file_type', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['SVG with a prolog', 'file_type', '\ufeff<?xml version="1.0"?>\n<!-- a\nb -->\n<svg width="9" height="9"/>'],
    ['HEIC', 'file_heic', ftyp('heic')],
    ['HEIC under the general brand', 'file_heic', ftyp('mif1')],
    [
      'a JPEG header before HTML',
      'file_damaged',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<html>')]),
    ],
  ]
  it.each(texts)('%s', async (_name, code, body) => {
    await expect(processPicture(Buffer.from(body as string))).rejects.toEqual(refusal(code))
  })

  it('TIFF and AVIF, although they are pictures', async () => {
    for (const picture of [plain(20, 20).tiff(), plain(20, 20).avif()]) {
      await expect(processPicture(await picture.toBuffer())).rejects.toEqual(refusal('file_type'))
    }
  })

  it('more bytes than the limit', async () => {
    await expect(processPicture(Buffer.alloc(UPLOAD.fileMax + 1))).rejects.toEqual(refusal('file_too_large'))
  })

  it('a decompression bomb before memory is allocated for it', async () => {
    const bomb = hollowPng(30_000, 30_000)
    expect(bomb.length).toBeLessThan(1000)
    const before = process.memoryUsage.rss()
    await expect(processPicture(bomb)).rejects.toEqual(refusal('file_dimensions'))
    await expect(processPicture(hollowPng(40_000, 4))).rejects.toEqual(refusal('file_dimensions'))
    // Its pixels would fill 2.7 GB.
    expect(process.memoryUsage.rss() - before).toBeLessThan(500_000_000)
  })
})

/** A PNG that claims these dimensions but has almost no pixel data. */
function hollowPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(named.length + 8)
    frame.writeUInt32BE(data.length, 0)
    frame.set(named, 4)
    frame.writeUInt32BE(crc32(named), named.length + 4)
    return frame
  }
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const pixels = deflateSync(Buffer.alloc(1000))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}
