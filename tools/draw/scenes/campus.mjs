/** Campus buildings: teaching blocks with lit windows, clock tower and gate, snow on roofs, the lake. */
import { block, lamp, skyline } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { bike, person } from '../lib/figures.mjs'
import { cloudBand, petals, ridge, shafts, stars, streaks } from '../lib/nature.mjs'
import { grass, tree } from '../lib/plants.mjs'

export const TIMES = {
  dusk: {
    sky: ['#2b2a6b', '#7a4a94', '#f0837a', '#ffc38a'],
    wall: '#6a5488',
    leaf: ['#1f2148', '#3a3566', '#6b4f7e', '#a8707e'],
    ground: ['#4a3b66', '#241d40'],
    far: '#6d4b86',
    cloud: ['#ffb199', '#e58aa0'],
    lit: 0.62,
    sun: '#ffdca8',
  },
  blue: {
    sky: ['#0b1640', '#1d3a78', '#4d7fb0', '#b9cfd2'],
    wall: '#2f4474',
    leaf: ['#0c1a33', '#173052', '#234a6b', '#3a6d80'],
    ground: ['#223a60', '#0d1730'],
    far: '#31568a',
    cloud: ['#6f94bd', '#9db9cf'],
    lit: 0.55,
    sun: '#dcecf2',
  },
  noon: {
    sky: ['#2f86d6', '#7cc0ee', '#d9f0f7'],
    wall: '#e8b48a',
    leaf: ['#1d5a42', '#2f8a55', '#69b45c', '#c4dc72'],
    ground: ['#8cc26a', '#4b8f55'],
    far: '#9ccbd8',
    cloud: ['#ffffff', '#d9ecf7'],
    lit: 0.05,
    sun: '#ffffff',
  },
  gold: {
    sky: ['#6fa7c7', '#f3d9a4', '#ffb765'],
    wall: '#c9704a',
    leaf: ['#5a3c1c', '#8f6a24', '#c99a35', '#f4d06a'],
    ground: ['#d9a45a', '#8a5a34'],
    far: '#e0b07c',
    cloud: ['#fff0d0', '#f6c58c'],
    lit: 0.25,
    sun: '#fff1c0',
  },
  night: {
    sky: ['#070b24', '#111c4a', '#2b3a78'],
    wall: '#252c56',
    leaf: ['#070d1e', '#0f1d35', '#18304a', '#27485a'],
    ground: ['#182448', '#080c1e'],
    far: '#1d2858',
    cloud: ['#2b3a70', '#3b4c86'],
    lit: 0.7,
    sun: '#fdf3cf',
  },
}

export function setting(a, T, horizon, sunX = 0.7, sunY = 0.5) {
  a.rect(0, 0, a.w, horizon + 4, a.lin(T.sky))
  if (T.lit > 0.5) stars(a, T === TIMES.night ? 160 : 40, horizon * 0.7)
  a.glow(a.w * sunX, horizon * sunY, a.u * 60, T.sun, 0.75)
  if (T === TIMES.night) a.circ(a.w * sunX, horizon * sunY, a.u * 4, T.sun)
  streaks(a, horizon * 0.3, horizon * 0.95, 14, T.cloud, 0.6)
  if (T.lit < 0.3) cloudBand(a, horizon * 0.45, horizon * 0.2, 5, T.cloud[0], T.cloud[1], 0.45)
}

/** Teaching block across a lawn, students on the path. */
export function hall(
  a,
  { time = 'dusk', cols = 9, rows = 5, high = 0.42, at = 0.12, wide = 0.66, people = 3, tower = true },
) {
  const T = TIMES[time]
  const { r, w, h, u } = a
  const y = h * 0.7
  setting(a, T, y, 1 - at - wide / 2 < 0.5 ? 0.85 : 0.2, 0.55)
  ridge(a, y - u * 12, u * 8, T.far)
  skyline(a, y, 6, 16, mix(T.far, T.wall, 0.5), { step: 9 })
  const [bx, bw, bh] = [w * at, w * wide, h * high]
  const glass = T === TIMES.noon ? '#6fa3bd' : dark(T.wall, 0.42)
  if (tower)
    block(a, bx + bw * 0.62, y, bw * 0.2, bh * 1.32, dark(T.wall, 0.08), {
      cols: 3,
      rows: rows + 2,
      lit: T.lit,
      off: glass,
      side: 0.3,
    })
  block(a, bx, y, bw, bh, T.wall, {
    cols,
    rows,
    lit: T.lit,
    off: glass,
    frame: T === TIMES.noon ? '#fffaf0' : dark(T.wall, 0.5),
    side: 0.1,
  })
  // Entrance
  a.rect(bx + bw * 0.42, y - bh * 0.24, bw * 0.16, bh * 0.24, a.lin(['#ffe9b8', '#f2a65a']))
  for (let i = 0; i <= 4; i++)
    a.rect(bx + bw * (0.405 + i * 0.044), y - bh * 0.26, bw * 0.012, bh * 0.26, light(T.wall, 0.25))
  a.rect(bx + bw * 0.39, y - bh * 0.29, bw * 0.22, bh * 0.045, light(T.wall, 0.18))
  if (T.lit > 0.4) a.glow(bx + bw * 0.5, y - bh * 0.1, u * 26, '#ffc878', 0.7)
  a.rect(0, y, w, h - y, a.lin(T.ground))
  for (const tx of [-0.02, 0.08, 0.9, 1.02])
    tree(a, w * tx, y + u * r(1, 4), u * r(30, 44), T.leaf, { trunk: dark(T.leaf[0], 0.3), size: 0.17, count: 150 })
  // Path with perspective, light falling on it from the door
  a.poly(
    [
      [bx + bw * 0.44, y],
      [bx + bw * 0.56, y],
      [w * 0.78, h],
      [w * 0.16, h],
    ],
    a.lin([light(T.ground[0], 0.35), mix(T.ground[0], T.ground[1], 0.6)]),
  )
  a.poly(
    [
      [bx + bw * 0.46, y],
      [bx + bw * 0.54, y],
      [w * 0.62, h * 0.95],
      [w * 0.34, h * 0.95],
    ],
    a.lin([
      [0, '#ffdf9a', T.lit],
      [1, '#ffdf9a', 0],
    ]),
    { mix: 'screen' },
  )
  if (T.lit > 0.2)
    for (const [lx, s] of [
      [0.1, 22],
      [0.92, 26],
    ])
      lamp(a, w * lx, y + u * 10, u * s, { post: dark(T.ground[1], 0.4) })
  const tops = ['#e8574f', '#f2b84b', '#5aa7a7', '#f4efe6', '#7f6bd0']
  for (let i = 0; i < people; i++)
    person(
      a,
      w * (0.3 + ((i * 0.382 + cols * 0.13) % 1) * 0.4),
      y + (h - y) * (0.2 + ((i * 0.618) % 1) * 0.55),
      u * r(16, 20),
      {
        top: tops[(i + cols) % 5],
        bottom: i % 2 ? '#2d3a5f' : '#4a3b52',
        bag: i % 2 ? '#394a7a' : undefined,
        long: i % 3 === 1,
        skirt: i % 3 === 1,
        flip: i % 2,
      },
    )
  grass(a, h + u, 160, [dark(T.leaf[0], 0.3), T.leaf[0], T.leaf[1]], 9)
  if (time === 'gold') petals(a, 50, ['#f4d06a', '#e8a23a', '#d9743a'])
  if (T.lit > 0.4) a.vignette('#090520', 0.45)
}

/** Clock tower over a square, tall composition. */
export function clocktower(a, { time = 'gold', brick = '#b5573f', bikes = 3, clock = 0.28 }) {
  const T = TIMES[time]
  const { w, h, u, r } = a
  const y = h * 0.8
  setting(a, T, y, 0.25, 0.62)
  ridge(a, y - u * 16, u * 8, T.far)
  const [x, tw, top] = [w * 0.56, u * 25, h * 0.17]
  for (const [sx, sw, sh, c] of [
    [-0.1, 0.5, 0.26, 7],
    [0.66, 0.5, 0.3, 6],
  ])
    block(a, w * sx, y, w * sw, h * sh, brick, {
      cols: c,
      rows: 4,
      lit: T.lit,
      off: dark(brick, 0.55),
      frame: dark(brick, 0.6),
      side: 0,
    })
  a.rect(x - tw / 2, top, tw, y - top, a.lin([light(brick, 0.18), brick, dark(brick, 0.4)], 0))
  for (let i = 0; i < 90; i++)
    a.rect(
      x - tw / 2 + r(0, tw * 0.94),
      top + r(0, y - top),
      u * 1.6,
      u * 0.55,
      r.chance(0.5) ? light(brick, 0.2) : dark(brick, 0.25),
      { o: 0.4 },
    )
  for (const s of [-1, 1]) a.rect(x + s * tw * 0.46 - u, top, u * 2, y - top, light(brick, s < 0 ? 0.3 : 0.02))
  a.poly(
    [
      [x - tw * 0.6, top],
      [x, top - u * 26],
      [x + tw * 0.6, top],
    ],
    a.lin(['#3f6f6a', '#24474a'], 0),
  )
  a.line(`M${x},${top - u * 26}v${-u * 6}`, '#e8c36a', u * 0.7)
  a.rect(x - tw * 0.62, top - u, tw * 1.24, u * 3, light(brick, 0.4))
  const cy = top + h * clock * 0.45
  a.circ(x, cy, tw * 0.36, light(brick, 0.55), { f: a.drop(0, u * 0.6, u) })
  a.circ(x, cy, tw * 0.31, a.rad(['#fffaf0', T.lit > 0.4 ? '#ffe2a0' : '#f3e6cf']))
  for (let i = 0; i < 12; i++)
    a.at(x, cy, { rot: i * 30 }, () => a.rect(-u * 0.3, -tw * 0.28, u * 0.6, u * (i % 3 ? 1.2 : 2.2), '#33282c'))
  a.line(`M${x},${cy}l${tw * 0.13},${-tw * 0.1}M${x},${cy}l${-tw * 0.02},${-tw * 0.23}`, '#33282c', u * 0.9)
  if (T.lit > 0.4) a.glow(x, cy, tw * 1.4, '#ffdf9a', 0.6)
  for (const wy of [0.56, 0.74])
    a.path(
      `M${x - u * 3.4},${h * wy}v${-u * 8}a${u * 3.4},${u * 3.4} 0 0 1 ${u * 6.8},0v${u * 8}Z`,
      T.lit > 0.2 ? a.lin(['#fff0c0', '#f2a65a']) : dark(brick, 0.55),
    )
  a.rect(0, y, w, h - y, a.lin([light(T.ground[0], 0.25), T.ground[1]]))
  tree(a, w * 0.06, y + u * 3, u * 62, T.leaf, { size: 0.15, count: 220 })
  tree(a, w * 0.96, y + u * 2, u * 44, T.leaf, { size: 0.16, count: 170 })
  a.ell(w * 0.1, y + u * 6, w * 0.4, u * 4, '#140b24', { o: 0.3 })
  for (let i = 0; i < bikes; i++)
    bike(a, w * (0.24 + i * 0.2), y + u * (9 + (i % 2) * 2), u * 24, ['#2f7f86', '#f2b84b', '#e8574f'][i % 3], {
      flip: i % 2,
    })
  shafts(a, w * 0.2, 0, 4, T.sun, { spread: w * 0.5, slant: 0.2, o: 0.22 })
  petals(a, 36, [T.leaf[3], T.leaf[2]])
}
