/** Performing and painting: the band on stage, the easel by the window. */
import { pane } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { catLoaf, person } from '../lib/figures.mjs'
import { petals, shafts } from '../lib/nature.mjs'
import { plant } from '../lib/things.mjs'
import { guitar, room } from './music.mjs'

/** Stage with beams, band in silhouette, hands of the crowd. */
export function stage(a, { beams = ['#ff4f8f', '#7a5fff', '#3fd0ff', '#ffb04a'], ground = '#0d0a22', band = 3 }) {
  const { w, h, u, r } = a
  a.fill(a.lin([ground, mix(ground, beams[1], 0.3), mix(ground, beams[0], 0.45)]))
  const y = h * 0.68
  a.rect(0, h * 0.06, w, u * 2, '#1a1630')
  for (let i = 0; i < 22; i++)
    a.line(`M${(w * i) / 22},${h * 0.06}l${w / 44},${u * 4}l${w / 44},${-u * 4}`, '#2a2444', u * 0.5)
  for (let i = 0; i < 9; i++) {
    const x = w * (0.06 + i * 0.11)
    const c = beams[i % beams.length]
    const tx = w * 0.5 + (i - 4) * w * r(0.02, 0.17) * (i % 2 ? -1 : 1)
    a.poly(
      [
        [x - u, h * 0.09],
        [x + u, h * 0.09],
        [tx + u * 15, h * 0.95],
        [tx - u * 15, h * 0.95],
      ],
      a.lin([
        [0, light(c, 0.4), 0.75],
        [0.7, c, 0.16],
        [1, c, 0],
      ]),
      { mix: 'screen' },
    )
    a.glow(x, h * 0.09, u * 12, c, 0.9)
    a.circ(x, h * 0.09, u * 1.5, '#ffffff')
  }
  a.circ(
    w * 0.5,
    y - u * 22,
    u * 26,
    a.rad([
      [0, '#fff3e0', 0.9],
      [0.6, beams[3], 0.6],
      [1, beams[3], 0],
    ]),
    { mix: 'screen' },
  )
  a.rect(0, y, w, h - y, a.lin(['#2a1f4a', '#0a0718']))
  a.rect(0, y - u, w, u * 2, light(beams[1], 0.3), { o: 0.6 })
  const cast = [
    { x: 0.5, s: 44, top: '#1d1638' },
    { x: 0.3, s: 40, top: '#171230', long: true },
    { x: 0.7, s: 41, top: '#171230' },
  ].slice(0, band)
  // Drum kit behind
  for (const [dx, dy, s] of [
    [-9, -4, 7],
    [9, -4, 7],
    [0, -3, 10],
    [-15, -14, 5],
    [15, -15, 5],
  ])
    a.ell(
      w * 0.5 + dx * u,
      y + dy * u - u * 3,
      u * s,
      u * s * (Math.abs(dx) > 12 ? 0.22 : 0.9),
      Math.abs(dx) > 12 ? '#e8b04b' : '#2f2450',
      { s: mix(beams[0], '#1a1230', 0.4), sw: u * 0.5 },
    )
  for (const { x, s, top, long } of cast) {
    person(a, w * x, y + u * 4, u * s, {
      top,
      bottom: '#0f0c22',
      hair: '#120d1c',
      long,
      arm: x === 0.5 ? 'hold' : 'down',
      skin: '#d9a08a',
      shoes: '#2a2444',
      walk: 0.8,
    })
    if (x !== 0.5) guitar(a, w * x - u * 5, y - u * 9, u * 26, x < 0.5 ? '#e8574f' : '#3fd0ff', 62, true)
    else {
      a.line(`M${w * x + u * 9},${y + u * 4}V${y - u * 32}l${-u * 4},${-u * 3}`, '#c3c8d2', u * 0.6)
      a.ell(w * x + u * 4.6, y - u * 35.5, u * 1.6, u * 2, '#2a2433')
    }
  }
  for (let i = 0; i < 34; i++) {
    const [x, s] = [w * r(-0.02, 1.02), u * r(9, 15)]
    const by = h + u * r(-4, 6)
    const c = mix('#07050f', beams[i % 4], r(0.04, 0.16))
    a.circ(x, by - s, s * 0.36, c)
    a.rect(x - s * 0.55, by - s * 0.66, s * 1.1, s * 2, c, { rx: s * 0.4 })
    if (i % 2) {
      a.line(`M${x + s * 0.5},${by - s * 0.2}L${x + s * r(0.4, 0.8)},${by - s * 1.9}`, c, s * 0.24)
      if (i % 5 === 0) {
        a.rect(x + s * 0.42, by - s * 2.3, s * 0.36, s * 0.55, '#dff0ff', { rx: 2 })
        a.glow(x + s * 0.6, by - s * 2, s * 1.2, '#9fd0ff', 0.7)
      }
    }
  }
  petals(a, 70, beams, [0, 0, w, h * 0.8], 0.7)
}

/** Easel before a bright window, paints about. */
export function easel(
  a,
  { wall = '#f1e2cf', floor = '#b5794f', canvas = ['#5aa7d0', '#ffd9a0', '#e8734a'], cat = true },
) {
  const { w, h, u, r } = a
  const y = h * 0.78
  room(a, wall, floor, y)
  pane(a, w * 0.56, h * 0.08, w * 0.38, h * 0.46, { frame: '#fffaf0', arch: true, rows: 3 }, () => {
    a.fill(a.lin(['#7fc4ea', '#e6f5f3']))
    for (let i = 0; i < 40; i++)
      a.ell(
        w * r(0.55, 0.95),
        h * r(0.36, 0.56),
        u * r(2, 6),
        u * r(2, 5),
        r.pick(['#3f8f5f', '#69b45c', '#2f7a4f', '#c4dc72']),
      )
  })
  const [x, top] = [w * 0.36, h * 0.2]
  for (const [x0, x1] of [
    [0, -19],
    [0, 19],
    [0, 3],
  ])
    a.line(`M${x + x0 * u},${top - u * 6}L${x + x1 * u},${y + u * 12}`, a.lin(['#c98f5a', '#8f5a35'], 0), u * 1.8)
  const [cw, ch] = [u * 46, u * 58]
  a.rect(x - cw / 2, top, cw, ch, '#fffaf0', { f: a.drop(u, u * 1.4, u * 2) })
  a.group({ clip: a.clip(`M${x - cw * 0.46},${top + ch * 0.035}h${cw * 0.92}v${ch * 0.93}h${-cw * 0.92}Z`) }, () => {
    a.rect(x - cw, top, cw * 2, ch, a.lin(canvas))
    a.circ(x + cw * 0.14, top + ch * 0.4, u * 7, '#fff6d8')
    for (let i = 0; i < 5; i++)
      a.path(
        `M${x - cw},${top + ch * (0.55 + i * 0.1)}q${cw * 0.5},${-u * r(4, 14)} ${cw},0t${cw},${u * r(-6, 6)}V${top + ch}H${x - cw}Z`,
        mix(canvas[2], '#2a1f5a', i / 5),
      )
    for (let i = 0; i < 50; i++)
      a.line(
        `M${x + r(-0.5, 0.5) * cw},${top + r(0, 1) * ch}q${u * 3},${r(-3, 3) * u} ${u * 7},0`,
        '#ffffff',
        u * r(0.3, 1.2),
        { o: 0.14 },
      )
  })
  a.rect(x - u * 27, top + ch, u * 54, u * 2.4, a.lin(['#d9a06a', '#8f5a35']))
  a.rect(w * 0.62, h * 0.66, w * 0.34, u * 2.4, '#fff6ea', { f: a.drop(0, u * 0.8, u) })
  for (const lx of [0.65, 0.92]) a.rect(w * lx, h * 0.66 + u * 2, u * 1.8, y + u * 6 - h * 0.66, '#d9bfa0')
  plant(a, w * 0.88, h * 0.66, u * 28, { kind: 'sprig', pot: '#5a7fa8' })
  ;['#e8574f', '#f2b84b', '#3f9f7f', '#3f6fc0'].forEach((c, i) => {
    a.rect(w * 0.65 + i * u * 5, h * 0.66 - u * 6, u * 4, u * 6, a.lin([light(c, 0.3), dark(c, 0.1)], 0), {
      rx: u * 0.6,
    })
  })
  if (cat) catLoaf(a, w * 0.76, h * 0.92, u * 30, '#3a3440', { belly: '#fff6ea', sleepy: false })
  for (let i = 0; i < 16; i++)
    a.ell(
      x + r(-30, 30) * u,
      y + r(8, 18) * u,
      u * r(0.6, 2.4),
      u * r(0.3, 0.9),
      r.pick(['#e8574f', '#f2b84b', '#3f9f7f', '#3f6fc0']),
      { o: 0.8 },
    )
  shafts(a, w * 0.55, h * 0.05, 4, '#fff6d8', { spread: w * 0.4, slant: 0.6, o: 0.42 })
}
