/** Decisions: a flight of stairs, the chess board, the fork in the road. */
import { dark, light, mix } from '../lib/color.mjs'
import { person } from '../lib/figures.mjs'
import { cloudBand, petals, ranges, shafts, streaks } from '../lib/nature.mjs'
import { foliage, tree } from '../lib/plants.mjs'

/** Staircases of pale stone in raking light, one climber. */
export function stairs(
  a,
  { tone = ['#f7c9a8', '#e8896a', '#7a3f6a'], sky = ['#5aa7d8', '#dff3f7'], steps = 9, flag = true },
) {
  const { w, h, u } = a
  a.fill(a.lin(sky))
  a.glow(w * 0.78, h * 0.14, u * 55, '#fff6d8', 0.95)
  cloudBand(a, h * 0.3, h * 0.16, 5, '#ffffff', sky[1], 0.4)
  a.rect(-9, h * 0.42, w * 0.3, h, a.lin([tone[1], tone[2]], 30))
  a.path(
    `M${w * 0.04},${h}V${h * 0.62}a${u * 9},${u * 9} 0 0 1 ${u * 18},0V${h}Z`,
    a.lin([tone[2], dark(tone[2], 0.3)]),
  )
  // Wall behind the flight, with a tall arch letting the sky through.
  a.poly(
    [
      [w * 0.62, h * 0.5],
      [w * 0.62, h * 0.62],
      [w + 9, h * 0.62],
      [w + 9, h * 0.3 - u * 9],
      [w * 0.84, h * 0.34 - u * 5],
    ],
    tone[1],
  )
  const rise = (h * 0.58) / steps
  for (let i = 1; i <= steps; i++) {
    const t = i / steps
    const [x0, y0] = [w * (0.16 + t * 0.62), h * (0.92 - t * 0.58)]
    const nx = x0 - (w * 0.62) / steps
    const far = [u * 26, -u * 10]
    a.poly(
      [
        [nx, y0],
        [x0 + 1, y0],
        [x0 + 1 + far[0], y0 + far[1]],
        [nx + far[0], y0 + far[1]],
      ],
      a.lin([light(tone[0], 0.55), light(tone[0], 0.1)], 0),
    )
    a.poly(
      [
        [nx, y0],
        [nx + far[0], y0 + far[1]],
        [nx + far[0], y0 + far[1] + rise],
        [nx, y0 + rise],
      ],
      a.lin([tone[1], mix(tone[1], tone[2], 0.5)], 0),
    )
    a.poly(
      [
        [nx, y0],
        [x0 + 1, y0],
        [x0 + 1, h + 9],
        [nx, h + 9],
      ],
      a.lin([mix(tone[0], tone[1], 0.55), mix(tone[1], tone[2], 0.35), tone[2]]),
    )
  }
  a.poly(
    [
      [w * 0.78, h * 0.34],
      [w + 9, h * 0.34],
      [w + 9, h + 9],
      [w * 0.78, h + 9],
    ],
    a.lin([mix(tone[0], tone[1], 0.55), mix(tone[1], tone[2], 0.35), tone[2]]),
  )
  a.poly(
    [
      [w * 0.78, h * 0.34],
      [w * 0.78 + u * 26, h * 0.34 - u * 10],
      [w + 9, h * 0.34 - u * 10],
      [w + 9, h * 0.34],
    ],
    light(tone[0], 0.5),
  )
  const top = [w * 0.9, h * 0.34 - u * 5]
  if (flag) {
    a.line(`M${top[0]},${top[1]}v${-u * 26}`, '#fff6ea', u * 0.8)
    a.path(
      `M${top[0]},${top[1] - u * 26}q${u * 6},${-u * 4} ${u * 11},0t${u * 9},0v${u * 10}q${-u * 5},${u * 4} ${-u * 10},0t${-u * 10},0Z`,
      a.lin(['#ff6f6f', '#e11d48'], 0),
    )
  }
  person(a, w * (0.16 + (5 / steps) * 0.62) + u * 5, h * (0.92 - (5 / steps) * 0.58) - u * 3, u * 21, {
    top: '#22305f',
    bottom: '#1d1a2e',
    bag: '#f2b84b',
    walk: 1,
  })
}

/** Chess from a low angle or balance scale on a table: the weighing of opinions. */
export function chess(a, { ground = ['#17304a', '#2f6a7a'], lightSq = '#f3e2c4', darkSq = '#7a4a35' }) {
  const { w, h, u } = a
  a.fill(a.rad([ground[1], ground[0]], 0.6, 0.3, 0.8))
  const y = h * 0.5
  const P = (i, j) => {
    const z = 1 / (1 + j * 0.13)
    return [w * 0.5 + (i - 4) * w * 0.17 * z, y + h * 0.56 * z ** 1.6 - u * 6]
  }
  for (let j = 0; j < 8; j++)
    for (let i = 0; i < 8; i++) {
      const c = (i + j) % 2 ? lightSq : darkSq
      a.poly([P(i, j), P(i + 1, j), P(i + 1, j + 1), P(i, j + 1)], mix(c, ground[1], j * 0.05))
    }
  const piece = (i, j, kind, c) => {
    const [x, by] = P(i + 0.5, j + 0.5)
    const s = (u * 46) / (1 + j * 0.15)
    a.at(x, by, { k: s / 100 }, () => {
      a.ell(14, 2, 36, 8, '#0a0818', { o: 0.45, f: a.blur(3) })
      const g = a.lin([light(c, 0.35), c, dark(c, 0.45)], 0)
      a.path('M-26,4Q-26,-8 -18,-10Q-10,-30 -9,-56H9Q10,-30 18,-10Q26,-8 26,4Q0,12 -26,4Z', g)
      a.ell(0, -57, 15, 4.4, g)
      if (kind === 'pawn') a.circ(0, -72, 14, g)
      if (kind === 'king') {
        a.path('M-14,-60L-18,-92Q0,-102 18,-92L14,-60Z', g)
        a.path('M-3,-98v-8h-7v-6h7v-8h6v8h7v6h-7v8Z', g)
      }
      if (kind === 'queen') {
        a.path('M-13,-60L-21,-96L-9,-84L0,-102L9,-84L21,-96L13,-60Z', g)
        a.circ(0, -105, 5, g)
      }
      if (kind === 'rook') a.path('M-14,-60L-16,-90H-8V-83H-4V-90H4V-83H8V-90H16L14,-60Z', g)
      if (kind === 'bishop') {
        a.path('M0,-102Q20,-82 10,-60H-10Q-20,-82 0,-102Z', g)
        a.line('M2,-90L-6,-76', dark(c, 0.5), 3)
      }
      if (kind === 'knight')
        a.path('M-12,-58Q-18,-78 -8,-92Q-4,-102 2,-106L6,-98Q20,-92 20,-78Q18,-70 8,-74Q4,-74 6,-70Q14,-64 12,-58Z', g)
    })
  }
  const white = '#f6ead6'
  const black = '#3a2638'
  for (const [i, j, k, c] of [
    [1, 6, 'rook', black],
    [5, 6, 'pawn', black],
    [6, 5, 'bishop', black],
    [3, 5, 'pawn', black],
    [4, 4, 'queen', black],
    [1, 3, 'pawn', white],
    [5, 2, 'knight', '#e11d48'],
    [2, 2, 'king', white],
    [4, 1, 'pawn', white],
    [6, 1, 'rook', white],
  ])
    piece(i, j, k, c)
  shafts(a, w * 0.3, -u * 5, 4, '#ffe6b0', { spread: w * 0.6, slant: 0.4, o: 0.32 })
  petals(a, 40, ['#ffe6b0'], [0, 0, w, h], 0.25)
  a.vignette('#060818', 0.5)
}

/** Fork in the road beneath a signpost. */
export function crossroads(
  a,
  { sky = ['#3a4f9a', '#c07fb0', '#ffc09a'], land = ['#d9a86a', '#6a4a6a'], road = '#f6e3c8' },
) {
  const { w, h, u } = a
  const y = h * 0.52
  a.rect(0, 0, w, y + 9, a.lin(sky))
  a.glow(w * 0.24, y - u * 6, u * 60, '#fff0c8', 0.9)
  a.circ(w * 0.24, y - u * 5, u * 7, '#fff6d8')
  streaks(a, h * 0.1, y, 18, [sky[2], light(sky[1], 0.3)], 0.6)
  cloudBand(a, y * 0.5, y * 0.22, 6, light(sky[2], 0.4), sky[1], 0.45, 0.9)
  ranges(a, y - u * 9, y, 3, mix(sky[1], land[1], 0.3), mix(land[0], land[1], 0.5), { amp: 10, mist: sky[2] })
  a.rect(0, y, w, h - y, a.lin([mix(land[0], sky[2], 0.3), land[0], land[1]]))
  a.path(
    `M${w * 0.34},${h + 9}C${w * 0.46},${h * 0.8} ${w * 0.46},${h * 0.72} ${w * 0.36},${h * 0.66}C${w * 0.26},${h * 0.6} ${w * 0.2},${h * 0.57} ${w * 0.23},${y}H${w * 0.245}C${w * 0.24},${h * 0.57} ${w * 0.34},${h * 0.6} ${w * 0.46},${h * 0.66}L${w * 0.53},${h * 0.7}C${w * 0.6},${h * 0.65} ${w * 0.78},${h * 0.6} ${w * 0.75},${y}H${w * 0.765}C${w * 0.83},${h * 0.6} ${w * 0.7},${h * 0.66} ${w * 0.64},${h * 0.72}C${w * 0.58},${h * 0.8} ${w * 0.62},${h * 0.86} ${w * 0.7},${h + 9}Z`,
    a.lin([light(road, 0.3), road, dark(road, 0.2)]),
  )
  const [x, by] = [w * 0.5, h * 0.665]
  a.rect(x - u * 0.9, by - u * 34, u * 1.8, u * 36, a.lin(['#8f5a3c', '#4a2a24'], 0))
  for (const [dy, dir, c] of [
    [-32, -1, '#f4efe6'],
    [-23, 1, '#ffcf5a'],
    [-14, -1, '#ff8a7a'],
  ])
    a.poly(
      [
        [x - dir * u * 4, by + dy * u],
        [x + dir * u * 15, by + dy * u],
        [x + dir * u * 19, by + (dy + 3.2) * u],
        [x + dir * u * 15, by + (dy + 6.4) * u],
        [x - dir * u * 4, by + (dy + 6.4) * u],
      ],
      a.lin([light(c, 0.2), dark(c, 0.1)]),
      { f: a.drop(u * 0.4, u * 0.7, u * 0.7) },
    )
  for (const [dy, dir] of [
    [-32, -1],
    [-23, 1],
    [-14, -1],
  ])
    for (let k = 0; k < 2; k++)
      a.rect(x + (dir > 0 ? 0 : -u * 12), by + (dy + 1.8 + k * 2) * u, u * (12 - k * 4), u * 0.8, '#3a2a35', { o: 0.6 })
  person(a, w * 0.53, h * 0.9, u * 26, { top: '#e8574f', bottom: '#2d2a4a', bag: '#22305f', walk: 0.2 })
  tree(a, w * 0.9, h * 0.76, u * 34, [dark(land[1], 0.3), '#8a4a5a', '#d97a5a', '#ffc07a'], { count: 180, size: 0.15 })
  for (let i = 0; i < 6; i++)
    foliage(
      a,
      w * (0.02 + i * 0.2),
      h * 1.0,
      u * 9,
      u * 6,
      [dark(land[1], 0.4), land[1], mix(land[0], land[1], 0.4), land[0]],
      { count: 50 },
    )
}
