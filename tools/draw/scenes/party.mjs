/** Together: polaroids on a line, balloons, fireworks, campfire, picnic, ball games on grass, game table. */
import { bulbs, skyline } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { person, sitter } from '../lib/figures.mjs'
import { cloudBand, petals, ranges, ridge, stars, water } from '../lib/nature.mjs'
import { grass, pine, tree } from '../lib/plants.mjs'

const TINY = [
  { sky: ['#ff9a6a', '#ffd9a0'], land: '#7a3f5a' },
  { sky: ['#5aa7e0', '#dff3fa'], land: '#3f8f5f' },
  { sky: ['#1a1f5a', '#6a4a9a'], land: '#0f1238' },
  { sky: ['#f7b6c8', '#fff0f4'], land: '#b0567f' },
  { sky: ['#2f8a8a', '#bfe8d6'], land: '#15545a' },
  { sky: ['#f2c44a', '#fff3c8'], land: '#c9743a' },
]

/** Photos pegged on strings before a coloured wall, fairy lights between. */
export function polaroids(
  a,
  { wall = '#2a3358', lights = ['#ffd98a', '#ffe9b0'], lines = 3, per = 3, frame = '#fffdf6' },
) {
  const { w, h, u, r } = a
  a.fill(a.lin([light(wall, 0.12), wall, dark(wall, 0.3)], 60))
  a.glow(w * 0.3, h * 0.2, u * 70, lights[0], 0.3)
  const s = Math.min(w / per / 1.45, h / lines / 1.75)
  for (let j = 0; j < lines; j++) {
    const y = (h * (j + 0.14)) / lines
    const sag = u * 5
    bulbs(a, -9, y, w + 9, y + u * r(-3, 3), sag, Math.round(w / u / 8), lights, 0.75)
    for (let i = 0; i < per; i++) {
      const t = (i + 0.5 + r(-0.06, 0.06)) / per
      const [x, py] = [w * t, y + sag * 4 * t * (1 - t) + u]
      const v = TINY[(i + j * per + Math.floor(r(0, 2))) % TINY.length]
      a.at(x, py, { rot: r(-7, 7) }, () => {
        a.rect(-s * 0.5, s * 0.06, s, s * 1.22, frame, { rx: 3, f: a.drop(u * 0.8, u * 1.4, u * 1.5, '#0a0618', 0.5) })
        const d = `M${-s * 0.43},${s * 0.13}h${s * 0.86}v${s * 0.88}h${-s * 0.86}Z`
        a.group({ clip: a.clip(d) }, () => {
          a.path(d, a.lin(v.sky))
          const kind = (i * 2 + j) % 5
          a.circ(s * 0.18, s * 0.36, s * 0.11, '#fff6d8')
          a.path(
            `M${-s * 0.5},${s * 0.8}Q${-s * 0.1},${s * 0.5} ${s * 0.1},${s * 0.76}T${s * 0.5},${s * 0.7}V${s * 1.1}H${-s * 0.5}Z`,
            v.land,
          )
          if (kind === 0) {
            person(a, -s * 0.14, s * 1.0, s * 0.56, { top: '#e8574f', arm: 'up' })
            person(a, s * 0.14, s * 1.0, s * 0.54, { top: '#fff6ea', long: true, skirt: true, arm: 'wave' })
          }
          if (kind === 1)
            tree(
              a,
              -s * 0.12,
              s * 0.94,
              s * 0.62,
              [dark(v.land, 0.4), v.land, light(v.land, 0.25), light(v.land, 0.55)],
              { count: 60 },
            )
          if (kind === 2) person(a, 0, s * 1.0, s * 0.6, { top: '#f2b84b', hat: '#fff3d0', long: true })
          if (kind === 3)
            for (let k = 0; k < 4; k++)
              pine(a, s * (-0.3 + k * 0.18), s * 0.96, s * (0.34 + (k % 2) * 0.14), dark(v.land, 0.3))
          if (kind === 4)
            for (const [k, top] of ['#e8574f', '#f4efe6', '#5aa7a7'].entries())
              sitter(a, s * (-0.24 + k * 0.24), s * 0.98, s * 0.34, { top, long: k === 1 })
        })
        a.rect(-s * 0.035, -s * 0.05, s * 0.07, s * 0.19, a.lin(['#e3b98a', '#a8744a'], 0), { rx: 2 })
      })
    }
  }
  petals(a, 20, lights, [0, 0, w, h], 0.35)
}

/** Hot-air balloons or party balloons rising over land. */
export function balloons(
  a,
  {
    kind = 'air',
    sky = ['#4a8fd8', '#aadcf2', '#ffe9d0'],
    colors = ['#e8574f', '#f2b84b', '#3f9f9a', '#7f6bd0', '#f4efe6'],
    n = 7,
    land = ['#b8a0c8', '#3f6a6a'],
  },
) {
  const { w, h, u } = a
  a.fill(a.lin(sky))
  a.glow(w * 0.7, h * 0.62, u * 62, '#fff3cf', 0.85)
  cloudBand(a, h * 0.45, h * 0.22, 7, '#ffffff', sky[1], 0.45)
  if (kind === 'air') ranges(a, h * 0.72, h * 0.96, 5, land[0], land[1], { amp: 8, mist: sky.at(-1) })
  const list = Array.from({ length: n }, (_, i) => ({
    i,
    x: w * (((i * 0.7549 + 0.28) % 1) * 0.84 + 0.08),
    y: h * (0.14 + ((i * 0.5698 + 0.3) % 1) * 0.5),
    s: u * (kind === 'air' ? 5 + (i / n) ** 2 * 22 : 9 + (i / n) * 7),
  }))
  for (const { i, x, y, s } of list) {
    const c = colors[i % colors.length]
    const c2 = colors[(i + 2) % colors.length]
    const hz = kind === 'air' ? Math.max(0, 0.45 - s / (u * 40)) : 0
    const tone = (k) => mix(k, sky[1], hz)
    if (kind === 'air') {
      a.group({ o: 1 }, () => {
        a.path(
          `M${x},${y - s}C${x + s * 1.05},${y - s} ${x + s * 1.05},${y + s * 0.3} ${x + s * 0.22},${y + s}H${x - s * 0.22}C${x - s * 1.05},${y + s * 0.3} ${x - s * 1.05},${y - s} ${x},${y - s}Z`,
          a.lin([light(tone(c), 0.2), tone(c), dark(tone(c), 0.25)], 20),
        )
        for (const k of [0.62, 0.22])
          a.path(
            `M${x},${y - s}C${x + s * k * 1.05},${y - s} ${x + s * k * 1.05},${y + s * 0.3} ${x + s * 0.22 * k},${y + s}H${x - s * 0.22 * k}C${x - s * k * 1.05},${y + s * 0.3} ${x - s * k * 1.05},${y - s} ${x},${y - s}Z`,
            k > 0.5 ? tone(c2) : tone(c),
            { o: k > 0.5 ? 0.75 : 1 },
          )
        a.path(
          `M${x - s * 0.5},${y - s * 0.74}Q${x - s * 0.86},${y - s * 0.3} ${x - s * 0.62},${y + s * 0.2}Q${x - s * 0.66},${y - s * 0.3} ${x - s * 0.5},${y - s * 0.74}Z`,
          '#ffffff',
          { o: 0.35 },
        )
        a.line(
          `M${x - s * 0.2},${y + s}L${x - s * 0.14},${y + s * 1.3}M${x + s * 0.2},${y + s}L${x + s * 0.14},${y + s * 1.3}`,
          tone('#5a3a2a'),
          s * 0.025,
        )
        a.rect(x - s * 0.17, y + s * 1.28, s * 0.34, s * 0.24, a.lin([tone('#c98f5a'), tone('#7a4a2a')]), {
          rx: s * 0.04,
        })
        a.glow(x, y + s * 0.98, s * 0.4, '#ffd27a', 0.8)
      })
    } else {
      a.line(`M${x},${y + s * 1.2}Q${x + s * 0.4},${y + s * 2.4} ${w * 0.5},${h * 0.92}`, '#ffffff', u * 0.22, {
        o: 0.7,
      })
      a.path(
        `M${x},${y + s * 1.2}C${x - s * 1.3},${y + s * 0.2} ${x - s},${y - s} ${x},${y - s}C${x + s},${y - s} ${x + s * 1.3},${y + s * 0.2} ${x},${y + s * 1.2}Z`,
        a.rad([light(c, 0.45), c, dark(c, 0.2)], 0.36, 0.3, 0.75),
        { o: 0.94 },
      )
      a.ell(x - s * 0.36, y - s * 0.44, s * 0.16, s * 0.28, '#ffffff', { rot: 25, o: 0.6 })
      a.path(`M${x},${y + s * 1.14}l${s * 0.12},${s * 0.2}h${-s * 0.24}Z`, dark(c, 0.2))
    }
  }
  if (kind !== 'air') {
    ridge(a, h * 0.9, u * 3, a.lin(['#8fd08a', '#3f8f5f']))
    person(a, w * 0.5, h * 0.98, u * 34, {
      top: '#fff6ea',
      bottom: '#e8574f',
      long: true,
      skirt: true,
      arm: 'up',
      walk: 0.3,
    })
    grass(a, h + u, 120, ['#2f7a4f', '#5aa85a'], 6)
  } else {
    tree(a, w * 0.1, h * 1.02, u * 22, [dark(land[1], 0.4), land[1], light(land[1], 0.2), light(land[1], 0.45)], {
      count: 90,
    })
  }
}

/** Fireworks over water or roofs, friends watching. */
export function fireworks(
  a,
  {
    sky = ['#050720', '#151a4a', '#3a2a6a'],
    colors = ['#ff5a6a', '#ffd27a', '#6ad0ff', '#b08aff', '#7af0b0'],
    n = 6,
    watchers = 4,
    sea = true,
  },
) {
  const { w, h, u, r } = a
  const y = h * 0.74
  a.fill(a.lin(sky))
  stars(a, 120, h * 0.5)
  for (let i = 0; i < n; i++) {
    const [x, fy, s] = [
      w * (((i * 0.7549 + 0.2) % 1) * 0.8 + 0.1),
      h * (0.13 + ((i * 0.5698) % 1) * 0.34),
      u * r(12, 27),
    ]
    const c = colors[i % colors.length]
    a.glow(x, fy, s * 2, c, 0.65)
    a.line(`M${x + u * 2},${y}Q${x + u * 3},${(y + fy) / 2} ${x},${fy}`, c, u * 0.25, { o: 0.25 })
    const rays = r.int(16, 22)
    for (let k = 0; k < rays; k++) {
      const t = (k / rays) * 6.283 + r(-0.05, 0.05)
      for (const [d, q] of [
        [1, 1],
        [0.58, 0.7],
      ]) {
        const l = s * d * r(0.85, 1.08)
        const [ex, ey] = [x + Math.cos(t) * l, fy + Math.sin(t) * l + l * l * 0.0007 * (100 / u) * 0.5]
        a.line(
          `M${x + Math.cos(t) * l * 0.35},${fy + Math.sin(t) * l * 0.35}Q${x + Math.cos(t) * l * 0.8},${fy + Math.sin(t) * l * 0.78} ${ex},${ey}`,
          a.r.chance(0.5) ? c : light(c, 0.4),
          u * 0.34 * q,
          { o: 0.85 },
        )
        a.circ(ex, ey, u * 0.55 * q, light(c, 0.65))
      }
    }
    a.glow(x, fy, s * 0.5, '#ffffff', 0.8)
  }
  skyline(a, y, 4, 18, mix(sky[0], sky[2], 0.4), { lights: ['#ffd98a', '#ffe9b0'], lit: 0.35 })
  if (sea) {
    water(a, y, [mix(sky[2], colors[0], 0.25), sky[1], sky[0]], {
      lx: w * 0.5,
      glint: colors[1],
      count: 120,
      spread: 0.4,
    })
    for (let i = 0; i < 46; i++) {
      const c = r.pick(colors)
      a.rect(
        r(0, w),
        y + 2,
        u * r(0.6, 2),
        (h - y) * r(0.2, 0.8),
        a.lin([
          [0, c, 0.55],
          [1, c, 0],
        ]),
      )
    }
  }
  a.path(`M-9,${h * 0.93}Q${w * 0.5},${h * 0.89} ${w + 9},${h * 0.94}V${h + 9}H-9Z`, '#080a1e')
  for (let i = 0; i < watchers; i++)
    person(
      a,
      w * (0.5 + (i - (watchers - 1) / 2) * Math.min(0.13, 0.5 / watchers)),
      h * (0.95 + (i % 2) * 0.012),
      u * (25 + (i % 3) * 2),
      {
        top: ['#e8574f', '#f4efe6', '#f2b84b', '#5aa7a7'][i % 4],
        bottom: '#171a38',
        long: i % 2 === 1,
        skirt: i % 2 === 1,
        arm: i % 3 === 0 ? 'up' : 'down',
        walk: 0.1,
        shadow: 0,
      },
    )
}
