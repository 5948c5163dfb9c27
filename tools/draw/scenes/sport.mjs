/** Running track, courts seen from above, swimming lanes, the stadium at night. */
import { skyline } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { person } from '../lib/figures.mjs'
import { cloudBand, ridge, stars, streaks } from '../lib/nature.mjs'
import { foliage } from '../lib/plants.mjs'

const SKIES = {
  sunset: {
    sky: ['#3a2f7a', '#b0528c', '#ff7f66', '#ffd08a'],
    sun: '#fff0b8',
    lane: '#c94a3f',
    field: ['#4f6a4a', '#2a4040'],
    far: '#4a3566',
    cloud: ['#ff9f8a', '#ffcf9a'],
  },
  dawn: {
    sky: ['#5b9bd6', '#b9dcf0', '#ffe9cf', '#ffd0b0'],
    sun: '#fffbe6',
    lane: '#d9614c',
    field: ['#8cc06a', '#4a8f5a'],
    far: '#86a8c0',
    cloud: ['#ffffff', '#ffe0cc'],
  },
  teal: {
    sky: ['#0f3d5a', '#2f7f8f', '#f2c08a', '#ffe6b0'],
    sun: '#fff4cf',
    lane: '#2f6fa8',
    field: ['#3f7f6a', '#1d4a4a'],
    far: '#1f5568',
    cloud: ['#f7d0a0', '#7fb8b8'],
  },
}

/** The curve of a track running towards a low sun. */
export function track(a, { mood = 'sunset', horizon = 0.46, sunX = 0.62, runner = 1, bend = -0.35 }) {
  const M = SKIES[mood]
  const { w, h, u, r } = a
  const y = h * horizon
  a.rect(0, 0, w, y + 4, a.lin(M.sky))
  streaks(a, y * 0.15, y * 0.95, 18, M.cloud, 0.8)
  cloudBand(a, y * 0.5, y * 0.3, 5, M.cloud[1], M.cloud[0], 0.5, 0.8)
  a.glow(w * sunX, y - u * 6, u * 70, M.sun, 0.95)
  a.circ(w * sunX, y - u * 6, u * 7, M.sun)
  ridge(a, y - u * 5, u * 4, mix(M.far, M.sky.at(-1), 0.45))
  skyline(a, y, 4, 13, M.far, { step: 6, lights: mood === 'dawn' ? undefined : ['#ffd98a'], lit: 0.25 })
  for (let i = 0; i < 12; i++)
    foliage(a, (w * i) / 11, y - u, u * r(5, 9), u * r(3, 5), [dark(M.far, 0.4), M.far, mix(M.far, M.sun, 0.25)], {
      count: 30,
    })
  a.rect(0, y, w, h - y, a.lin([light(M.field[0], 0.15), ...M.field]))
  const lanes = 7
  const edge = (k) => {
    // Lane border k from the vanishing point sweeping to the bottom edge.
    const x0 = w * sunX - u * 2 + k * u * 0.7
    const x1 = w * (0.5 + (k - lanes / 2) * 0.27) + w * 0.04
    const cx = x0 + bend * u * 70 * 0.6 + (k - lanes / 2) * u * 4
    return { x0, x1, q: `${cx},${y + (h - y) * 0.34}` }
  }
  for (let k = 0; k < lanes; k++) {
    const [p, q] = [edge(k), edge(k + 1)]
    a.path(
      `M${p.x0},${y}Q${p.q} ${p.x1},${h + 4}L${q.x1},${h + 4}Q${q.q} ${q.x0},${y}Z`,
      a.lin([light(M.lane, 0.35), k % 2 ? M.lane : dark(M.lane, 0.07), dark(M.lane, 0.3)]),
    )
  }
  for (let k = 0; k <= lanes; k++) {
    const [p, t] = [edge(k), u * 0.55]
    a.path(
      `M${p.x0 - 0.5},${y}Q${p.q} ${p.x1 - t},${h + 4}L${p.x1 + t},${h + 4}Q${p.q} ${p.x0 + 0.5},${y}Z`,
      '#fff6ea',
      { o: 0.9 },
    )
  }
  a.glow(w * sunX - u * 6, y + u * 10, u * 46, M.sun, 0.55)
  for (let i = 0; i < runner; i++) {
    const [x, py, s] = [w * (0.42 + i * 0.19), y + (h - y) * (0.5 + (i % 2) * 0.2), u * (25 + (i % 2) * 8)]
    a.poly(
      [
        [x - s * 0.1, py],
        [x + s * 0.1, py],
        [x - s * 0.2, py + s * 0.8],
        [x - s * 0.6, py + s * 0.8],
      ],
      a.lin([
        [0, '#1a0b24', 0.5],
        [1, '#1a0b24', 0],
      ]),
    )
    person(a, x, py, s, {
      top: ['#f4efe6', '#f2b84b', '#5aa7a7'][i % 3],
      bottom: '#2b2b45',
      walk: 1.2,
      tail: i % 2 === 0,
      shadow: 0.2,
    })
  }
  a.vignette(M.far, 0.35)
}

/** Stadium at night under floodlights, crowd of lights. */
export function stadium(a, { grass = '#2f9a5a', sky = ['#050a22', '#16245a', '#3d4f9a'] }) {
  const { w, h, u, r } = a
  a.fill(a.lin(sky))
  stars(a, 70, h * 0.3)
  const y = h * 0.52
  a.path(
    `M${-u * 10},${y + u * 12}Q${w / 2},${y - u * 26} ${w + u * 10},${y + u * 12}V${h}H${-u * 10}Z`,
    a.lin(['#2b3470', '#141a40']),
  )
  for (let i = 0; i < 900; i++) {
    const [t, d] = [r(-1, 1), r()]
    const by = y - u * 7 * (1 - t * t) + u * 3 + d * u * 11
    a.circ(
      w / 2 + t * w * 0.55,
      by + t * t * u * 9,
      u * r(0.25, 0.6),
      r.pick(['#ffd98a', '#ff8f8f', '#9fd0ff', '#ffffff', '#5a66a8', '#3d4888']),
      { o: r(0.4, 1) },
    )
  }
  a.path(`M0,${y + u * 22}Q${w / 2},${y + u * 2} ${w},${y + u * 22}V${h}H0Z`, '#b8463f')
  a.path(
    `M0,${y + u * 30}Q${w / 2},${y + u * 7} ${w},${y + u * 30}V${h}H0Z`,
    a.lin([light(grass, 0.2), grass, dark(grass, 0.4)]),
  )
  for (let i = 0; i < 7; i++)
    a.poly(
      [
        [w * (0.5 + (i - 3.5) * 0.09), y + u * 16],
        [w * (0.5 + (i - 3) * 0.09), y + u * 16],
        [w * (0.5 + (i - 3) * 0.4), h],
        [w * (0.5 + (i - 3.5) * 0.4), h],
      ],
      '#eaffd0',
      { o: i % 2 ? 0.05 : 0.12 },
    )
  a.ell(w / 2, y + (h - y) * 0.62, u * 30, u * 9, 'none', { s: '#fff', sw: u * 0.6, o: 0.8 })
  a.line(`M${w * 0.5},${y + u * 17}V${h}`, '#fff', u * 0.6, { o: 0.6 })
  for (const [x, lh] of [
    [0.1, 0.1],
    [0.9, 0.1],
    [0.32, 0.2],
    [0.68, 0.2],
  ]) {
    a.line(`M${w * x},${y}V${h * lh}`, '#0c1030', u * 1.1)
    a.rect(w * x - u * 6, h * lh - u * 3, u * 12, u * 6, '#dfe8ff', { rx: u })
    a.glow(w * x, h * lh, u * 42, '#cfe0ff', 0.9)
    a.poly(
      [
        [w * x - u * 4, h * lh],
        [w * x + u * 4, h * lh],
        [w * 0.5 + u * 46, h],
        [w * 0.5 - u * 46, h],
      ],
      a.lin([
        [0, '#eaf2ff', 0.2],
        [0.8, '#eaf2ff', 0],
      ]),
      { mix: 'screen' },
    )
  }
  for (const [i, top] of ['#f4efe6', '#e8574f', '#f2b84b', '#e8574f', '#f4efe6'].entries())
    person(a, w * (0.2 + i * 0.15), y + (h - y) * (0.45 + ((i * 0.37) % 0.4)), u * 17, {
      top,
      bottom: '#1d2440',
      walk: 1,
      flip: i % 2,
    })
}
