import { dark, light, mix } from '../lib/color.mjs'
import { catLoaf, person, sitter } from '../lib/figures.mjs'
import { petals, shafts } from '../lib/nature.mjs'
import { bookPile, bookRow, deskLamp, mug, plant } from '../lib/things.mjs'
import { openBook } from '../lib/things-top.mjs'

export const SPINES = {
  warm: ['#8f2f2f', '#c9743a', '#d9a94a', '#3f5a4a', '#2f3f5a', '#6a3f4f', '#e3cfa4', '#4a2f2a'],
  cool: ['#22406a', '#2f6f7f', '#5a5f9a', '#8fa8b8', '#c9d3d6', '#1d2f4a', '#a85a5a', '#d9b46a'],
  bright: ['#e8574f', '#f2b84b', '#2f9f8f', '#3f6fc0', '#f4efe6', '#7f5fc0', '#f29ab0', '#22305f'],
}

/** Shelves filling the wall, desk and lamp in front. */
export function nook(
  a,
  {
    spines = 'warm',
    wood = '#5a3524',
    wall = '#2a1820',
    light: cone = '#ffd890',
    rows = 5,
    reader = true,
    cat = false,
    lampColor = '#2f7f5f',
    night = true,
    side = 1,
  },
) {
  const { w, h, u, r } = a
  a.fill(a.lin([wall, dark(wall, 0.3)]))
  const bottom = h * 0.74
  const sh = bottom / rows
  const cols = Math.max(2, Math.round(w / (u * 52)))
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < cols; i++) {
      const [x, cw, y] = [(w / cols) * i, w / cols, sh * (j + 1)]
      a.rect(x, y - sh, cw, sh, a.lin([dark(wall, 0.5), dark(wall, 0.1)]))
      if (r.chance(0.16)) {
        bookRow(a, x + u * 2, x + cw * 0.5, y - u * 1.2, sh * 0.86, SPINES[spines])
        if (r.chance(0.5))
          plant(a, x + cw * 0.72, y - u, sh * 0.8, { kind: r.pick(['broad', 'sprig', 'snake']), pot: '#e3cfa4' })
        else
          bookPile(
            a,
            x + cw * 0.72,
            y - u,
            cw * 0.36,
            [0, 1, 2, 3].map(() => r.pick(SPINES[spines])),
            sh * 0.14,
          )
      } else bookRow(a, x + u * 2, x + cw - u * 2, y - u * 1.2, sh * 0.86, SPINES[spines])
      a.rect(
        x,
        y - sh,
        cw,
        sh * 0.22,
        a.lin([
          [0, '#0a0510', 0.55],
          [1, '#0a0510', 0],
        ]),
      )
      a.rect(x, y - u * 1.4, cw, u * 2, a.lin([light(wood, 0.25), dark(wood, 0.2)]))
      a.rect(x - u, 0, u * 2, bottom, a.lin([light(wood, 0.2), wood, dark(wood, 0.3)], 0))
    }
  }
  const lx = w * (side > 0 ? 0.7 : 0.3)
  if (night)
    a.fill(
      a.rad(
        [
          [0, cone, 0.3],
          [0.35, '#1a0a20', 0],
          [1, '#0a0414', 0.72],
        ],
        lx / w,
        0.62,
        0.75,
      ),
    )
  a.rect(0, h * 0.74, w, h * 0.27, a.lin([light(wood, 0.42), light(wood, 0.12), dark(wood, 0.35)]))
  a.ell(
    lx - side * u * 8,
    h * 0.83,
    u * 46,
    u * 6.5,
    a.rad([
      [0, cone, night ? 0.75 : 0.2],
      [1, cone, 0],
    ]),
  )
  bookPile(
    a,
    w * 0.5 + side * u * (w > h ? 46 : 34),
    h * 0.81,
    u * 22,
    [0, 1, 2, 3].map((i) => SPINES[spines][i]),
    u * 3.6,
  )
  deskLamp(a, lx + side * u * 6, h * 0.83, u * 40, { color: lampColor, dir: -side, cone, on: night })
  a.at(w * 0.5 - side * u * 6, h * 0.84, { k: 0.4, kx: 1 }, () =>
    openBook(a, 0, 0, u * 34, 0, { cover: SPINES[spines][4] }),
  )
  if (cat) catLoaf(a, w * 0.5 - side * u * 34, h * 0.85, u * 26, '#e9dfd2', { stripes: '#b9a48f' })
  else mug(a, w * 0.5 - side * u * 34, h * 0.84, u * 10, '#f2e6d6', {})
  if (reader)
    sitter(a, w * 0.5 - side * u * 6, h * 1.04, u * 50, {
      top: night ? '#c9574a' : '#f4efe6',
      long: side > 0,
      bun: side < 0,
    })
  if (!night) shafts(a, w * 0.1, 0, 5, '#fff0c8', { spread: w * 0.8, slant: 0.5, o: 0.32 })
  petals(a, 40, ['#fff3d0'], [0, 0, w, h], 0.22)
}

/** Aisle between shelves in one-point perspective, bright window at the end. */
export function aisle(
  a,
  { spines = 'cool', wood = '#6a4a35', glow = '#fff2cf', floor = '#c99a6a', walker = true, vy = 0.5 },
) {
  const { w, h, u, r } = a
  const [px, py] = [w * 0.5, h * vy]
  a.fill(a.lin([dark(wood, 0.5), dark(wood, 0.2), light(floor, 0.1), dark(floor, 0.4)]))
  a.poly(
    [
      [px - u * 13, py + u * 17],
      [px + u * 13, py + u * 17],
      [w * 1.1, h * 1.1],
      [-w * 0.1, h * 1.1],
    ],
    a.lin([light(floor, 0.5), floor, dark(floor, 0.4)]),
  )
  a.poly(
    [
      [px - u * 13, py - u * 24],
      [px + u * 13, py - u * 24],
      [w, 0],
      [0, 0],
    ],
    a.lin([mix(wood, '#1a1020', 0.4), '#1a1020'], -90),
  )
  a.rect(px - u * 13, py - u * 24, u * 26, u * 41, a.lin([light(glow, 0.5), glow]))
  for (let i = 1; i < 3; i++)
    a.rect(px - u * 13 + i * u * 8.7 - u * 0.4, py - u * 24, u * 0.8, u * 41, dark(floor, 0.3))
  for (const k of [0.3, 0.65]) a.rect(px - u * 13, py - u * 24 + u * 41 * k, u * 26, u * 0.8, dark(floor, 0.3))
  const bays = 7
  for (const s of [-1, 1])
    for (let i = 0; i < bays; i++) {
      // Depth from near (0) to far (1), with perspective foreshortening.
      const z = (q) => 1 / (1 + q * 0.62)
      const [n, f] = [z(i), z(i + 1)]
      const [xn, xf] = [px + s * (u * 6 + w * 0.62 * n), px + s * (u * 6 + w * 0.62 * f)]
      const top = (k) => py - u * 12 - h * 0.56 * k
      const bot = (k) => py + u * 8 + h * 0.5 * k
      a.poly(
        [
          [xn, top(n)],
          [xf, top(f)],
          [xf, bot(f)],
          [xn, bot(n)],
        ],
        dark(wood, 0.45),
      )
      for (let row = 0; row < 6; row++) {
        const count = 9
        for (let b = 0; b < count; b++) {
          const q = (t) => z(i + t)
          const [t0, t1] = [0.08 + (b / count) * 0.86, 0.08 + ((b + 0.92) / count) * 0.86]
          const hi = (row + r(0.12, 0.34)) / 6
          const lo = (row + 0.93) / 6
          const yy = (t, k) => top(q(t)) + (bot(q(t)) - top(q(t))) * k
          const xx = (t) => px + s * (u * 6 + w * 0.62 * q(t))
          const c = mix(glow, r.pick(SPINES[spines]), Math.min(1, 0.42 + n * 0.7))
          a.poly(
            [
              [xx(t0), yy(t0, hi)],
              [xx(t1), yy(t1, hi)],
              [xx(t1), yy(t1, lo)],
              [xx(t0), yy(t0, lo)],
            ],
            r.chance(0.5) ? c : dark(c, 0.16),
          )
        }
        const yb = (k, q) => top(q) + (bot(q) - top(q)) * k
        const k1 = (row + 0.94) / 6
        a.poly(
          [
            [xn, yb(k1, n)],
            [xf, yb(k1, f)],
            [xf, yb(k1 + 0.012, f)],
            [xn, yb(k1 + 0.012, n)],
          ],
          light(wood, 0.2),
        )
      }
      a.poly(
        [
          [xn, top(n)],
          [xn - s * u * 2.4 * n, top(n)],
          [xn - s * u * 2.4 * n, bot(n)],
          [xn, bot(n)],
        ],
        a.lin([light(wood, 0.25), dark(wood, 0.15)]),
      )
    }
  a.glow(px, py - u * 4, u * 62, glow, 0.9)
  a.poly(
    [
      [px - u * 9, py + u * 17],
      [px + u * 9, py + u * 17],
      [px + u * 26, h],
      [px - u * 26, h],
    ],
    a.lin([
      [0, glow, 0.7],
      [1, glow, 0],
    ]),
    { mix: 'screen' },
  )
  if (walker)
    person(a, px + u * 5, py + u * 31, u * 35, {
      top: '#e8574f',
      bottom: '#2d3a5f',
      long: true,
      skirt: true,
      bag: '#f2b84b',
    })
  a.vignette('#120818', 0.5)
}
