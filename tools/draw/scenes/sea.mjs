/** The sea: lighthouse, moon, sailing boat, a walk along the beach. */
import { dark, light, mix } from '../lib/color.mjs'
import { person } from '../lib/figures.mjs'
import { cloudBand, ridge, stars, streaks, water } from '../lib/nature.mjs'

/** Sea: 'lighthouse', 'moon', 'boat' or 'walk' along the beach. */
export function sea(
  a,
  {
    sky = ['#2f4f9a', '#8a7fc0', '#ffb08f', '#ffe0b0'],
    deep = '#1f3f7a',
    sun = '#fff0c0',
    sunX = 0.35,
    horizon = 0.5,
    cast = 'lighthouse',
    rock = '#3a2f52',
    starry = false,
  },
) {
  const { w, h, u, r } = a
  const y = h * horizon
  a.rect(0, 0, w, y + 4, a.lin(sky))
  if (starry) stars(a, 200, y * 0.9)
  a.glow(w * sunX, y - u * 14, u * 66, sun, 0.9)
  a.circ(
    w * sunX,
    y - u * 14,
    u * (cast === 'moon' ? 11 : 7),
    cast === 'moon' ? a.rad([sun, mix(sun, sky[1], 0.14)], 0.4, 0.4, 0.7) : sun,
  )
  streaks(a, y * 0.35, y * 0.95, 16, [light(sky.at(-2), 0.25), sky[1]], 0.65)
  cloudBand(a, y * 0.72, y * 0.16, 6, light(sky.at(-1), 0.3), sky.at(-2), 0.42, starry ? 0.35 : 0.9)
  ridge(a, y - u * 2, u * 4, mix(deep, sky.at(-2), 0.55), { span: 1.6 })
  water(a, y, [mix(sky.at(-1), deep, 0.2), mix(sky.at(-2), deep, 0.6), deep, dark(deep, 0.35)], {
    lx: w * sunX,
    glint: sun,
    count: 240,
    spread: 0.13,
  })
  for (let k = 0; k < 6; k++) {
    // Swell lines
    const yy = y + (h - y) * (0.2 + k * 0.13)
    a.path(ridgeWave(a, yy, u * (0.7 + k * 0.4)), mix(deep, k % 2 ? sky.at(-2) : '#0a1438', 0.3), { o: 0.22 })
  }
  if (cast === 'lighthouse') {
    const [x, by] = [w * 0.76, y + u * 6]
    a.path(
      `M${w * 0.48},${y + u * 20}Q${w * 0.58},${y + u * 5} ${x - u * 6},${by - u * 4}Q${x + u * 6},${by - u * 8} ${w * 0.92},${by - u * 1}Q${w},${by} ${w + 9},${by + u * 2}V${y + u * 24}Q${w * 0.75},${y + u * 17} ${w * 0.48},${y + u * 20}Z`,
      a.lin([light(rock, 0.2), dark(rock, 0.35)]),
    )
    const t = by - u * 50
    a.poly(
      [
        [x - u * 6, by - u * 4],
        [x - u * 3.6, t],
        [x + u * 3.6, t],
        [x + u * 6, by - u * 4],
      ],
      a.lin(['#fff6ea', '#f0dccb', '#b39a9a'], 0),
    )
    for (const k of [0.12, 0.44, 0.76]) {
      const [y0, y1] = [t + (by - t) * k * 0.92, t + (by - t) * (k + 0.16) * 0.92]
      const half = (yy) => u * (3.6 + 2.4 * ((yy - t) / (by - u * 4 - t)))
      a.poly(
        [
          [x - half(y0), y0],
          [x + half(y0), y0],
          [x + half(y1), y1],
          [x - half(y1), y1],
        ],
        a.lin(['#e8574f', '#c23a3f', '#7f2438'], 0),
      )
    }
    a.rect(x - u * 5, t - u, u * 10, u * 1.6, '#3a2f42')
    a.rect(x - u * 2.8, t - u * 7, u * 5.6, u * 6, '#fff3c0')
    a.path(`M${x - u * 3.8},${t - u * 7}Q${x},${t - u * 13} ${x + u * 3.8},${t - u * 7}Z`, '#c23a3f')
    a.glow(x, t - u * 4, u * 26, '#fff0b0', 0.95)
    for (const [dx, dy] of [
      [-120, -16],
      [-120, 10],
    ])
      a.poly(
        [
          [x, t - u * 4.6],
          [x, t - u * 3.4],
          [x + dx * u, t + (dy + 7) * u],
          [x + dx * u, t + (dy - 7) * u],
        ],
        a.lin(
          [
            [0, '#fff3c0', 0],
            [1, '#fff3c0', starry ? 0.55 : 0.35],
          ],
          0,
        ),
        { mix: 'screen' },
      )
    a.rect(x + u * 7, by - u * 13, u * 12, u * 9, '#f3e6da')
    a.poly(
      [
        [x + u * 5.6, by - u * 13],
        [x + u * 13, by - u * 19],
        [x + u * 20.4, by - u * 13],
      ],
      '#9a3a42',
    )
    a.rect(x + u * 11.5, by - u * 10, u * 3, u * 3.6, '#ffd27a')
  } else if (cast === 'boat') {
    const [x, by] = [w * (sunX + 0.12), y + (h - y) * 0.36]
    a.ell(x, by + u * 1.5, u * 14, u * 1.6, dark(deep, 0.5), { o: 0.4 })
    a.path(
      `M${x - u * 12},${by - u * 3}Q${x},${by - u} ${x + u * 13},${by - u * 4}Q${x + u * 9},${by + u * 2} ${x + u * 5},${by + u * 2}H${x - u * 7}Q${x - u * 11},${by} ${x - u * 12},${by - u * 3}Z`,
      a.lin(['#c9553f', '#5a2433']),
    )
    a.line(`M${x},${by - u * 2}V${by - u * 31}`, '#3a2430', u * 0.6)
    a.path(
      `M${x + u},${by - u * 30}Q${x + u * 13},${by - u * 16} ${x + u * 12},${by - u * 6}H${x + u}Z`,
      a.lin(['#fffaf0', '#f3d3b8'], 0),
    )
    a.path(
      `M${x - u},${by - u * 28}Q${x - u * 10},${by - u * 15} ${x - u * 9},${by - u * 6}H${x - u}Z`,
      a.lin(['#f4c6a4', '#e89a80'], 0),
    )
  } else if (cast === 'walk' || cast === 'moon') {
    const by = h * 0.83
    a.path(`M-9,${by}Q${w * 0.35},${by - u * 9} ${w * 0.62},${by + u}T${w + 9},${by - u * 3}V${h + 9}H-9Z`, '#fff7ee', {
      o: 0.75,
    })
    a.path(
      `M-9,${by + u * 2.4}Q${w * 0.35},${by - u * 6} ${w * 0.62},${by + u * 3.4}T${w + 9},${by - u * 0.6}V${h + 9}H-9Z`,
      a.lin([mix('#ffe6bd', deep, starry ? 0.5 : 0.04), mix('#dba878', deep, starry ? 0.7 : 0.1)]),
    )
    for (let i = 0; i < 9; i++)
      a.ell(w * (0.2 + i * 0.045), by + u * (13 - i * 0.7 + (i % 2) * 1.6), u * 0.9, u * 0.4, dark(deep, 0.3), {
        o: 0.35,
      })
    person(a, w * 0.64, by + u * 8, u * 23, {
      top: '#f4efe6',
      bottom: '#3a5a8f',
      long: true,
      skirt: true,
      hat: cast === 'walk' ? '#f2c878' : undefined,
    })
    if (cast === 'walk') person(a, w * 0.73, by + u * 9, u * 24, { top: '#2f6f86', bottom: '#e8dcc8' })
  }
  for (let i = 0; i < 6; i++) {
    const [x, gy, s] = [w * r(0.1, 0.6), y * r(0.3, 0.8), u * r(1.4, 3)]
    if (!starry)
      a.line(
        `M${x - s},${gy - s * 0.4}Q${x - s * 0.3},${gy - s * 0.6} ${x},${gy}Q${x + s * 0.3},${gy - s * 0.6} ${x + s},${gy - s * 0.4}`,
        '#fff',
        u * 0.4,
        { o: 0.9 },
      )
  }
}

function ridgeWave(a, y, amp) {
  let d = `M-9,${y}`
  const [f, p] = [a.r(2, 4), a.r(0, 6)]
  for (let i = 0; i <= 30; i++)
    d += `L${((a.w + 18) * i) / 30 - 9},${(y + Math.sin((i / 30) * f * 6.28 + p) * amp).toFixed(1)}`
  return `${d}V${y + amp * 3}H-9Z`
}
