/** SVG to WebP: adds a seeded paper mottle and film grain, then searches the quality that meets the byte budget. */
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { rng } from './rng.mjs'

sharp.concurrency(1)

function greyTile(w, h, r, amount) {
  const data = Buffer.alloc(w * h * 3)
  for (let i = 0; i < w * h; i++) data.fill(Math.round(128 + r.bell() * amount), i * 3, i * 3 + 3)
  return sharp(data, { raw: { width: w, height: h, channels: 3 } })
}

export async function renderWebp(art, file, { grain = 20, mottle = 34, budget = 37_500, seed = 'grain' } = {}) {
  const { w, h } = art
  const r = rng(seed)
  const clouds = await greyTile(Math.ceil(w / 150), Math.ceil(h / 150), r, mottle)
    .resize(w, h, { kernel: 'cubic', fit: 'fill' })
    .png()
    .toBuffer()
  const tile = Math.min(512, w, h)
  const specks = await greyTile(tile, tile, r, grain).blur(0.6).png().toBuffer()
  const flat = await sharp(Buffer.from(art.svg()), { unlimited: true })
    .flatten()
    .composite([
      { input: clouds, blend: 'soft-light' },
      { input: specks, tile: true, blend: 'soft-light' },
    ])
    .removeAlpha()
    .raw()
    .toBuffer()
  const image = () => sharp(flat, { raw: { width: w, height: h, channels: 3 } })
  let out
  for (const quality of [84, 76, 68, 60, 52, 44, 36, 28, 20]) {
    out = await image().webp({ quality, effort: 4, smartSubsample: true }).toBuffer()
    if (out.length <= budget) break
  }
  await writeFile(file, out)
  return out.length
}
