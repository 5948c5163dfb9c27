/** Setting out: the station platform, the packed-up dorm room. */
import { bulbs, pane, skyline } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { person } from '../lib/figures.mjs'
import { cloudBand, petals, shafts, streaks } from '../lib/nature.mjs'
import { foliage } from '../lib/plants.mjs'
import { bookPile, plant } from '../lib/things.mjs'

/** Station platform with suitcases and a waiting train. */
export function platform(
  a,
  { sky = ['#5a7fc0', '#ffc09a', '#ffe9c8'], train = '#f4f6fa', stripe = '#2f6fb8', who = 'one' },
) {
  const { w, h, u } = a
  const y = h * 0.7
  a.fill(a.lin(sky))
  a.glow(w * 0.72, h * 0.36, u * 62, '#fff3cf', 0.95)
  cloudBand(a, h * 0.3, h * 0.12, 5, '#ffffff', sky[1], 0.4)
  skyline(a, y - u * 6, 6, 20, mix(sky[0], sky[1], 0.4), { step: 9 })
  const [vx, vy] = [w * 0.86, h * 0.5]
  const face = (t0, t1) => [
    [-9, h * t0],
    [vx, vy + (h * t0 - h * 0.5) * 0.12],
    [vx, vy + (h * t1 - h * 0.5) * 0.12],
    [-9, h * t1],
  ]
  a.poly(face(0.2, 0.86), a.lin([light(train, 0.4), train, dark(train, 0.2)]), { f: a.drop(0, u, u * 2) })
  a.poly(face(0.62, 0.69), stripe)
  a.poly(face(0.3, 0.5), '#26304f')
  for (let i = 0; i < 9; i++) {
    const z = (q) => 1 - 0.86 ** q
    const X = (q) => -9 + (vx + 9) * z(q * 1.6)
    const K = (q) => 1 - 0.88 * z(q * 1.6)
    const Y = (t, q) => vy + (h * t - h * 0.5) * K(q) + (0.5 * h - vy) * K(q)
    const [q0, q1] = [i + 0.12, i + 0.8]
    a.poly(
      [
        [X(q0), Y(0.31, q0)],
        [X(q1), Y(0.31, q1)],
        [X(q1), Y(0.49, q1)],
        [X(q0), Y(0.49, q0)],
      ],
      a.lin(['#ffe9b8', '#ffc98a'], 20),
    )
    if (i % 3 === 1)
      a.poly(
        [
          [X(q0), Y(0.27, q0)],
          [X(q1 - 0.2), Y(0.27, q1 - 0.2)],
          [X(q1 - 0.2), Y(0.84, q1 - 0.2)],
          [X(q0), Y(0.84, q0)],
        ],
        a.lin([mix(train, stripe, 0.3), mix(train, stripe, 0.5)]),
        { s: dark(train, 0.3), sw: 2 },
      )
  }
  a.poly(
    [
      [-9, h * 0.86],
      [vx, vy + h * 0.045],
      [w + 9, vy + h * 0.06],
      [w + 9, h + 9],
      [-9, h + 9],
    ],
    a.lin(['#e3d3c4', '#9a8a94']),
  )
  a.poly(
    [
      [-9, h * 0.89],
      [vx, vy + h * 0.052],
      [vx + u * 1.4, vy + h * 0.055],
      [-9, h * 0.94],
    ],
    '#f2c44a',
  )
  for (let i = 0; i < 5; i++) {
    const k = 0.2 + i * 0.2
    a.line(`M${w * 0.96},${vy + h * 0.05 + k * k * h * 0.4}L${w * (0.9 - k * 0.9)},${h}`, '#8a7a88', 1, { o: 0.3 })
  }
  a.poly(
    [
      [w + 9, 0],
      [w + 9, h * 0.16],
      [w * 0.5, h * 0.36],
      [w * 0.44, h * 0.34],
      [w * 0.3, 0],
    ],
    a.lin(['#5a6a8a', '#8a98b0']),
    { f: a.drop(0, u, u * 2) },
  )
  for (const [px, top, bot, sw] of [
    [0.95, 0.1, 0.92, 2.4],
    [0.8, 0.2, 0.68, 1.5],
    [0.7, 0.26, 0.6, 1],
  ])
    a.rect(w * px, h * top, u * sw, h * (bot - top), a.lin(['#7a88a0', '#47536e'], 0))
  const suit = (x, by, s, c) => {
    a.ell(x, by, s * 0.36, s * 0.04, '#1a0f2a', { o: 0.3 })
    a.line(`M${x - s * 0.1},${by - s * 0.74}v${-s * 0.3}h${s * 0.2}v${s * 0.3}`, '#8e97a8', s * 0.035)
    a.rect(x - s * 0.28, by - s * 0.78, s * 0.56, s * 0.74, a.lin([light(c, 0.2), c, dark(c, 0.2)], 20), {
      rx: s * 0.07,
    })
    for (const k of [-0.14, 0, 0.14]) a.rect(x + k * s - 1.5, by - s * 0.74, 3, s * 0.66, dark(c, 0.2), { o: 0.5 })
    for (const k of [-0.2, 0.2]) a.circ(x + k * s, by - s * 0.02, s * 0.045, '#22202c')
  }
  person(a, w * 0.56, h * 0.95, u * 46, {
    top: '#f4efe6',
    bottom: '#2d3a5f',
    bag: '#e8574f',
    long: who !== 'one',
    skirt: who !== 'one',
    arm: 'wave',
    walk: 0.3,
    flip: true,
  })
  suit(w * 0.7, h * 0.96, u * 21, '#2f7f86')
  if (who !== 'one') {
    person(a, w * 0.34, h * 0.99, u * 48, { top: '#5a7fc0', bottom: '#2a2a3f', arm: 'up', walk: 0.2 })
    suit(w * 0.2, h, u * 22, '#f2b84b')
  }
  shafts(a, w * 0.4, 0, 4, '#fff3cf', { spread: w * 0.6, slant: 0.4, o: 0.3 })
}

/** Dorm room packed up: boxes, bare desk, evening sun. */
export function moving(
  a,
  { wall = '#f0d9c0', floor = '#b5794f', sky = ['#7a6fc0', '#ff9a7a', '#ffe2b0'], boxes = 5, lights = true },
) {
  const { w, h, u, r } = a
  const y = h * 0.7
  a.fill(a.lin([light(wall, 0.15), wall, dark(wall, 0.12)], 60))
  a.rect(0, y, w, h - y, a.lin([light(floor, 0.25), dark(floor, 0.25)]))
  for (let i = 0; i < 9; i++)
    a.line(`M${w * (i / 8)},${y}L${w * (0.5 + (i / 8 - 0.5) * 2)},${h}`, dark(floor, 0.3), 1.4, { o: 0.5 })
  pane(a, w * 0.3, h * 0.1, w * 0.42, h * 0.42, { frame: '#fffaf0' }, () => {
    a.fill(a.lin(sky))
    a.glow(w * 0.55, h * 0.42, u * 40, '#fff3cf', 0.9)
    streaks(a, h * 0.15, h * 0.45, 14, [sky[1], light(sky[1], 0.4)], 0.6)
    skyline(a, h * 0.53, 5, 15, mix(sky[0], '#3a2a5a', 0.4), { lights: ['#ffe9b0'], lit: 0.3 })
    foliage(a, w * 0.3, h * 0.52, u * 14, u * 12, ['#3a2f4a', '#5a4a5a', '#8a6a5a', '#d99a6a'], { count: 90 })
  })
  if (lights) bulbs(a, w * 0.04, h * 0.05, w * 0.96, h * 0.04, h * 0.04, 16, ['#ffd98a', '#ffb46a'])
  for (let i = 0; i < 5; i++)
    a.at(w * 0.13 + (i % 2) * u * 12, h * (0.2 + Math.floor(i / 2) * 0.13), { rot: r(-8, 8) }, () => {
      a.rect(-u * 5, -u * 6, u * 10, u * 12, '#fffdf6', { f: a.drop(u * 0.4, u * 0.6, u * 0.8) })
      a.rect(
        -u * 4.2,
        -u * 5.2,
        u * 8.4,
        u * 8.4,
        a.lin([r.pick(['#5a7fc0', '#e8734a', '#7f6bd0', '#3f9f8f']), '#ffe2b0']),
      )
    })
  const box = (x, by, s, c = '#d9a066') => {
    a.ell(x + s * 0.1, by, s * 0.62, s * 0.07, '#1a0f2a', { o: 0.3 })
    a.rect(x - s / 2, by - s * 0.72, s, s * 0.72, a.lin([light(c, 0.2), c, dark(c, 0.14)], 30))
    a.poly(
      [
        [x + s / 2, by - s * 0.72],
        [x + s * 0.68, by - s * 0.8],
        [x + s * 0.68, by - s * 0.1],
        [x + s / 2, by],
      ],
      dark(c, 0.3),
    )
    a.poly(
      [
        [x - s / 2, by - s * 0.72],
        [x - s * 0.32, by - s * 0.8],
        [x + s * 0.68, by - s * 0.8],
        [x + s / 2, by - s * 0.72],
      ],
      light(c, 0.35),
    )
    a.rect(x - s * 0.07, by - s * 0.72, s * 0.14, s * 0.28, '#f3e2b8', { o: 0.9 })
    a.path(
      `M${x + s * 0.3},${by - s * 0.22}c${-s * 0.12},${-s * 0.09} ${-s * 0.05},${-s * 0.17} 0,${-s * 0.1}c${s * 0.05},${-s * 0.07} ${s * 0.12},${s * 0.01} 0,${s * 0.1}Z`,
      '#e8574f',
    )
  }
  const spots = [
    [0.74, 0.8, 34],
    [0.5, 0.78, 26],
    [0.72, 0.8 - (24.5 * u) / h, 25],
    [0.3, 0.9, 36],
    [0.86, 0.95, 34],
  ].slice(0, boxes)
  for (const [x, by, s] of spots) box(w * x, h * by, u * s)
  plant(a, w * 0.3, h * 0.9 - u * 26, u * 30, { kind: 'broad', pot: '#f4efe6' })
  bookPile(a, w * 0.56, h * 0.93, u * 24, ['#22305f', '#e8574f', '#f2b84b', '#3f9f8f'], u * 3.6)
  shafts(a, w * 0.34, h * 0.1, 4, '#ffd09a', { spread: w * 0.36, slant: 0.7, o: 0.45 })
  petals(a, 40, ['#fff3d0'], [0, 0, w, h], 0.25)
}
