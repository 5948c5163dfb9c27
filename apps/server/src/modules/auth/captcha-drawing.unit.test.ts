/** Programs of a few lines must not read captchas. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { CAPTCHA_LETTERS, drawCaptcha } from './captcha-drawing.ts'
import glyphs from './captcha-glyphs.json' with { type: 'json' }

const WIDTH = 70
/** Of a letter's template. */
const [WIDE, HIGH] = [16, 20]

type Gray = { at(x: number, y: number): number }

async function grayOf(picture: Buffer, width: number, height: number): Promise<Gray> {
  const { data } = await sharp(picture)
    .resize(width, height, { fit: 'fill' })
    .grayscale()
    .normalise()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const channels = data.length / (width * height)
  return {
    at: (x, y) => (x < 0 || y < 0 || x >= width || y >= height ? 0 : 255 - (data[(y * width + x) * channels] ?? 0)),
  }
}

const plainLetter = (letter: string, font: number, left = 0) =>
  `<path transform="translate(${left + 10} 102)" d="${Reflect.get(glyphs.glyphs, letter)[font]}"/>`
const plainPicture = (body: string, width: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="120"><rect width="100%" height="100%" fill="#fff"/>${body}</svg>`,
  )

/** The letter whose template fits best, of those that share its place in the alphabet. */
async function solver() {
  const templates = await Promise.all(
    CAPTCHA_LETTERS.flatMap((letter) =>
      [0, 1, 2].map(async (font) => {
        const picture = await sharp(plainPicture(plainLetter(letter, font), 130))
          .trim()
          .toBuffer()
        const gray = await grayOf(picture, WIDE, HIGH)
        const values = Array.from({ length: WIDE * HIGH }, (_, i) => gray.at(i % WIDE, Math.floor(i / WIDE)))
        return { letter, values: centred(values) }
      }),
    ),
  )
  return async (picture: Buffer) => {
    const gray = await grayOf(picture, WIDTH, HIGH + 4)
    const step = (WIDTH - 10) / 4
    return [0, 1, 2, 3]
      .map((slot) => {
        let best = { letter: '', fit: -1 }
        for (let left = -2; left <= 2; left++)
          for (let top = 0; top <= 4; top += 2) {
            const startX = Math.round(5 + step * slot - 0.5 + left)
            const seen = centred(
              Array.from({ length: WIDE * HIGH }, (_, i) => gray.at(startX + (i % WIDE), top + Math.floor(i / WIDE))),
            )
            for (const { letter, values } of templates) {
              let fit = 0
              for (let i = 0; i < values.length; i++) fit += (values[i] ?? 0) * (seen[i] ?? 0)
              if (fit > best.fit) best = { letter, fit }
            }
          }
        return best.letter
      })
      .join('')
  }
}

/** Of mean 0 and length 1. */
function centred(values: number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const length = Math.hypot(...values.map((value) => value - mean)) || 1
  return values.map((value) => (value - mean) / length)
}

const pictureIn = (svg: string) => Buffer.from(/base64,([^"]+)/.exec(svg)?.[1] ?? '', 'base64')
const someText = () =>
  Array.from({ length: 4 }, () => CAPTCHA_LETTERS[Math.floor(Math.random() * CAPTCHA_LETTERS.length)]).join('')
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

describe('captchas', () => {
  it('are a picture in an SVG, without outlines, each different', async () => {
    const drawn = await Promise.all(Array.from({ length: 20 }, () => drawCaptcha('ABAB')))
    expect(drawn[0]).toMatch(
      /^<svg [^>]*viewBox="0 0 140 48"><image [^>]*href="data:image\/png;base64,[^"]+"\/><\/svg>$/,
    )
    expect(drawn.join()).not.toMatch(/<path|<text|<circle/)
    expect(new Set(drawn).size).toBe(20)
    expect(await sharp(pictureIn(drawn[0] ?? '')).metadata()).toMatchObject({ format: 'png', width: 280, height: 96 })
    expect(Math.max(...drawn.map((svg) => svg.length))).toBeLessThan(20_000)
  })

  it('are not read by comparing with the letters that they are drawn from', async () => {
    const solve = await solver()
    const count = 100
    let [read, plain] = [0, 0]
    for (let i = 0; i < count; i++) {
      const text = someText()
      if (isSame(await solve(pictureIn(await drawCaptcha(text))), text)) read++
      if (i % 2 > 0) continue
      const letters = await Promise.all(
        [...text].map((letter, at) =>
          sharp(plainPicture(plainLetter(letter, at % 3), 130))
            .trim()
            .resize(56, 72, { fit: 'fill' })
            .toBuffer(),
        ),
      )
      const tiles = letters.map((input, at) => ({ input, left: 20 + at * 60, top: 12 }))
      const row = sharp({ create: { width: 280, height: 96, channels: 3, background: '#fff' } }).composite(tiles)
      if (isSame(await solve(await row.png().toBuffer()), text)) plain++
    }
    // What it reads of fifty where nothing is bent shows that it can.
    expect(plain).toBeGreaterThan(30)
    expect(read).toBeLessThan(4)
  })
})
