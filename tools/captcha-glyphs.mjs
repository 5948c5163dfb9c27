/**
 * Writes the outlines that captchas are drawn from, so that no font needs to be installed:
 *
 *   npm pack @fontsource/bitter@5.3.0 @fontsource/comic-neue@5.3.0 @fontsource/lato@5.3.0 opentype.js@1.3.4
 *   node tools/captcha-glyphs.mjs <folder with the four unpacked>
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

/** Without those that look alike once they are bent, in either case. */
const LETTERS = 'ABDEFHKMNPRTUWXYabdehm347'
const FONTS = ['bitter', 'comic-neue', 'lato']
/** Capitals of every font are so high. */
const HEIGHT = 100

const folder = resolve(process.argv[2] ?? '.')
const opentype = createRequire(import.meta.url)(join(folder, 'opentype.js/dist/opentype.js'))

/** @param {string} name */
function readFont(name) {
  const file = readFileSync(join(folder, name, `files/${name}-latin-700-normal.woff`))
  const font = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.length))
  const capital = font.charToGlyph('H').getPath(0, 0, 1000).getBoundingBox()
  const size = (HEIGHT * 1000) / (capital.y2 - capital.y1)
  return (/** @type {string} */ letter) => font.charToGlyph(letter).getPath(0, 0, size).toPathData(0)
}

const fonts = FONTS.map(readFont)
const glyphs = Object.fromEntries([...LETTERS].map((letter) => [letter, fonts.map((path) => path(letter))]))
const license = 'Outlines of Bitter, Comic Neue and Lato, bold: SIL Open Font License 1.1'
const target = new URL('../apps/server/src/modules/auth/captcha-glyphs.json', import.meta.url)
writeFileSync(target, `${JSON.stringify({ license, glyphs }, null, 2)}\n`)
