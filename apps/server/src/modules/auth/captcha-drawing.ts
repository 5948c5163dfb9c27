/** Pictures of letters that people read and simple programs do not. Every letter is drawn anew from its outline. */
import sharp from 'sharp'
import glyphs from './captcha-glyphs.json' with { type: 'json' }

type Point = [x: number, y: number]
type Bend = (point: Point) => Point

/** Points of each line or curve of an outline: what is to be bent needs several. */
const PARTS = 5

const OUTLINES = new Map(
  Object.entries(glyphs.glyphs).map(([letter, paths]) => [letter, paths.map((path) => contoursOf(path))]),
)
export const CAPTCHA_LETTERS = [...OUTLINES.keys()]

// No two are alike, and one is too small for several threads.
sharp.cache(false)
sharp.concurrency(1)

const WIDTH = 140
const HEIGHT = 48
/** Pixels of the picture per unit. */
const SCALE = 2
const BACKGROUND = '#f5f5f6'

/** An SVG of 140 x 48 that holds nothing but a PNG. */
export async function drawCaptcha(text: string): Promise<string> {
  const png = await sharp(Buffer.from(sceneOf(text)))
    .png({ palette: true, colours: 16, compressionLevel: 9 })
    .toBuffer()
  const data = `data:image/png;base64,${png.toString('base64')}`
  const size = `width="${WIDTH}" height="${HEIGHT}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${WIDTH} ${HEIGHT}"><image ${size} href="${data}"/></svg>`
}

function sceneOf(text: string): string {
  const hue = Math.floor(between(0, 360))
  const ink = () => `hsl(${hue + Math.floor(between(-25, 25))} 60% ${Math.floor(between(28, 40))}%)`
  const everywhere = wave(1.8)
  const step = (WIDTH - 20) / text.length
  const letters = [...text].map((letter, i) => {
    const place: Point = [10 + step * (i + 0.5) + between(-2.5, 2.5), HEIGHT / 2 + between(-4, 4)]
    return `<path fill="${ink()}" fill-rule="evenodd" d="${pathOf(bentLetter(letter, place, everywhere))}"/>`
  })
  const lines = [
    ...Array.from({ length: 2 }, () => `<path ${strokeOf(ink(), between(1, 2))} d="${lineThrough()}"/>`),
    // Cuts letters apart where programs expect them to be whole.
    ...Array.from({ length: 2 }, () => `<path ${strokeOf(BACKGROUND, between(0.7, 1.2))} d="${lineThrough()}"/>`),
  ]
  const dots = Array.from({ length: 45 }, () => {
    const [x, y] = [between(0, WIDTH).toFixed(1), between(0, HEIGHT).toFixed(1)]
    return `<circle cx="${x}" cy="${y}" r="${between(0.4, 1.1).toFixed(1)}" fill="${ink()}"/>`
  })
  const size = `width="${WIDTH * SCALE}" height="${HEIGHT * SCALE}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`
  const background = `<rect width="100%" height="100%" fill="${BACKGROUND}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${background}${[...letters, ...lines, ...dots].join('')}</svg>`
}

function bentLetter(letter: string, [left, top]: Point, everywhere: Bend): Point[][] {
  const outlines = OUTLINES.get(letter) ?? []
  const contours = outlines[Math.floor(between(0, outlines.length))] ?? []
  const points = contours.flat()
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [middleX, middleY] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]
  const own = wave(6)
  const angle = between(-0.32, 0.32)
  const lean = between(-0.28, 0.28)
  const [wide, high] = [between(0.25, 0.31), between(0.29, 0.36)]
  return contours.map((contour) =>
    contour.map(([x, y]) => {
      const [bentX, bentY] = own([x - middleX, y - middleY])
      const [a, b] = [(bentX + lean * bentY) * wide, bentY * high]
      const turned: Point = [a * Math.cos(angle) - b * Math.sin(angle), a * Math.sin(angle) + b * Math.cos(angle)]
      return everywhere([left + turned[0], top + turned[1]])
    }),
  )
}

/** Bends by up to `most` in both directions, in waves about as long as a letter. */
function wave(most: number): Bend {
  const [a, b] = [between(0.5, 1) * most, between(0.5, 1) * most]
  const [lengthX, lengthY] = [between(11, 17) * most, between(11, 17) * most]
  const [startX, startY] = [between(0, 2 * Math.PI), between(0, 2 * Math.PI)]
  return ([x, y]) => [
    x + a * Math.sin((2 * Math.PI * y) / lengthY + startX),
    y + b * Math.sin((2 * Math.PI * x) / lengthX + startY),
  ]
}

function lineThrough(): string {
  const y = () => between(HEIGHT * 0.15, HEIGHT * 0.85).toFixed(1)
  const x = (part: number) => (WIDTH * part + between(-10, 10)).toFixed(1)
  return `M-5 ${y()}C${x(0.3)} ${y()} ${x(0.6)} ${y()} ${WIDTH + 5} ${y()}`
}

const strokeOf = (colour: string, width: number) => `fill="none" stroke="${colour}" stroke-width="${width.toFixed(1)}"`

function pathOf(contours: Point[][]): string {
  return contours
    .map((points) => `M${points.map((point) => point.map((n) => n.toFixed(1)).join(' ')).join('L')}Z`)
    .join('')
}

function between(least: number, most: number): number {
  return least + Math.random() * (most - least)
}

/** The outlines of a path of absolute M, L, Q, C and Z, in points close enough to be bent. */
function contoursOf(path: string): Point[][] {
  const contours: Point[][] = []
  let points: Point[] = []
  for (const [, command = '', rest = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const numbers = rest.match(/-?\d+/g)?.map(Number) ?? []
    const controls = numbers.flatMap((x, i): Point[] => (i % 2 === 0 ? [[x, numbers[i + 1] ?? 0]] : []))
    const last = points.at(-1)
    if (command === 'M') points = [...controls]
    else if (command === 'Z') contours.push(points)
    else if (last) {
      for (let part = 1; part <= PARTS; part++) points.push(pointOn([last, ...controls], part / PARTS))
    }
  }
  return contours
}

/** De Casteljau's: for lines and curves of any degree. */
function pointOn(controls: Point[], at: number): Point {
  const [first = [0, 0] satisfies Point, ...others] = controls
  if (others.length === 0) return first
  const next = others.map(([x, y], i): Point => {
    const [fromX, fromY] = controls[i] ?? [x, y]
    return [fromX + (x - fromX) * at, fromY + (y - fromY) * at]
  })
  return pointOn(next, at)
}
