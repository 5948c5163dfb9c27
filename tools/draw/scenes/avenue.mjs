/** Tree-lined avenues in every season, with lamps, cyclists and couples. */
import { lamp } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { bike, person } from '../lib/figures.mjs'
import { petals, rain, ridge, shafts, snow } from '../lib/nature.mjs'
import { foliage } from '../lib/plants.mjs'

const SEASONS = {
  cherry: {
    sky: ['#8fc7ee', '#d5e8f6', '#ffeaf0'],
    leaf: ['#c65b86', '#ea8db0', '#f9bfd3', '#fff0f5'],
    trunk: '#5a3540',
    road: ['#f7d9e0', '#b99aa9'],
    verge: ['#9ec985', '#5d9a68'],
    fall: ['#ffc9da', '#f79bb9', '#fff'],
    sun: '#fff6dd',
  },
  ginkgo: {
    sky: ['#4f8fc4', '#a9cfe0', '#fdf0c9'],
    leaf: ['#a8660f', '#d9971a', '#f6c532', '#ffe98a'],
    trunk: '#4a3226',
    road: ['#f0d28a', '#a67a46'],
    verge: ['#f2c33f', '#c58a22'],
    fall: ['#ffd84a', '#f0a91f', '#ffef9e'],
    sun: '#fff2c0',
  },
  summer: {
    sky: ['#3fa0d8', '#a4dcec', '#f0fbe6'],
    leaf: ['#0f4a3a', '#1f7a4c', '#58ae4f', '#c6e36b'],
    trunk: '#3d2f2a',
    road: ['#dfe0cf', '#8a938a'],
    verge: ['#7fc05c', '#2f7f4a'],
    fall: ['#cfe87a', '#fff7c0'],
    sun: '#fffbd6',
  },
  maple: {
    sky: ['#5a5f92', '#c98b86', '#ffd2a0'],
    leaf: ['#6e1522', '#b32a2a', '#e65a2e', '#ffb04a'],
    trunk: '#2e1d22',
    road: ['#d98e5f', '#6d3b3b'],
    verge: ['#c2512f', '#7a2530'],
    fall: ['#ff9a4a', '#e8482e', '#ffc76b'],
    sun: '#ffe0a0',
  },
  night: {
    sky: ['#060a20', '#12204e', '#2f4780'],
    leaf: ['#06121d', '#0f2a35', '#1e4a4a', '#5a8a5a'],
    trunk: '#0c0d18',
    road: ['#4a5580', '#141a34'],
    verge: ['#1d3a48', '#0a1826'],
    fall: ['#ffe3a0', '#8fb58a'],
    sun: '#9fb8ff',
    dark: true,
  },
  winter: {
    sky: ['#6f8fb8', '#b8cbe0', '#f2e6e6'],
    leaf: ['#8fa8c6', '#bccde2', '#e3ecf6', '#ffffff'],
    trunk: '#3a3444',
    road: ['#f6f8fc', '#b3c3da'],
    verge: ['#ffffff', '#cfdbea'],
    fall: ['#ffffff', '#eef4ff'],
    sun: '#fff0e0',
  },
  jacaranda: {
    sky: ['#7a6fd0', '#c3b0ea', '#ffe6e6'],
    leaf: ['#4a2f8a', '#7a55c0', '#a98ae6', '#dccaff'],
    trunk: '#33264a',
    road: ['#cdb8ea', '#6f5a9a'],
    verge: ['#86b58a', '#4a7f72'],
    fall: ['#b79af2', '#8f6cdc', '#e9dcff'],
    sun: '#ffe9d0',
  },
}

/** One-point perspective avenue vanishing at (vx, vy). */
export function avenue(a, { season = 'cherry', vx = 0.5, vy = 0.56, rows = 7, who = 'couple', weather }) {
  const S = SEASONS[season]
  const { r, w, h, u } = a
  const [px, py] = [w * vx, h * vy]
  a.rect(0, 0, w, py + 4, a.lin(S.sky))
  a.glow(px, py, u * 62, S.sun, 0.9)
  ridge(a, py - u * 3, u * 5, mix(S.sky[1], S.leaf[1], 0.35))
  a.rect(0, py, w, h - py, a.lin(S.verge))
  const half = u * 46
  a.poly(
    [
      [px - u * 2, py],
      [px + u * 2, py],
      [px + half * 1.1, h],
      [px - half * 1.1, h],
    ],
    a.lin(S.road),
  )
  // Dappled light across the road
  for (let i = 0; i < 46; i++) {
    const t = r() ** 0.6
    const y = py + (h - py) * t
    a.ell(
      px + r(-1, 1) * half * t,
      y,
      u * r(2, 9) * t,
      u * r(0.3, 1.4) * t,
      r.chance(0.5) ? dark(S.road[1], 0.2) : light(S.road[0], 0.3),
      { o: 0.28 },
    )
  }
  for (const side of [-1, 1])
    a.poly(
      [
        [px + side * u * 2, py],
        [px + side * u * 2.4, py],
        [px + side * half * 1.2, h],
        [px + side * half * 1.1, h],
      ],
      light(S.road[0], 0.2),
      { o: 0.8 },
    )
  for (let i = 0; i < rows; i++) {
    const t = (i + 0.35) / rows
    const d = t ** 2.1
    const y = py + (h - py) * d * 0.94
    const size = u * (9 + d * 112)
    const haze = (c) => mix(S.sky.at(-1), c, 0.35 + 0.65 * Math.sqrt(t))
    for (const side of [-1, 1]) {
      const x = px + side * (u * 4 + half * 1.25 * d + u * 5 * t)
      const tw = size * 0.05
      a.ell(x - side * size * 0.1, y, size * 0.3, size * 0.025, dark(S.verge[1], 0.5), { o: 0.35 })
      a.path(
        `M${x - tw * 1.3},${y}Q${x - tw * 0.5},${y - size * 0.3} ${x - side * size * 0.05 - tw * 0.5},${y - size * 0.75}L${x - side * size * 0.05 + tw * 0.5},${y - size * 0.75}Q${x + tw * 0.6},${y - size * 0.3} ${x + tw * 1.3},${y}Z`,
        a.lin([haze(S.trunk), dark(haze(S.trunk), 0.3)], 0),
      )
      a.line(
        `M${x},${y - size * 0.42}Q${x - side * size * 0.12},${y - size * 0.62} ${x - side * size * 0.36},${y - size * 0.8}`,
        haze(S.trunk),
        tw * 0.7,
      )
      const cols = S.leaf.map(haze)
      const many = Math.round(50 + 190 * t)
      const fine = { size: 0.24 - 0.13 * t, lightX: -side * 0.5 }
      foliage(a, x + side * size * 0.16, y - size * 0.8, size * 0.4, size * 0.3, cols, { ...fine, count: many })
      foliage(a, x - side * size * 0.2, y - size * 0.95, size * 0.38, size * 0.25, cols, { ...fine, count: many })
      if (S.dark && i % 2 === 0) lamp(a, x - side * size * 0.16, y + u * 2 * d, size * 0.48, { post: '#0a0c18' })
    }
    if (i === Math.floor(rows * 0.55)) cast(a, who, px, py + (h - py) * 0.3, u * 19)
  }
  if (!S.dark) shafts(a, w * 0.1, -u * 4, 5, S.sun, { spread: w * 0.7, slant: 0.25, o: 0.26, len: h * 0.95 })
  // A branch hanging into the picture, close to the eye
  foliage(a, w * 0.02, h * 0.02, u * 44, u * 17, S.leaf, { count: 260, size: 0.085 })
  foliage(a, w * 0.98, -h * 0.01, u * 40, u * 13, S.leaf, { count: 220, size: 0.085 })
  petals(a, 90, S.fall, [0, py, w, h], 0.9)
  petals(a, 46, S.fall, [0, 0, w, h], 1.2)
  if (weather === 'snow') snow(a, 200)
  if (weather === 'rain') rain(a, 260)
  if (S.dark) a.vignette('#02040e', 0.6)
}

function cast(a, who, x, y, s) {
  if (who === 'couple') {
    person(a, x - s * 0.16, y, s, { top: '#f4efe6', bottom: '#3a4a78', bag: '#d9574f' })
    person(a, x + s * 0.2, y, s * 0.93, { top: '#f2b84b', bottom: '#7a4a6a', long: true, skirt: true, flip: true })
  } else if (who === 'bike') {
    bike(a, x + s * 0.28, y, s * 0.9, '#2f7f86')
    person(a, x - s * 0.28, y + s * 0.05, s, { top: '#e8574f', bottom: '#2d3a5f', bag: '#3f8f7a', arm: 'hold' })
  } else if (who === 'umbrella') {
    person(a, x, y, s, { top: '#3a4a78', umbrella: '#e8574f', long: true })
  } else if (who === 'group') {
    const tops = ['#e8574f', '#f4efe6', '#5aa7a7', '#f2b84b']
    for (const [i, top] of tops.entries())
      person(a, x + (i - 1.5) * s * 0.4, y + (i % 2) * s * 0.08, s * (0.92 + (i % 3) * 0.05), {
        top,
        bottom: i % 2 ? '#2d3a5f' : '#6a4a5a',
        long: i % 2 === 1,
        skirt: i === 1,
        bag: i === 2 ? '#3a4a78' : undefined,
        flip: i % 2,
      })
  } else if (who === 'one') {
    person(a, x, y, s, { top: '#d9574f', bottom: '#2b2b45', bag: '#3a4a78', scarf: '#f2b84b' })
  }
}

/** A long row of parked bicycles before a wall with climbing plants. */
export function bikeRow(
  a,
  { wall = '#e9c9a0', season = 'summer', count = 5, bikes = ['#e8574f', '#2f7f86', '#f2b84b', '#f4efe6', '#5a5fc0'] },
) {
  const S = SEASONS[season]
  const { r, w, h, u } = a
  a.fill(a.lin([light(wall, 0.12), wall, dark(wall, 0.12)]))
  for (let y = 0; y < h * 0.74; y += u * 5)
    for (let x = ((y / u) % 10) - u * 6; x < w; x += u * 12)
      if (r.chance(0.35))
        a.rect(x, y, u * 11, u * 4.2, r.chance(0.5) ? light(wall, 0.14) : dark(wall, 0.08), { o: 0.6, rx: u * 0.4 })
  for (const wx of w > h * 1.5 ? [0.16, 0.5, 0.84] : [0.27, 0.73]) {
    const [x, y, ww, wh] = [w * wx - u * 11, h * 0.3, u * 22, h * 0.34]
    const d = `M${x},${y + wh}V${y + ww / 2}A${ww / 2},${ww / 2} 0 0 1 ${x + ww},${y + ww / 2}V${y + wh}Z`
    a.path(d, a.lin(['#5f8fa3', '#a9cdd3', '#dcebe6']), { s: light(wall, 0.5), sw: u * 2.4 })
    a.group({ clip: a.clip(d) }, () => {
      foliage(a, x + ww * 0.7, y + wh, ww * 0.6, wh * 0.5, S.leaf, { count: 40 })
      a.poly(
        [
          [x, y + wh],
          [x + ww * 0.5, y],
          [x + ww * 0.8, y],
          [x + ww * 0.3, y + wh],
        ],
        '#ffffff',
        { o: 0.25 },
      )
    })
    a.line(`M${x + ww / 2},${y}v${wh}M${x},${y + wh * 0.55}h${ww}`, light(wall, 0.5), u * 1.1, { cap: 'butt' })
    a.rect(x - u * 2.5, y + wh, ww + u * 5, u * 2, light(wall, 0.4), { f: a.drop(0, u * 0.7, u * 0.8) })
  }
  // Leaf shadows thrown on the wall
  a.group({ f: a.blur(u * 1.2), o: 0.3 }, () => {
    for (let i = 0; i < 80; i++)
      a.ell(r(0, w), r(0, h * 0.6), u * r(2, 5), u * r(1, 2.4), dark(wall, 0.7), { rot: r(0, 180) })
  })
  a.rect(0, h * 0.76, w, h * 0.24, a.lin([mix(S.road[1], wall, 0.3), dark(S.road[1], 0.35)]))
  a.rect(0, h * 0.745, w, u * 2.6, light(wall, 0.25))
  const gap = w / count
  for (let i = 0; i < count; i++)
    bike(
      a,
      gap * (i + 0.5) + r(-1, 1) * u * 2,
      h * (0.85 + (i % 2) * 0.035),
      Math.min(gap * 1.15, u * 60),
      bikes[i % bikes.length],
      { flip: r.chance(0.3) },
    )
  for (let i = 0; i < 7; i++)
    foliage(a, (w * i) / 6 + r(-30, 30), u * r(-4, 6), u * r(18, 30), u * r(9, 24), S.leaf, { count: 190, size: 0.1 })
  for (let i = 0; i < 14; i++) {
    // Trailing runners of leaves
    const [x, l] = [r(0, w), u * r(16, 44)]
    for (let j = 0; j < l / u; j += 1.3)
      a.ell(
        x + u * 1.4 * Math.sin(j / 4 + i) + u * r(-1, 1),
        j * u,
        u * r(0.9, 1.9),
        u * r(0.7, 1.1),
        S.leaf[r.int(0, 3)],
        { rot: r(0, 180) },
      )
  }
  petals(a, 60, S.fall, [0, h * 0.5, w, h])
  shafts(a, w * 0.2, -u * 5, 4, S.sun, { spread: w * 0.8, slant: 0.5, o: 0.3 })
}
