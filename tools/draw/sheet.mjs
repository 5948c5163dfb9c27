/** Contact sheet for looking at the result: `node tools/draw/sheet.mjs <dir> <out.png> [prefix] [columns] [cell px]`. */
import { readdir } from 'node:fs/promises'
import sharp from 'sharp'

const [dir, out, prefix = '', cols = '5', cell = '360'] = process.argv.slice(2)
const [c, n] = [Number(cell), Number(cols)]
const files = (await readdir(dir))
  .filter((f) => f.endsWith('.webp') && prefix.split(',').some((p) => f.startsWith(p)))
  .sort()
const tiles = await Promise.all(
  files.map(async (f, i) => ({
    input: await sharp(`${dir}/${f}`)
      .resize(c - 8, c - 8, { fit: 'contain', background: '#ffffff' })
      .png()
      .toBuffer(),
    left: (i % n) * c + 4,
    top: Math.floor(i / n) * c + 4,
  })),
)
await sharp({ create: { width: n * c, height: Math.ceil(files.length / n) * c, channels: 3, background: '#ffffff' } })
  .composite(tiles)
  .png()
  .toFile(out)
process.stdout.write(`${files.length} pictures\n`)
