/**
 * Draws the demo pictures: `node tools/draw/pictures.mjs [--out dir] [--only name-prefix]`.
 * The same plan always yields the same bytes; index.json lists what was drawn.
 */
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Art } from './lib/art.mjs'
import { renderWebp } from './lib/render.mjs'
import { PLAN, SIZES } from './plan.mjs'

const option = (name) => {
  const i = process.argv.indexOf(name)
  return i > 0 ? process.argv[i + 1] : undefined
}
const out = option('--out') ?? fileURLToPath(new URL('../../apps/server/demo/pictures', import.meta.url))
const only = option('--only')?.split(',')

await mkdir(out, { recursive: true })
const index = []
let total = 0
for (const [category, list] of Object.entries(PLAN)) {
  for (const [i, [size, scene, draw, options = {}, tune = {}]] of list.entries()) {
    const name = `${category}-${String(i + 1).padStart(2, '0')}`
    const file = `${name}.webp`
    const [width, height] = SIZES[size]
    index.push({ file, width, height, category, scene })
    if (!only || only.some((p) => name.startsWith(p))) {
      const art = new Art(width, height, `${name}${options.seed ?? ''}`)
      draw(art, options)
      const bytes = await renderWebp(art, `${out}/${file}`, { seed: name, ...tune })
      process.stdout.write(`${file} ${width}x${height} ${Math.round(bytes / 1024)} KB ${draw.name}\n`)
    }
    total += await stat(`${out}/${file}`).then(
      (s) => s.size,
      () => 0,
    )
  }
}
await writeFile(`${out}/index.json`, `[\n${index.map((e) => `  ${JSON.stringify(e)}`).join(',\n')}\n]\n`)
process.stdout.write(`${index.length} pictures ${(total / 1e6).toFixed(2)} MB\n`)
