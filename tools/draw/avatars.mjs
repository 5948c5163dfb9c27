/** Draws the fifty demo avatars: `node tools/draw/avatars.mjs [--out dir]`. People, animals, plants and objects in turn. */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Art } from './lib/art.mjs'
import { dark, hsl, light } from './lib/color.mjs'
import { renderWebp } from './lib/render.mjs'
import { animal } from './scenes/avatar-animals.mjs'
import { portrait } from './scenes/avatar-people.mjs'
import { thing } from './scenes/avatar-things.mjs'

const at = process.argv.indexOf('--out')
const out = at > 0 ? process.argv[at + 1] : fileURLToPath(new URL('../../apps/server/demo/avatars', import.meta.url))

const ANIMALS = [
  'cat',
  'shiba',
  'rabbit',
  'bear',
  'panda',
  'fox',
  'penguin',
  'frog',
  'hamster',
  'tuxedo',
  'duck',
  'koala',
  'deer',
  'whale',
]
const THINGS = [
  'pomegranate',
  'cactus',
  'moon',
  'sunflower',
  'camera',
  'bread',
  'mountain',
  'bubbletea',
  'tulip',
  'cloud',
  'orange',
  'wave',
]

function ground(a, i) {
  const h = (i * 137.5 + 8) % 360
  const tone = [0.8, 0.68, 0.86, 0.42, 0.76][i % 5]
  const c = hsl(h, [0.62, 0.5, 0.6, 0.4, 0.55][i % 5], tone)
  a.fill(a.lin([light(c, 0.28), c, dark(c, 0.1)], 60))
  const kind = i % 4
  if (kind === 0) a.circ(a.w * 0.5, a.h * 0.52, a.w * 0.4, '#ffffff', { o: 0.3 })
  if (kind === 1) for (let k = 0; k < 12; k++) a.circ(a.r(0, a.w), a.r(0, a.h), a.r(3, 13), '#ffffff', { o: 0.2 })
  if (kind === 2)
    for (let k = 0; k < 7; k++) a.rect(k * 44 - 6, -80, 16, 420, '#ffffff', { o: 0.14, t: 'rotate(24 128 128)' })
  if (kind === 3) a.path('M0,190Q64,150 128,184T256,176V256H0Z', dark(c, 0.16), { o: 0.6 })
}

await mkdir(out, { recursive: true })
let total = 0
for (let i = 1; i <= 50; i++) {
  const name = String(i).padStart(2, '0')
  const a = new Art(256, 256, `avatar-${name}`)
  ground(a, i)
  // Half are people; every fourth is an animal, the rest plants and things.
  if (i % 2) portrait(a, (i - 1) / 2)
  else if (i % 4 === 0 || i > 46) animal(a, i === 50 ? 'whale' : ANIMALS[Math.floor(i / 4) % ANIMALS.length])
  else thing(a, THINGS[Math.floor(i / 4) % THINGS.length])
  total += await renderWebp(a, `${out}/${name}.webp`, { seed: name, budget: 7600, grain: 10, mottle: 18 })
}
process.stdout.write(`50 avatars ${Math.round(total / 1024)} KB\n`)
