/** Friends outdoors: campfire, picnic from above, a row of backs at sunset. */
import { skyline } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { sitter } from '../lib/figures.mjs'
import { cloudBand, petals, ranges, stars, streaks } from '../lib/nature.mjs'
import { foliage, grass, pine } from '../lib/plants.mjs'

/** Ring of friends around a fire. */
export function campfire(a, { sky = ['#0a1030', '#1f2f6a', '#6a4a8a'], n = 6, tents = true }) {
  const { w, h, u, r } = a
  a.fill(a.lin(sky))
  stars(a, 240, h * 0.6)
  ranges(a, h * 0.45, h * 0.6, 3, mix(sky[2], sky[1], 0.3), dark(sky[0], 0.1), { amp: 12, mist: sky[2] })
  for (let i = 0; i < 30; i++)
    pine(a, r(-0.02, 1.02) * w, h * r(0.64, 0.7), u * r(14, 38), mix('#0a1830', sky[1], r(0, 0.25)))
  a.rect(0, h * 0.68, w, h * 0.33, a.lin(['#1f2a4a', '#0c1022']))
  const [x, y] = [w * 0.5, h * 0.8]
  a.ell(
    x,
    y + u * 2,
    u * 62,
    u * 20,
    a.rad([
      [0, '#ff9a4a', 0.75],
      [0.5, '#c9552f', 0.3],
      [1, '#c9552f', 0],
    ]),
  )
  if (tents)
    for (const [tx, c] of [
      [0.13, '#e8734a'],
      [0.88, '#3f9f9a'],
    ]) {
      a.path(
        `M${w * tx - u * 16},${h * 0.76}Q${w * tx},${h * 0.72 - u * 22} ${w * tx + u * 16},${h * 0.76}Z`,
        a.lin([light(c, 0.2), dark(c, 0.35)], 20),
      )
      a.path(
        `M${w * tx - u * 4},${h * 0.76}Q${w * tx - u},${h * 0.74 - u * 9} ${w * tx},${h * 0.74 - u * 11}Q${w * tx + u * 2},${h * 0.74 - u * 6} ${w * tx + u * 5},${h * 0.76}Z`,
        a.lin(['#ffe2a0', '#ffb35a']),
      )
    }
  const ring = (i) => {
    const t = (i / n) * 6.283 + 0.5
    return [x + Math.cos(t) * u * 34, y + Math.sin(t) * u * 13, t]
  }
  const tops = ['#e8574f', '#f2b84b', '#f4efe6', '#5aa7a7', '#7f6bd0', '#f29ab0']
  const order = Array.from({ length: n }, (_, i) => i).sort((p, q) => ring(p)[1] - ring(q)[1])
  const seat = (i) => {
    const [sx, sy] = ring(i)
    sitter(a, sx, sy + u * 5, u * 19, { top: tops[i % 6], long: i % 2 === 0 })
  }
  for (const i of order.filter((k) => ring(k)[1] < y)) seat(i)
  for (const t of [-24, 24, 80])
    a.at(x, y + u * 2, { rot: t }, () =>
      a.rect(-u * 9, -u * 1.4, u * 18, u * 2.8, a.lin(['#7a4a2f', '#3a2018']), { rx: u * 1.4 }),
    )
  a.glow(x, y - u * 6, u * 50, '#ff9a3a', 0.95)
  for (const [k, c] of [
    [1, '#ff6a2a'],
    [0.72, '#ff9d3a'],
    [0.46, '#ffd25a'],
    [0.24, '#fff6c8'],
  ])
    a.path(
      `M${x},${y - u * 24 * k}C${x + u * 3 * k},${y - u * 15 * k} ${x + u * 11 * k},${y - u * 11 * k} ${x + u * 9 * k},${y - u * 2}Q${x},${y + u * 4} ${x - u * 9 * k},${y - u * 2}C${x - u * 11 * k},${y - u * 9 * k} ${x - u * 4 * k},${y - u * 13 * k} ${x},${y - u * 24 * k}Z`,
      c,
      { o: 0.92 },
    )
  for (let i = 0; i < 40; i++)
    a.circ(x + r.bell() * u * 16, y - r(4, 60) * u, u * r(0.2, 0.6), r.pick(['#ffd25a', '#ff9d3a', '#fff0b0']), {
      o: r(0.4, 1),
    })
  for (const i of order.filter((k) => ring(k)[1] >= y)) seat(i)
  grass(a, h + u, 140, ['#0a1020', '#15203a'], 7)
}

/** Picnic cloth on the lawn, from above or under a tree. */
export function picnic(a, { cloth = '#e8574f', lawn = ['#a8d468', '#4f9a4a'], who = 3 }) {
  const { w, h, u, r } = a
  a.fill(a.lin(lawn, 60))
  for (let i = 0; i < 420; i++)
    a.line(
      `M${r(0, w)},${r(0, h)}q${r(-4, 4)},${-u * 1.4} ${r(-8, 8)},${-u * 2.4}`,
      r.pick([light(lawn[0], 0.25), dark(lawn[1], 0.15), lawn[0], lawn[1]]),
      u * 0.25,
      { o: 0.55 },
    )
  const s = u * 62
  a.at(w * 0.5, h * 0.52, { rot: -14 }, () => {
    a.rect(-s / 2, -s / 2, s, s, '#fffaf0', { f: a.drop(u, u * 1.6, u * 2, '#0f2a18', 0.4) })
    const q = s / 10
    for (let i = 0; i < 10; i++) {
      if (i % 2 === 0) {
        a.rect(-s / 2 + i * q, -s / 2, q, s, cloth, { o: 0.5 })
        a.rect(-s / 2, -s / 2 + i * q, s, q, cloth, { o: 0.5 })
      }
    }
    const sh = a.drop(u * 0.6, u, u, '#1a0a18', 0.38)
    a.circ(-s * 0.2, -s * 0.2, u * 11, '#ffffff', { f: sh })
    for (let i = 0; i < 9; i++)
      a.circ(
        -s * 0.2 + Math.cos(i * 2.4) * u * (2 + i * 0.7),
        -s * 0.2 + Math.sin(i * 2.4) * u * (2 + i * 0.7),
        u * 2.4,
        a.rad(['#ff9a8a', '#e03a4a'], 0.35, 0.35, 0.7),
      )
    a.path(`M${s * 0.06},${-s * 0.3}A${u * 15},${u * 15} 0 0 1 ${s * 0.36},${-s * 0.1}Z`, '#3f9a5a', { f: sh })
    a.path(`M${s * 0.085},${-s * 0.28}A${u * 13},${u * 13} 0 0 1 ${s * 0.345},${-s * 0.11}Z`, '#ff5a5f')
    a.rect(s * 0.02, s * 0.04, u * 25, u * 17, a.lin(['#d9a066', '#a8703f'], 40), { rx: u * 2, f: sh })
    for (let i = 0; i < 9; i++)
      for (let j = 0; j < 6; j++)
        if ((i + j) % 2) a.rect(s * 0.02 + i * u * 2.8, s * 0.04 + j * u * 2.8, u * 2.8, u * 2.8, '#8f5a30', { o: 0.4 })
    for (let i = 0; i < 3; i++) {
      const [x, y] = [-s * 0.34 + i * s * 0.11, s * 0.16 + (i % 2) * s * 0.08]
      a.circ(x, y, u * 4.6, '#ffffff', { f: sh })
      a.circ(x, y, u * 3.7, ['#ffb04a', '#ff8fa3', '#c6e36b'][i])
      a.circ(x - u, y - u, u * 1, '#ffffff', { o: 0.6 })
    }
    a.rect(-s * 0.36, s * 0.33, u * 15, u * 10, a.lin(['#22305f', '#3f5aa8']), { rx: 3, f: sh })
    a.ell(s * 0.33, s * 0.4, u * 9, u * 8, a.rad(['#fff0c8', '#e8c078', '#d0a058']), { f: sh })
    a.ell(s * 0.33, s * 0.4, u * 4.6, u * 4.2, '#f3d9a0', { s: '#e8574f', sw: u * 1 })
  })
  const heads = [
    [0.12, 0.36, 70],
    [0.9, 0.62, -110],
    [0.42, 0.94, 0],
    [0.66, 0.08, 180],
  ].slice(0, who)
  for (const [i, [x, y, t]] of heads.entries())
    a.at(w * x, h * y, { rot: t, f: a.drop(u, u * 1.5, u * 1.6, '#0f2a18', 0.4) }, () => {
      a.line(
        `M${-u * 8},${u}Q${-u * 10},${-u * 8} ${-u * 5},${-u * 12}M${u * 8},${u}Q${u * 11},${-u * 8} ${u * 6},${-u * 14}`,
        '#f2c8a8',
        u * 3,
      )
      a.ell(0, u * 2, u * 11, u * 6.4, ['#f2b84b', '#f4efe6', '#5a7fc0', '#f29ab0'][i])
      a.circ(0, 0, u * 5.8, a.rad(['#4a3238', '#2a1d22'], 0.4, 0.35, 0.7))
      if (i % 2) a.ell(0, u * 6, u * 4.6, u * 7, '#2a1d22')
    })
  for (const [x, y] of [
    [0.02, 0.02],
    [1, 0.98],
    [0.98, 0.04],
  ]) {
    foliage(a, w * x + u * 3, h * y + u * 4, u * 20, u * 17, ['#0f3a24', '#15482c'], { count: 40 })
    foliage(a, w * x, h * y, u * 19, u * 16, ['#1d5a3a', '#3f8f4f', '#8ac45a', '#dcea8a'], { count: 160, size: 0.12 })
  }
  petals(a, 46, ['#ffffff', '#ffd0e0', '#fff0a8'], [0, 0, w, h], 0.8)
  a.fill(
    a.lin(
      [
        [0, '#fff3c0', 0.4],
        [0.6, '#fff3c0', 0],
      ],
      50,
    ),
    { mix: 'screen' },
  )
}

/** Friends in a row watching a sunset from a wall or roof. */
export function row(a, { sky = ['#2f3f9a', '#b05a9a', '#ff8a6a', '#ffdf9a'], n = 4, edge = '#2a1f48', city = true }) {
  const { w, h, u, r } = a
  const y = h * 0.76
  a.fill(a.lin(sky))
  a.glow(w * 0.5, y - u * 16, u * 64, '#fff0c0', 0.95)
  a.circ(w * 0.5, y - u * 15, u * 12, a.lin(['#fffbe0', '#ffdf8a']))
  streaks(a, h * 0.2, y - u * 8, 22, [sky[3], sky[2], light(sky[2], 0.4)], 0.75)
  cloudBand(a, h * 0.36, h * 0.12, 6, light(sky[3], 0.2), sky[2], 0.4, 0.85)
  if (city) skyline(a, y, 5, 17, mix(sky[1], edge, 0.4), { lights: ['#ffe9b0'], lit: 0.15 })
  else ranges(a, y - u * 10, y, 3, mix(sky[2], sky[1], 0.5), edge, { amp: 9, mist: sky[3] })
  a.rect(-9, y, w + 20, h - y + 9, a.lin([mix(edge, sky[2], 0.35), edge, dark(edge, 0.5)]))
  a.rect(-9, y - u, w + 20, u * 2.6, mix(edge, sky[3], 0.4))
  const gap = Math.min(u * 19, (w * 0.86) / n)
  for (let i = 0; i < n; i++)
    sitter(a, w * 0.5 + (i - (n - 1) / 2) * gap, y + u * 1, u * (22 + (i % 3)), {
      top: ['#e8574f', '#f4efe6', '#3f9f9a', '#f2b84b', '#7f6bd0'][i % 5],
      long: i % 2 === 1,
      bun: i === 2,
      lean: [4, -5, 3, -3, 2][i % 5],
    })
  for (let i = 0; i < 9; i++) {
    const [x, by, s] = [w * r(0.15, 0.85), h * r(0.18, 0.45), u * r(1, 2)]
    a.line(
      `M${x - s},${by - s * 0.3}Q${x - s * 0.3},${by - s * 0.6} ${x},${by}Q${x + s * 0.3},${by - s * 0.6} ${x + s},${by - s * 0.3}`,
      edge,
      u * 0.3,
    )
  }
}
