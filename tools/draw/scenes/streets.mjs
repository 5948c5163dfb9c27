/** On the way through the city: metro platform, light trails, umbrellas at a rainy crossing. */
import { block, lamp, skyline, windows } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { person } from '../lib/figures.mjs'
import { rain, stars } from '../lib/nature.mjs'
import { WARM } from './city.mjs'

/** Metro platform with a train rushing past. */
export function metro(a, { line = '#e8574f', tile = '#e6e9ee', people = 3, night = false }) {
  const { w, h, u, r } = a
  a.fill(a.lin(night ? ['#222a4a', '#3a4674', '#1a2040'] : [light(tile, 0.3), tile, dark(tile, 0.16)]))
  for (let i = 0; i < 5; i++) {
    a.rect(w * (0.02 + i * 0.22), h * 0.045, w * 0.17, u * 1.8, '#ffffff', { rx: u })
    a.glow(w * (0.105 + i * 0.22), h * 0.05, u * 22, '#eaf6ff', 0.5)
  }
  a.rect(0, h * 0.12, w, h * 0.07, line)
  for (let i = 0; i < 6; i++) a.circ(w * (0.08 + i * 0.17), h * 0.155, u * 1.7, '#ffffff')
  a.rect(0, h * 0.15, w, u * 0.6, '#ffffff')
  const [y0, y1] = [h * 0.24, h * 0.72]
  a.rect(-9, y0, w + 20, y1 - y0, a.lin(['#f6f8fb', '#d3d9e3', '#aab3c2']), { f: a.drop(0, u, u * 2) })
  a.rect(-9, y0 + (y1 - y0) * 0.72, w + 20, (y1 - y0) * 0.11, line)
  for (let i = -1; i < 6; i++) {
    const x = i * u * 46 + u * 8
    a.rect(x, y0 + (y1 - y0) * 0.16, u * 26, (y1 - y0) * 0.4, a.lin(['#ffe9b8', '#ffd08a', '#e8a86a'], 20), {
      rx: u * 2,
    })
    for (let k = 0; k < 4; k++)
      a.path(
        `M${x + u * (2 + k * 6)},${y0 + (y1 - y0) * 0.56}q0,${-u * 9} ${u * 2.4},${-u * 9}q${u * 2.6},0 ${u * 2.6},${u * 9}Z`,
        r.pick(['#3a2f4a', '#5a4460', '#2f3f5f']),
        { o: 0.75 },
      )
    for (let k = 0; k < 4; k++)
      if (r.chance(0.85)) a.circ(x + u * (4.5 + k * 6), y0 + (y1 - y0) * 0.56 - u * 10.6, u * 2, '#2a2030', { o: 0.75 })
    for (const dx of [30, 37]) {
      a.rect(x + u * dx, y0 + (y1 - y0) * 0.1, u * 6.6, (y1 - y0) * 0.9, '#c3cad6', { s: '#8e97a8', sw: 2 })
      a.rect(x + u * (dx + 1.2), y0 + (y1 - y0) * 0.18, u * 4.2, (y1 - y0) * 0.38, '#ffdf9a', { rx: u })
    }
  }
  a.group({ o: 0.5 }, () => {
    for (let i = 0; i < 44; i++)
      a.rect(r(-0.2, 1) * w, r(y0, y1), u * r(16, 70), u * r(0.2, 0.6), '#ffffff', { o: r(0.2, 0.8) })
  })
  a.rect(0, y1, w, h - y1, a.lin(night ? ['#5a6488', '#2a3154'] : ['#cfd4dc', '#8f98a8']))
  a.rect(0, y1 + u * 2, w, u * 3.4, '#f2c44a')
  for (let i = 0; i < 60; i++) a.circ((w * i) / 59, y1 + u * 3.7, u * 0.7, '#d9a42a')
  for (let i = 0; i < people; i++)
    person(a, w * ((i + 0.6) / (people + 0.2)), h * (0.9 + (i % 2) * 0.06), u * 56, {
      top: ['#22305f', '#f2b84b', '#f4efe6', '#5aa07a'][i % 4],
      bottom: ['#1d1a2e', '#3a4a78', '#7a4a5a'][i % 3],
      bag: ['#6a4a35', undefined, '#e8574f'][i % 3],
      long: i % 2 === 1,
      walk: 0.2,
      flip: i % 2,
      scarf: i === 2 ? '#e8574f' : undefined,
    })
  a.vignette('#10142a', 0.4)
}

/** Long-exposure traffic between towers. */
export function trails(
  a,
  { sky = ['#0a0a2a', '#2a1a5f', '#7a2f7f', '#ff7a5a'], red = '#ff3f4f', gold = '#ffd27a', curve = 0.5 },
) {
  const { w, h, u, r } = a
  const y = h * 0.55
  a.rect(0, 0, w, h, a.lin(sky))
  stars(a, 70, h * 0.3)
  skyline(a, y + u * 3, 14, 44, mix(sky[1], sky[2], 0.5), { lights: WARM, lit: 0.15, step: 10 })
  for (const s of [-1, 1])
    for (let i = 0; i < 4; i++) {
      const bw = u * (13 + i * 8)
      const x = s < 0 ? w * 0.36 - u * 3 - i * w * 0.14 - bw : w * 0.64 + u * 3 + i * w * 0.14
      block(a, x, y + u * (5 + i * 9), bw, h * (0.3 + i * 0.14), mix('#1a1f4a', sky[2], 0.3 - i * 0.07), {
        cols: 4 + i,
        rows: 10 + i,
        lit: 0.42,
        off: '#141838',
        side: 0,
      })
    }
  a.poly(
    [
      [w * 0.47, y],
      [w * 0.53, y],
      [w * 1.3, h],
      [-w * 0.3, h],
    ],
    a.lin(['#3a2a5a', '#0d0b20']),
  )
  a.glow(w * 0.5, y, u * 55, sky[3], 0.85)
  a.group({ mix: 'screen' }, () => {
    for (let i = 0; i < 70; i++) {
      const s = i % 2 ? 1 : -1
      const t = r(0.1, 1)
      const c = s > 0 ? red : gold
      const lift = r() < 0.3 ? u * r(2, 9) : 0
      a.line(
        `M${w * 0.5 + s * u * 0.6 * t},${y - lift * 0.1}Q${w * 0.5 + s * w * 0.1 * t + curve * u * 9},${y + (h - y) * 0.4 - lift * 0.4} ${w * 0.5 + s * w * 0.72 * t},${h + 20 - lift}`,
        mix(c, '#ffffff', r(0, 0.35)),
        u * r(0.2, 0.85),
        { o: r(0.3, 0.9) },
      )
    }
  })
  for (const s of [-1, 1])
    for (let i = 0; i < 4; i++)
      lamp(
        a,
        w * 0.5 + s * w * (0.06 + i * i * 0.05 + i * 0.05),
        y + (h - y) * (0.06 + i * i * 0.075),
        u * (10 + i * i * 5),
        { post: '#15122c' },
      )
  a.vignette('#04031a', 0.5)
}

/** Rainy crossing with umbrellas and neon reflections. */
export function rainyStreet(
  a,
  {
    sky = ['#101a3a', '#2a3f6a', '#6a7fa0'],
    neon = ['#ff4f8f', '#3fd0ff', '#ffc44a', '#8f7aff'],
    umbrellas = ['#e8574f', '#f2b84b', '#3f9f9a', '#f4efe6'],
    n = 4,
  },
) {
  const { w, h, u, r } = a
  const y = h * 0.66
  a.fill(a.lin(sky))
  for (const s of [0, 1, 2, 3, 4, 5]) {
    const bw = w * 0.24
    const x = s < 3 ? w * (-0.06 + s * 0.15) : w * (0.82 - (s - 3) * 0.15)
    const bh = h * (0.62 - (s % 3) * 0.14)
    const c = mix(sky[0], sky[2], 0.12 + (s % 3) * 0.2)
    a.rect(x, y - bh, bw, bh, a.lin([c, dark(c, 0.25)]))
    windows(a, x + bw * 0.05, y - bh * 0.97, bw * 0.9, bh * 0.8, 4, 7, { lit: 0.45, off: dark(c, 0.3) })
    const nc = neon[s % 4]
    const [nx, ny] = [x + bw * (s < 3 ? 0.7 : 0.1), y - bh * 0.72]
    a.rect(nx, ny, u * 5, u * 19, dark(c, 0.55), { rx: u, s: nc, sw: u * 0.5 })
    for (let k = 0; k < 4; k++) a.rect(nx + u * 1.2, ny + u * (1.8 + k * 4.3), u * 2.6, u * 2.6, nc, { rx: u * 0.6 })
    a.glow(nx + u * 2.5, ny + u * 9, u * 24, nc, 0.6)
  }
  a.rect(0, y, w, h - y, a.lin([mix(sky[2], '#1a1f3a', 0.45), '#0c1022']))
  for (let i = 0; i < 80; i++) {
    const c = r.pick([...neon, '#ffd98a'])
    a.rect(
      r(0, w),
      r(y, h),
      u * r(0.6, 3),
      u * r(4, 16),
      a.lin([
        [0, c, 0],
        [0.3, c, 0.5],
        [1, c, 0],
      ]),
    )
  }
  for (let i = 0; i < 8; i++)
    a.poly(
      [
        [w * (0.2 + i * 0.08), y + u * 3],
        [w * (0.24 + i * 0.08), y + u * 3],
        [w * (-0.02 + i * 0.15), y + u * 14],
        [w * (-0.1 + i * 0.15), y + u * 14],
      ],
      '#dfe6f5',
      { o: 0.3 },
    )
  for (let i = 0; i < n; i++) {
    const [x, py, s] = [w * ((i + 0.55) / (n + 0.1)), h * (0.84 + ((i * 0.41) % 0.13)), u * (34 + ((i * 7) % 12))]
    const c = umbrellas[i % umbrellas.length]
    a.ell(
      x,
      py + s * 0.5,
      s * 0.28,
      s * 0.5,
      a.lin([
        [0, c, 0.4],
        [1, c, 0],
      ]),
    )
    person(a, x, py, s, {
      top: ['#22305f', '#7a4a5a', '#3a5a5a', '#5a4a78'][i % 4],
      bottom: '#171a30',
      umbrella: c,
      long: i % 2 === 0,
      skirt: i % 2 === 0,
      flip: i % 2,
    })
  }
  rain(a, 300, '#dfe9ff', 0.16, 0.5)
  for (let i = 0; i < 46; i++)
    a.ell(r(0, w), r(y, h), u * r(0.8, 2.4), u * 0.4, 'none', { s: '#dfe9ff', sw: 1.2, o: 0.35 })
  a.vignette('#050818', 0.5)
}
