/** Bytes of photographs: as taken, as sent by the browser and as stored, by the rule before and by the present one. */
import { chromium, type Page } from '@playwright/test'
import { build } from 'esbuild'
import sharp from 'sharp'
import { type ProcessedPicture, processPicture } from '../apps/server/src/platform/images/pipeline.ts'
import { chromiumArgs, findChromium } from '../tools/lib/chromium.mjs'
import { UsageError } from './options.ts'

const COUNT = 20
const [WIDTH, HEIGHT] = [4000, 3000]
/** The rule of decision 006: 1200 px on the longer side at quality 0.4. */
const BEFORE = { side: 1200, quality: 0.4 }

export type PictureFigures = { taken: number; before: Sent; now: Sent }
type Sent = { sent: number; width: number; height: number; stored: number; full: number }

export async function measurePictures(say: (line: string) => void): Promise<PictureFigures[]> {
  const executablePath = findChromium()
  if (!executablePath)
    throw new UsageError('--pictures: no Chromium or Chrome was found; CHROMIUM_PATH says where it is')
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: await bundle('apps/web/src/entities/picture/compress.ts') })
    const figures: PictureFigures[] = []
    for (let seed = 1; seed <= COUNT; seed++) {
      const photo = await takePhoto(seed)
      const before = await store(await inBrowser(page, photo, BEFORE))
      const now = await store(await inBrowser(page, photo, null))
      figures.push({ taken: photo.length, before, now })
      say(`picture ${seed} of ${COUNT}`)
    }
    return figures
  } finally {
    await browser.close()
  }
}

/** The app's own code, as a global of the page. */
async function bundle(file: string): Promise<string> {
  const options = { bundle: true, format: 'iife', globalName: 'app', write: false } as const
  const { outputFiles } = await build({ entryPoints: [file], ...options })
  return outputFiles[0]?.text ?? ''
}

/** What the browser sends of a photo: by a fixed rule, or, with null, by the app's. */
async function inBrowser(page: Page, photo: Buffer, rule: typeof BEFORE | null): Promise<Buffer> {
  const sent = await page.evaluate(
    async ({ base64, fixed }) => {
      const file = await (await fetch(`data:image/jpeg;base64,${base64}`)).blob()
      const { app } = globalThis as unknown as { app: { compress(file: Blob): Promise<Blob> } }
      let made: Blob | null = null
      if (fixed) {
        const bitmap = await createImageBitmap(file)
        const scale = fixed.side / Math.max(bitmap.width, bitmap.height)
        const canvas = document.createElement('canvas')
        Object.assign(canvas, { width: bitmap.width * scale, height: bitmap.height * scale })
        const context = canvas.getContext('2d')
        if (!context) throw new Error('no canvas')
        context.imageSmoothingQuality = 'high'
        context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
        made = await new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', fixed.quality))
      } else made = await app.compress(file)
      const reader = new FileReader()
      return new Promise<string>((resolve) => {
        reader.onload = () => resolve(String(reader.result))
        reader.readAsDataURL(made ?? file)
      })
    },
    { base64: photo.toString('base64'), fixed: rule },
  )
  return Buffer.from(sent.slice(sent.indexOf(',') + 1), 'base64')
}

async function store(sent: Buffer): Promise<Sent> {
  const { width, height, files }: ProcessedPicture = await processPicture(sent)
  const stored = files.reduce((sum, { body }) => sum + body.length, 0)
  const full = files.find(({ suffix }) => suffix === '-full.webp')?.body.length ?? 0
  return { sent: sent.length, width, height, stored, full }
}

/** Mulberry32. */
function randomBy(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * A picture of 12 megapixels with what makes photographs large: structure at every scale, weaker the finer it is (as in
 * nature), edges, colours that change slowly, and the noise of a sensor. How much of it varies from one to the next.
 */
async function takePhoto(seed: number): Promise<Buffer> {
  const random = randomBy(seed)
  const texture = 0.35 + random() * 0.65
  const light = Buffer.alloc(WIDTH * HEIGHT)
  const sum = new Float32Array(WIDTH * HEIGHT).fill(60 + random() * 100)
  for (let cells = 4; cells <= 2000; cells *= 2) {
    const layer = await noise(random, cells, Math.round((cells * HEIGHT) / WIDTH), 1)
    const strength = (texture * 45) / cells ** 0.3
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (((layer[at] ?? 0) - 128) / 64) * strength
  }
  const sensor = 1.5 + random() * 2.5
  for (let at = 0; at < sum.length; at++)
    light[at] = Math.max(0, Math.min(255, (sum[at] ?? 0) + (random() + random() + random() - 1.5) * 2 * sensor))
  const colour = await noise(random, 12, 9, 3)
  const shapes = Array.from({ length: 14 }, () => {
    const [x, y, size] = [random() * WIDTH, random() * HEIGHT, 150 + random() * 1200]
    const corners = Array.from({ length: 5 }, () => `${x + (random() - 0.5) * size},${y + (random() - 0.5) * size}`)
    const grey = Math.round(random() * 255)
    return `<polygon points="${corners.join(' ')}" fill="rgb(${grey},${grey},${grey})" fill-opacity="${0.2 + random() * 0.5}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${shapes.join('')}</svg>`
  const base = await sharp(colour, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .composite([
      { input: light, raw: { width: WIDTH, height: HEIGHT, channels: 1 }, blend: 'hard-light' },
      { input: Buffer.from(svg), blend: 'soft-light' },
    ])
    .removeAlpha()
    .raw()
    .toBuffer()
  return sharp(base, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer()
}

/** Random values on a grid of `cells` x `rows`, smoothly enlarged to the size of the picture. */
function noise(random: () => number, cells: number, rows: number, channels: 1 | 3): Promise<Buffer> {
  const values = Buffer.from(Array.from({ length: cells * rows * channels }, () => Math.floor(random() * 256)))
  return sharp(values, { raw: { width: cells, height: rows, channels } })
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer()
}
