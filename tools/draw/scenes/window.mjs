/** Indoors looking out: rain on the pane, plants on a sill, the night desk, the café, the train. */
import { pane, skyline } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { catBack, catLoaf, sitter } from '../lib/figures.mjs'
import { cloudBand, petals, rain, ranges, ridge, shafts, snow, stars, streaks, water } from '../lib/nature.mjs'
import { tree } from '../lib/plants.mjs'
import { bookPile, deskLamp, mug, plant } from '../lib/things.mjs'

const VIEWS = {
  rain: { sky: ['#24344f', '#48607f', '#7f93a8'], glow: '#ffd9a0', wall: '#2b2b3d', wood: '#5a3b2e' },
  day: { sky: ['#4aa6e6', '#a9dcf2', '#f2fbf4'], glow: '#fff6d6', wall: '#f1e4d3', wood: '#c08a5a' },
  sunset: { sky: ['#4a3f8f', '#d0708a', '#ffb27a', '#ffe2a8'], glow: '#ffd08a', wall: '#7a4a5a', wood: '#8f5a3c' },
  night: { sky: ['#070c28', '#16245a', '#33509a'], glow: '#ffe6b0', wall: '#1d2040', wood: '#4a3040' },
  snow: { sky: ['#6f86b0', '#aebfd8', '#e6e6ee'], glow: '#fff0d8', wall: '#5f4a4a', wood: '#8a5f45' },
  green: { sky: ['#bfe6d0', '#e6f5dc', '#fff9e0'], glow: '#fffbe0', wall: '#dfe8d6', wood: '#b98d62' },
}

function outside(a, kind, y) {
  const V = VIEWS[kind]
  const { w, u, r } = a
  a.fill(a.lin(V.sky))
  if (kind === 'night') {
    stars(a, 120, y * 0.7)
    a.glow(w * 0.7, y * 0.25, u * 26, '#f6f0d0', 0.8)
    a.circ(w * 0.7, y * 0.25, u * 5, '#fdf6d8')
    skyline(a, y, 10, 34, '#1f2f6a', { lights: ['#ffd98a', '#ffe9b0', '#ffb46a'], lit: 0.25 })
    skyline(a, y + u * 6, 8, 24, '#121a44', { lights: ['#ffd98a', '#ffe9b0', '#9fd0ff'], lit: 0.4 })
  } else if (kind === 'rain') {
    skyline(a, y, 14, 40, '#3f546f', { lights: ['#ffd98a'], lit: 0.12 })
    skyline(a, y + u * 6, 10, 26, '#2a3a54', { lights: ['#ffd98a', '#ff9d6a'], lit: 0.3 })
    a.group({ f: a.blur(u * 1.2), mix: 'screen' }, () => {
      for (let i = 0; i < 34; i++)
        a.circ(r(0, w), r(y * 0.35, y), u * r(1, 4), r.pick(['#ffb765', '#ff8a5a', '#ffe0a0', '#7fb0ff', '#ff6f7f']), {
          o: r(0.25, 0.7),
        })
    })
  } else if (kind === 'sunset') {
    a.glow(w * 0.4, y * 0.7, u * 60, '#ffe6b0', 0.9)
    a.circ(w * 0.4, y * 0.7, u * 7, '#fff3cf')
    streaks(a, y * 0.2, y * 0.8, 18, ['#ffb08a', '#ff8a9a'], 0.8)
    skyline(a, y, 6, 22, '#6a4478', { lights: ['#ffd98a'], lit: 0.2 })
  } else if (kind === 'snow') {
    ridge(a, y * 0.8, u * 10, '#c3d0e2')
    for (let i = 0; i < 9; i++)
      tree(a, r(0, w), y, u * r(20, 36), ['#9fb2cc', '#c6d4e6', '#e6eef7', '#ffffff'], { trunk: '#4a3f4f', size: 0.2 })
    snow(a, 170)
  } else {
    cloudBand(a, y * 0.35, y * 0.2, 5, '#ffffff', '#cfe8f2', 0.5)
    ranges(a, y * 0.66, y * 0.85, 3, '#a9d3d0', '#5fa87a', { amp: 8, mist: '#f2fbf4' })
    for (let i = 0; i < 7; i++)
      tree(a, r(0, w), y + u * 6, u * r(22, 44), ['#1d5a42', '#2f8a55', '#69b45c', '#c4dc72'], {
        size: 0.17,
        count: 120,
      })
  }
}

function drops(a, n) {
  const { r, w, h, u } = a
  for (let i = 0; i < n; i++) {
    const [x, y, s] = [r(0, w), r(0, h * 0.8), u * (0.25 + r() ** 4 * 1.4)]
    a.ell(
      x,
      y,
      s,
      s * 1.25,
      a.lin([
        [0, '#1b2a44', 0.5],
        [1, '#ffffff', 0.75],
      ]),
    )
    if (s > u * 0.9)
      a.line(`M${x},${y - s}q${r(-4, 4)},${-u * 5} ${r(-5, 5)},${-u * r(6, 14)}`, '#dfe9f7', s * 0.7, { o: 0.22 })
  }
}

/** A window with a sill and things on it. items: list of 'cat' 'loaf' 'mug' 'books' 'lamp' 'p:broad' ... left to right. */
export function sill(
  a,
  {
    view = 'rain',
    items = ['p:sprig', 'loaf', 'mug'],
    curtain = '#e9d7c2',
    cols = 2,
    rows = 2,
    cat = '#f0a04b',
    arch = false,
    pots = ['#c96f4a', '#f2e6d6', '#5a7fa8', '#e8b04b'],
    mugColor = '#e8574f',
  },
) {
  const V = VIEWS[view]
  const { w, h, u } = a
  a.fill(a.lin([light(V.wall, 0.08), V.wall, dark(V.wall, 0.25)]))
  const [x, y, ww, wh] = [w * 0.1, h * 0.07, w * 0.8, h * 0.72]
  pane(
    a,
    x,
    y,
    ww,
    wh,
    { frame: mix(V.wood, '#fff6ea', view === 'day' || view === 'green' ? 0.8 : 0.3), cols, rows, arch, thick: u * 2.2 },
    () => {
      outside(a, view, y + wh * 0.94)
      if (view === 'rain') {
        rain(a, 200, '#dfe9ff', 0.1, 0.4)
        drops(a, 190)
      }
    },
  )
  if (curtain)
    for (const s of [0, 1]) {
      const cx = s ? w : 0
      const d = s ? -1 : 1
      a.path(
        `M${cx - d * 9},-9H${cx + d * w * 0.17}Q${cx + d * w * 0.21},${h * 0.3} ${cx + d * w * 0.1},${h * 0.5}Q${cx + d * w * 0.15},${h * 0.62} ${cx + d * w * 0.16},${h * 0.8}H${cx - d * 9}Z`,
        a.lin([light(curtain, 0.12), curtain, dark(curtain, 0.2), curtain, dark(curtain, 0.25)], 0),
        { o: 0.95, f: a.drop(0, u, u * 1.6, '#120a20', 0.3) },
      )
      for (let k = 1; k < 4; k++)
        a.line(
          `M${cx + d * w * 0.04 * k},0Q${cx + d * w * (0.05 * k)},${h * 0.3} ${cx + d * w * 0.025 * k},${h * 0.5}Q${cx + d * w * 0.035 * k},${h * 0.62} ${cx + d * w * 0.04 * k},${h * 0.79}`,
          dark(curtain, 0.3),
          u * 0.4,
          { o: 0.4 },
        )
    }
  const sy = h * 0.82
  a.rect(0, sy, w, h * 0.2, a.lin([light(V.wood, 0.22), V.wood, dark(V.wood, 0.4)]))
  a.rect(0, sy - u * 0.6, w, u * 2.2, light(V.wood, 0.35))
  const base = h * 0.88
  items.forEach((it, i) => {
    const ix = w * ((i + 0.5) / items.length) * 0.92 + w * 0.04
    const k = Math.min((w / items.length) * 1.15, h * 0.42)
    if (it === 'cat') catBack(a, ix, base, k * 0.8, cat, { tail: -1, stripes: dark(cat, 0.35) })
    else if (it === 'loaf') catLoaf(a, ix, base, k * 0.85, cat, { stripes: dark(cat, 0.3) })
    else if (it === 'mug') mug(a, ix, base, k * 0.34, mugColor, { print: 'heart' })
    else if (it === 'books')
      mug(
        a,
        ix,
        bookPile(a, ix, base, k * 0.85, ['#2f5f86', '#e8b04b', '#c94f4a', '#5f9a7a'], u * 4.4),
        k * 0.24,
        mugColor,
        { steam: true },
      )
    else if (it === 'lamp') deskLamp(a, ix, base, k * 0.8, { color: '#c94f4a', dir: 1 })
    else
      plant(a, ix, base, k * 0.95, {
        kind: it.slice(2),
        pot: pots[i % pots.length],
        green: ['#3f8f5f', '#5aa06a', '#2f7f6a'][i % 3],
      })
  })
  if (view === 'day' || view === 'green' || view === 'sunset')
    shafts(a, w * 0.2, 0, 4, V.glow, { spread: w * 0.8, slant: 0.35, o: 0.3 })
  if (view === 'night' || view === 'rain' || view === 'snow') {
    a.glow(w * 0.5, h * 0.95, u * 70, '#ffb765', 0.4)
    a.vignette('#080512', 0.5)
  }
}

/** Window seat on a train; landscape 'sea' | 'hills' | 'dusk'. */
export function train(
  a,
  { land = 'hills', seat = '#2f5f86', wall = '#e9e4da', who = true, hair = '#2a1d22', top = '#f2b84b' },
) {
  const { w, h, u, r } = a
  a.fill(a.lin([light(wall, 0.2), wall, dark(wall, 0.12)]))
  const [x, y, ww, wh] = [w * 0.08, h * 0.1, w * 0.84, h * 0.52]
  const d = `M${x + u * 6},${y}h${ww - u * 12}q${u * 6},0 ${u * 6},${u * 6}v${wh - u * 12}q0,${u * 6} ${-u * 6},${u * 6}h${-(ww - u * 12)}q${-u * 6},0 ${-u * 6},${-u * 6}v${-(wh - u * 12)}q0,${-u * 6} ${u * 6},${-u * 6}Z`
  a.path(d, dark(wall, 0.5), { s: dark(wall, 0.22), sw: u * 4 })
  a.group({ clip: a.clip(d) }, () => {
    const hy = y + wh * 0.6
    const P = {
      hills: ['#4aa6e6', '#bfe6f5', '#fff4d8'],
      sea: ['#2f8fd6', '#9bdcf0', '#fff2e0'],
      dusk: ['#2f2a6b', '#b0588c', '#ff9a6a', '#ffd9a0'],
    }[land]
    a.rect(0, 0, w, hy + 5, a.lin(P))
    a.glow(w * 0.66, hy - u * 10, u * 44, '#fff3c8', 0.9)
    if (land === 'dusk') a.circ(w * 0.66, hy - u * 6, u * 5, '#fff0b8')
    cloudBand(a, y + wh * 0.3, wh * 0.15, 6, land === 'dusk' ? '#ffc09a' : '#ffffff', P[1], 0.4)
    if (land === 'sea') {
      ridge(a, hy - u * 2, u * 4, '#6fa8c0')
      water(a, hy, ['#8fe0e0', '#2fa5c4', '#1a6f9f'], { lx: w * 0.66, count: 130, y1: y + wh })
    } else {
      ranges(
        a,
        hy - u * 10,
        hy + u * 2,
        4,
        land === 'dusk' ? '#a8608f' : '#9fcbd8',
        land === 'dusk' ? '#3a2a5f' : '#4f9a5f',
        { amp: 8, mist: P.at(-1) },
      )
      for (let i = 0; i < 9; i++)
        a.poly(
          [
            [-9, hy + u * (3 + i * 3)],
            [w + 9, hy + u * (2 + i * 4)],
            [w + 9, hy + u * (9 + i * 4)],
            [-9, hy + u * (8 + i * 3)],
          ],
          land === 'dusk' ? mix('#7a4a6a', '#2a1f4a', i / 9) : ['#f2cf5a', '#8fc45a', '#5aa84f'][i % 3],
        )
      for (let i = 0; i < 5; i++)
        tree(
          a,
          r(0, w),
          hy + u * 8,
          u * r(9, 16),
          land === 'dusk' ? ['#1d1638', '#2a1f4a', '#4a2f5a', '#7a4a6a'] : ['#1d5a42', '#2f8a55', '#69b45c', '#c4dc72'],
          { count: 50, size: 0.25 },
        )
    }
    a.group({ o: 0.35 }, () => {
      for (let i = 0; i < 16; i++) a.rect(r(-0.1, 0.9) * w, r(hy, y + wh), u * r(12, 40), u * 0.4, '#ffffff')
    })
    a.poly(
      [
        [x, y + wh],
        [x + ww * 0.3, y],
        [x + ww * 0.42, y],
        [x + ww * 0.12, y + wh],
      ],
      '#ffffff',
      { o: 0.13 },
    )
  })
  a.rect(x, y + u * 0.5, ww, u * 7, a.lin([dark(wall, 0.06), dark(wall, 0.14)]), { rx: u * 2, o: 0.9 })
  const ty = h * 0.72
  // Table with cup, book; seats at both sides
  a.rect(w * 0.3, ty, w * 0.4, u * 2.6, a.lin(['#fff8ee', '#d8c8b6']), { rx: u, f: a.drop(0, u, u, '#1a0f2a', 0.3) })
  a.rect(w * 0.48, ty + u * 2.6, w * 0.04, h, dark(wall, 0.3))
  bookPile(a, w * 0.4, ty, u * 17, ['#e8574f', '#f6efe2'], u * 2.6)
  mug(a, w * 0.6, ty, u * 9, '#2f7f86', {})
  for (const s of [-1, 1]) {
    const sx = w * 0.5 + s * w * 0.42
    a.path(
      `M${sx - u * 17},${h + 9}V${h * 0.62}Q${sx - u * 17},${h * 0.52} ${sx - u * 8},${h * 0.52}H${sx + u * 8}Q${sx + u * 17},${h * 0.52} ${sx + u * 17},${h * 0.62}V${h + 9}Z`,
      a.lin([light(seat, 0.18), seat, dark(seat, 0.35)], s > 0 ? 0 : 180),
      { f: a.drop(0, u, u * 2, '#120a20', 0.35) },
    )
    a.rect(sx - u * 11, h * 0.545, u * 22, u * 9, light(seat, 0.55), { rx: u * 3 })
  }
  if (who) sitter(a, w * 0.24, h * 1.05, u * 52, { top, hair, long: true })
  shafts(a, w * 0.3, h * 0.1, 3, '#fff3cf', { spread: w * 0.5, slant: 0.3, o: 0.25 })
  petals(a, 20, ['#fff6d8'], [0, 0, w, h], 0.25)
}
