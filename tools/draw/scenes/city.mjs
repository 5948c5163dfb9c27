/** City and work: blue-hour skyline, façades, towers from below, metro platform, light trails, rainy street. */
import { skyline } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { person, sitter } from '../lib/figures.mjs'
import { cloudBand, stars, streaks, water } from '../lib/nature.mjs'

export const WARM = ['#ffd98a', '#ffe9b0', '#ffb46a', '#fff3d8']

/** Skyline over water with reflections. */
export function blueHour(
  a,
  {
    sky = ['#0b1444', '#27408f', '#8a6fb0', '#ffb38a'],
    near = '#0e1538',
    sun = '#ffd9a8',
    y0 = 0.64,
    bridge = false,
    balcony = false,
  },
) {
  const { w, h, u, r } = a
  const y = h * y0
  a.rect(0, 0, w, y + 4, a.lin(sky))
  stars(a, 60, y * 0.5)
  a.glow(w * 0.6, y, u * 90, sun, 0.95)
  streaks(a, y * 0.3, y * 0.85, 14, [sky[2], sky[3]], 0.5)
  skyline(a, y, 12, 34, mix(sky[2], near, 0.12), { lights: WARM, lit: 0.1, step: 8 })
  skyline(a, y, 9, 36, mix(sky[1], near, 0.35), { lights: WARM, lit: 0.24, step: 9 })
  const tx = w * 0.66
  a.path(
    `M${tx - u * 4},${y}Q${tx - u * 1.6},${y - u * 30} ${tx - u * 0.4},${y - u * 64}h${u * 0.8}Q${tx + u * 1.6},${y - u * 30} ${tx + u * 4},${y}Z`,
    a.lin([mix(sky[3], near, 0.3), near]),
  )
  for (const [k, s] of [
    [22, 4.6],
    [44, 2.6],
  ]) {
    a.circ(tx, y - u * k, u * s, a.lin([mix(sky[3], near, 0.2), near], 0))
    a.glow(tx, y - u * k, u * s * 3, '#ff8ab0', 0.5)
  }
  a.circ(tx, y - u * 64, u * 0.7, '#ff6f6f')
  skyline(a, y, 5, 22, mix(near, sky[1], 0.15), { lights: WARM, lit: 0.38, step: 8 })
  water(a, y, [mix(sky[3], near, 0.45), mix(sky[1], near, 0.5), dark(near, 0.3)], {
    lx: w * 0.6,
    glint: sun,
    count: 90,
  })
  for (let i = 0; i < 90; i++) {
    const x = r(0, w)
    const c = r.pick([...WARM, '#ff8ab0', '#8fd0ff'])
    const l = r(0.1, 0.8) * (h - y)
    a.rect(
      x,
      y + 2,
      u * r(0.5, 1.3),
      l,
      a.lin([
        [0, c, 0.7],
        [1, c, 0],
      ]),
      { o: r(0.3, 0.8) },
    )
  }
  if (bridge) {
    a.rect(-9, y + u * 2, w + 20, u * 1.6, dark(near, 0.2))
    for (const bx of [0.16, 0.84]) a.rect(w * bx - u, y - u * 24, u * 2, u * 34, dark(near, 0.1))
    for (let k = 0; k < 2; k++)
      a.line(
        `M-9,${y - u * 4}Q${w * 0.08},${y + u} ${w * 0.16},${y - u * 24}Q${w * 0.5},${y + u * 26} ${w * 0.84},${y - u * 24}Q${w * 0.92},${y + u} ${w + 9},${y - u * 4}`,
        k ? '#ffd98a' : near,
        k ? u * 0.3 : u * 0.9,
      )
    for (let i = 0; i < 40; i++) a.circ((w * i) / 39, y + u * 1.2, u * 0.5, '#ffe9b0')
  }
  if (balcony) {
    person(a, w * 0.36, h * 0.97, u * 44, {
      top: '#f4efe6',
      bottom: '#1d2440',
      long: true,
      walk: 0.1,
      shadow: 0,
      shoes: '#1a1a34',
    })
    a.rect(-9, h * 0.86, w + 20, u * 1.8, '#1a1a34')
    for (let i = 0; i < 24; i++) a.rect((w * i) / 23 - u * 0.3, h * 0.86, u * 0.6, h * 0.2, '#1a1a34')
  }
  a.vignette('#05061a', 0.35)
}

/** Office façade at night: every window its own small scene. */
export function facade(
  a,
  { wall = '#1d2950', lit = 0.5, cols = 6, rows = 8, warm = ['#ffd98a', '#ffc46b', '#fff0c4', '#bfe3ff'] },
) {
  const { w, h, r } = a
  a.fill(a.lin([light(wall, 0.12), wall, dark(wall, 0.35)], 70))
  const [cw, ch] = [w / cols, h / rows]
  const plan = []
  for (let j = 0; j < rows; j++) for (let i = 0; i < cols; i++) plan.push([i, j])
  for (const [i, j] of plan) {
    const [x, y, ww, wh] = [i * cw + cw * 0.1, j * ch + ch * 0.14, cw * 0.8, ch * 0.72]
    const on = r.chance(lit)
    const c = r.pick(warm)
    const d = `M${x},${y}h${ww}v${wh}h${-ww}Z`
    a.rect(
      x,
      y,
      ww,
      wh,
      on ? a.lin([light(c, 0.4), c, mix(c, '#d9743a', 0.3)]) : a.lin([mix(wall, '#7fa0d8', 0.35), dark(wall, 0.3)], 50),
    )
    a.group({ clip: a.clip(d) }, () => {
      if (on) {
        const kind = r.int(0, 5)
        const ink = mix(wall, c, 0.12)
        if (kind <= 2) {
          a.rect(x + ww * 0.18, y + wh * 0.72, ww * 0.64, wh * 0.05, ink)
          a.rect(x + ww * 0.5, y + wh * 0.42, ww * 0.28, wh * 0.24, ink, { rx: 2 })
          a.rect(x + ww * 0.52, y + wh * 0.45, ww * 0.24, wh * 0.17, '#bfe3ff')
          sitter(a, x + ww * 0.34, y + wh * 0.98, wh * 0.62, {
            top: r.pick(['#e8574f', '#3f6fa8', '#f4efe6', '#5aa07a', '#7f6bd0']),
            long: kind === 1,
          })
        } else if (kind === 3) {
          for (let k = 0; k < 3; k++) {
            a.line(`M${x + ww * (0.25 + k * 0.25)},${y}v${wh * 0.2}`, ink, 1.5)
            a.path(
              `M${x + ww * (0.25 + k * 0.25) - ww * 0.06},${y + wh * 0.28}l${ww * 0.06},${-wh * 0.1}l${ww * 0.06},${wh * 0.1}Z`,
              ink,
            )
          }
          person(a, x + ww * 0.5, y + wh, wh * 0.7, { top: '#22305f', bottom: '#1d1a2e', shadow: 0 })
        } else if (kind === 4) {
          for (let k = 0; k < 7; k++) a.rect(x, y + k * wh * 0.1, ww, wh * 0.05, ink, { o: 0.6 })
        } else {
          a.ell(x + ww * 0.75, y + wh * 0.72, ww * 0.16, wh * 0.26, '#2f6f4f')
          a.rect(x + ww * 0.68, y + wh * 0.86, ww * 0.14, wh * 0.14, '#a8573f')
          a.rect(x + ww * 0.1, y + wh * 0.3, ww * 0.4, wh * 0.3, ink, { o: 0.5 })
        }
      }
      a.poly(
        [
          [x, y + wh],
          [x + ww * 0.5, y],
          [x + ww * 0.75, y],
          [x + ww * 0.25, y + wh],
        ],
        '#ffffff',
        { o: on ? 0.1 : 0.06 },
      )
    })
    a.rect(x + ww / 2 - 1.2, y, 2.4, wh, dark(wall, 0.2))
    a.rect(x - cw * 0.02, y + wh, ww + cw * 0.04, ch * 0.045, light(wall, 0.3))
    if (on) a.glow(x + ww / 2, y + wh / 2, cw * 0.9, c, 0.28)
  }
  a.fill(
    a.lin(
      [
        [0, '#3f5fd0', 0.25],
        [1, '#ff8a5a', 0.18],
      ],
      60,
    ),
    { mix: 'screen' },
  )
}

/** Glass towers rising overhead to a patch of sky. */
export function lookUp(
  a,
  {
    sky = ['#2f8fe0', '#bfe6fa'],
    glass = ['#1f5f9a', '#2f7fb8', '#174a7f', '#3f93c8'],
    glint = '#fff3d0',
    plane = true,
  },
) {
  const { w, h, u, r } = a
  a.fill(a.lin(sky, 30))
  cloudBand(a, h * 0.5, h * 0.16, 5, '#ffffff', sky[1], 0.5)
  const [px, py] = [w * 0.52, h * 0.44]
  const towers = [
    [-0.25, -0.1, 0.3, 1.2, 0.42],
    [0.34, 1.25, 1.25, 0.45, 0.36],
    [1.2, 0.25, 0.72, -0.2, 0.46],
    [0.4, -0.25, -0.2, 0.25, 0.34],
  ]
  towers.forEach(([x0, y0, x1, y1, k], ti) => {
    const A = [w * x0, h * y0]
    const B = [w * x1, h * y1]
    const to = ([x, y], t) => [x + (px - x) * t, y + (py - y) * t]
    const lerp = (p, q, t) => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]
    const reach = k + 0.14
    const c = glass[ti % glass.length]
    a.poly([A, B, to(B, reach), to(A, reach)], a.lin([light(c, 0.1), dark(c, 0.25)], ti * 90))
    const nx = 9
    const ny = 15
    for (let i = 0; i < nx; i++)
      for (let j = 0; j < ny; j++) {
        const [f0, f1] = [i / nx + 0.012, (i + 0.86) / nx]
        const z = (q) => reach * (1 - (1 - q / ny) ** 1.5)
        const [t0, t1] = [z(j), z(j + 0.84)]
        const quad = [to(lerp(A, B, f0), t0), to(lerp(A, B, f1), t0), to(lerp(A, B, f1), t1), to(lerp(A, B, f0), t1)]
        const s = Math.sin(i * 0.7 + j * 0.35 + ti * 2) * 0.5 + 0.5
        a.poly(quad, r.chance(0.05) ? glint : mix(c, r.chance(0.5) ? sky[1] : light(c, 0.4), s * 0.75), { o: 0.95 })
      }
  })
  a.glow(px, py, u * 50, glint, 0.7)
  if (plane)
    a.at(px - u * 3, py + u * 1, { rot: -38, k: u / 9 }, () =>
      a.path(
        'M-30,0Q-34,-3 -26,-4L-6,-4L-18,-26L-10,-26L12,-4L24,-4Q34,-3 34,0Q34,3 24,4L12,4L-10,26L-18,26L-6,4L-26,4Q-34,3 -30,0Z',
        '#ffffff',
        { f: a.drop(2, 3, 2) },
      ),
    )
}
