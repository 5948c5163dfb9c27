/**
 * The pomegranate in every size the web app asks for: `node tools/draw/brand.mjs`.
 * Writes logo, favicons, home-screen icons, manifest, default avatar, picture placeholder and the empty-state drawings.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { DRAWINGS, lineDrawing } from './lib/lines.mjs'
import { ACCENT, mark } from './lib/mark.mjs'

const at = (path) => fileURLToPath(new URL(`../../apps/web/${path}`, import.meta.url))
const svg = (size, body) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${body}</svg>\n`
const png = (text, size) =>
  sharp(Buffer.from(text), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()

/** White fruit on an accent tile; `share` is how much of the tile the fruit takes (maskable icons crop to 80 %). */
const tile = (share) => {
  const k = share
  const d = 16 - 16 * k
  return svg(
    32,
    `<rect width="32" height="32" fill="${ACCENT}"/><g transform="translate(${d} ${d}) scale(${k})">${mark('#fff')}</g>`,
  )
}

/** One PNG inside an ICO container. */
function ico(image, size) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, image])
}

// Mid greys with a hint of rose sit well on both white and near-black.
const AVATAR = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256"><defs>
<linearGradient id="g" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="#f6d9de"/><stop offset="1" stop-color="#e3b3bd"/></linearGradient></defs>
<rect width="256" height="256" fill="url(#g)"/><path d="M40 264C44 208 84 186 128 186s84 22 88 78Z" fill="#fff" opacity=".82"/>
<path d="M86 62 78 30l26 14 24-22 24 22 26-14-8 32Z" fill="#fff"/><circle cx="128" cy="120" r="62" fill="#fff"/>
<circle cx="106" cy="118" r="6.4" fill="#7a4a58"/><circle cx="150" cy="118" r="6.4" fill="#7a4a58"/>
<ellipse cx="90" cy="136" rx="11" ry="7" fill="#f4a3b0" opacity=".8"/><ellipse cx="166" cy="136" rx="11" ry="7" fill="#f4a3b0" opacity=".8"/>
<path d="M117 136q11 11 22 0" fill="none" stroke="#7a4a58" stroke-width="4.4" stroke-linecap="round"/></svg>`

// The page's own grey, light or dark, shows through.
const PLACEHOLDER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 640">
<g fill="none" stroke="#9699a1" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"><rect x="160" y="240" width="160" height="160" rx="30"/>
<path d="m166 372 44-46 34 34 26-26 46 46"/><circle cx="272" cy="292" r="15"/></g></svg>`

const MANIFEST = {
  name: '小石榴',
  short_name: '小石榴',
  description: '校园图文社区',
  lang: 'zh-CN',
  start_url: '/explore',
  scope: '/',
  display: 'standalone',
  theme_color: ACCENT,
  background_color: '#ffffff',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    { src: '/logo.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
}

const pub = (name) => at(`public/${name}`)
await mkdir(at('src/ui/drawings'), { recursive: true })
const logo = svg(32, mark(ACCENT))
await writeFile(pub('logo.svg'), logo)
await writeFile(pub('favicon.svg'), logo)
await writeFile(pub('favicon.ico'), ico(await png(logo, 32), 32))
await writeFile(pub('apple-touch-icon.png'), await png(tile(0.72), 180))
await writeFile(pub('icon-192.png'), await png(tile(0.72), 192))
await writeFile(pub('icon-512.png'), await png(tile(0.62), 512))
await writeFile(pub('manifest.webmanifest'), `${JSON.stringify(MANIFEST, null, 2)}\n`)
await sharp(Buffer.from(AVATAR)).resize(256, 256).webp({ quality: 86 }).toFile(pub('default-avatar.webp'))
await sharp(Buffer.from(PLACEHOLDER)).resize(480, 640).webp({ lossless: true }).toFile(pub('placeholder.webp'))
for (const name of Object.keys(DRAWINGS)) await writeFile(at(`src/ui/drawings/${name}.svg`), lineDrawing(name))
