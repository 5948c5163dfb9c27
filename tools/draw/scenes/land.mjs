/** Wide nature: layered mist, night hills with tent or figure, sea with lighthouse or moon, fields. */
import { bench } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { person, sitter } from '../lib/figures.mjs'
import { cloudBand, petals, ranges, ridge, stars, streaks } from '../lib/nature.mjs'
import { grass, pine, tree } from '../lib/plants.mjs'

/** Mountain layers dissolving in mist, sun or moon behind. */
export function mist(
  a,
  {
    sky = ['#f6c9a8', '#f9e2c8', '#fdf3e2'],
    far = '#e8b9a4',
    near = '#3a2f5a',
    sun = '#fff3d6',
    sunX = 0.66,
    sunY = 0.3,
    disc = 8,
    layers = 7,
    top = 0.34,
    pines = true,
    birds = true,
    amp = 13,
  },
) {
  const { w, h, u, r } = a
  a.fill(a.lin(sky))
  a.glow(w * sunX, h * sunY, u * 60, sun, 0.85)
  a.circ(w * sunX, h * sunY, u * disc, sun)
  streaks(a, h * 0.05, h * top, 12, [light(sky[0], 0.35), sky[1]], 0.6)
  ranges(a, h * top, h * 0.88, layers, far, near, { amp, mist: sky.at(-1) })
  if (birds)
    for (let i = 0; i < 7; i++) {
      const [x, y, s] = [w * (sunX - 0.3) + r(0, 0.35) * w, h * (sunY + r(-0.1, 0.08)), u * r(1.2, 2.4)]
      a.line(
        `M${x - s},${y - s * 0.3}Q${x - s * 0.4},${y - s * 0.6} ${x},${y}Q${x + s * 0.4},${y - s * 0.6} ${x + s},${y - s * 0.3}`,
        dark(near, 0.2),
        u * 0.35,
      )
    }
  if (pines)
    for (let i = 0; i < 15; i++)
      pine(
        a,
        w * (i < 9 ? r(-0.02, 0.35) : r(0.72, 1.02)),
        h * r(0.95, 1.03),
        u * r(12, 32),
        mix(near, '#0e2a33', r(0.1, 0.5)),
      )
}

/** Starry hills; cast is 'tent', 'pair', 'one' or 'tree'. */
export function nightHills(
  a,
  {
    sky = ['#050818', '#141c52', '#4a3f8f', '#e08a8a'],
    hill = '#1a1f4a',
    cast = 'tent',
    band = '#9fb0ff',
    meteors = 3,
  },
) {
  const { w, h, u, r } = a
  const y = h * 0.72
  a.rect(0, 0, w, y + u * 10, a.lin(sky))
  // Milky way: soft slanted cloud of light with dense stars
  a.at(w * 0.5, h * 0.3, { rot: -52, f: a.blur(u * 5), mix: 'screen' }, () => {
    a.ell(0, 0, Math.max(w, h) * 0.62, u * 11, band, { o: 0.2 })
    a.ell(u * 6, u * 2, Math.max(w, h) * 0.5, u * 4, '#ffd9ea', { o: 0.2 })
    for (let i = 0; i < 12; i++)
      a.ell(r(-60, 60) * u, r(-4, 4) * u, u * r(4, 12), u * r(1, 3), i % 3 ? band : '#2a1d5a', { o: 0.35 })
  })
  stars(a, 420, h * 0.75)
  for (let i = 0; i < 260; i++) {
    const t = r(-0.7, 0.7) * Math.max(w, h)
    const d = r.bell() * u * 9
    const [c, s] = [Math.cos(-0.9), Math.sin(-0.9)]
    a.circ(w * 0.5 + t * c - d * s, h * 0.3 + t * s + d * c, r(0.5, 1.5), '#fff', { o: r(0.3, 0.9) })
  }
  for (let i = 0; i < meteors; i++) {
    const [x, my, l] = [w * r(0.2, 0.95), h * r(0.05, 0.35), u * r(9, 20)]
    a.poly(
      [
        [x, my],
        [x + l, my - l * 0.5 - u * 0.3],
        [x + l, my - l * 0.5 + u * 0.3],
      ],
      a.lin(
        [
          [0, '#fff', 0.95],
          [1, '#fff', 0],
        ],
        -25,
      ),
    )
  }
  a.glow(w * 0.5, y, u * 80, sky.at(-1), 0.55)
  ridge(a, y - u * 8, u * 10, a.lin([mix(hill, sky.at(-1), 0.45), mix(hill, sky[2], 0.4)]), { rough: 5 })
  ridge(a, y, u * 8, a.lin([mix(hill, sky[2], 0.4), hill]))
  for (let i = 0; i < 26; i++) pine(a, r(0, w), y + u * r(4, 9), u * r(5, 12), dark(hill, 0.35))
  const gy = h * 0.86
  a.path(
    `M-10,${gy + u * 5}Q${w * 0.45},${gy - u * 9} ${w + 10},${gy + u * 3}V${h + 9}H-10Z`,
    a.lin([mix(hill, '#28406a', 0.5), dark(hill, 0.6)]),
  )
  const [cx, cy] = [w * 0.5, gy - u * 2]
  if (cast === 'tent') {
    a.glow(cx, cy - u * 5, u * 36, '#ffb35a', 0.75)
    a.path(
      `M${cx - u * 17},${cy + u * 2}Q${cx - u * 8},${cy - u * 9} ${cx},${cy - u * 17}Q${cx + u * 8},${cy - u * 9} ${cx + u * 17},${cy + u * 2}Z`,
      a.lin(['#ffe2a0', '#ff9d4a', '#c9552f']),
    )
    a.path(
      `M${cx},${cy - u * 17}Q${cx - u * 2},${cy - u * 6} ${cx - u * 6},${cy + u * 2}H${cx + u * 6}Q${cx + u * 2},${cy - u * 6} ${cx},${cy - u * 17}Z`,
      a.lin(['#fff3c8', '#ffd27a']),
    )
    a.line(
      `M${cx},${cy - u * 17}Q${cx - u * 8},${cy - u * 9} ${cx - u * 17},${cy + u * 2}M${cx},${cy - u * 17}Q${cx + u * 8},${cy - u * 9} ${cx + u * 17},${cy + u * 2}`,
      '#7a2f2a',
      u * 0.5,
    )
    sitter(a, cx + u * 24, cy + u * 3, u * 11, { top: '#e8574f' })
    sitter(a, cx + u * 31, cy + u * 3, u * 10.4, { top: '#5aa7a7', long: true })
  } else if (cast === 'pair') {
    bench(a, cx - u * 13, cy + u * 5, u * 26, '#3a2a3f')
    sitter(a, cx - u * 5, cy - u * 2, u * 13, { top: '#d9574f', lean: 3 })
    sitter(a, cx + u * 5, cy - u * 2, u * 12.4, { top: '#e9e2d6', long: true, lean: -6 })
    bench(a, cx - u * 13, cy + u * 5.4, u * 26, '#4a3648')
    tree(
      a,
      w * 0.87,
      cy + u * 7,
      u * 50,
      [dark(hill, 0.5), dark(hill, 0.1), mix(hill, band, 0.25), mix(hill, band, 0.5)],
      { trunk: dark(hill, 0.6), size: 0.13, count: 260 },
    )
  } else if (cast === 'tree') {
    tree(a, w * 0.4, cy + u * 3, u * 46, [dark(hill, 0.4), mix(hill, '#7a4a9a', 0.4), '#b06ab8', '#ffc0d8'], {
      trunk: dark(hill, 0.5),
      size: 0.12,
      count: 300,
    })
    sitter(a, w * 0.56, cy + u * 3, u * 11, { top: '#f2b84b', long: true })
  } else {
    person(a, cx + u * 8, cy + u * 3, u * 21, {
      top: '#e8574f',
      bottom: '#22284f',
      scarf: '#f2b84b',
      walk: 0.1,
      arm: 'wave',
    })
  }
  grass(a, h + u, 190, [dark(hill, 0.6), dark(hill, 0.3), mix(hill, '#3f6a7a', 0.5)], 10)
}

/** Rolling flower fields under a big sky, a lone tree or house. */
export function fields(
  a,
  {
    sky = ['#4aa3e0', '#bfe3f5', '#fff4dc'],
    rows = ['#8a5fd0', '#b48ae6', '#6f4ab8'],
    hill = '#7fb06a',
    sun = '#fff6d0',
    house = true,
    walker = true,
  },
) {
  const { w, h, u, r } = a
  const y = h * 0.5
  a.rect(0, 0, w, y + u * 10, a.lin(sky))
  a.glow(w * 0.75, y * 0.6, u * 60, sun, 0.9)
  cloudBand(a, y * 0.5, y * 0.28, 6, '#ffffff', sky[1], 0.5)
  ranges(a, y - u * 8, y - u, 3, mix(hill, sky[1], 0.7), mix(hill, sky[1], 0.25), { amp: 7, mist: sky.at(-1) })
  if (house) {
    a.rect(w * 0.2, y - u * 9, u * 15, u * 10, '#fff3e2')
    a.poly(
      [
        [w * 0.2 - u * 2, y - u * 9],
        [w * 0.2 + u * 7.5, y - u * 17],
        [w * 0.2 + u * 17, y - u * 9],
      ],
      '#d9574f',
    )
    a.rect(w * 0.2 + u * 6, y - u * 5, u * 3.4, u * 6, '#7a4a3a')
  }
  tree(a, w * 0.78, y + u * 3, u * 30, [dark(hill, 0.5), dark(hill, 0.2), hill, light(hill, 0.45)], {
    size: 0.16,
    count: 160,
  })
  a.path(
    `M-9,${y}Q${w * 0.5},${y - u * 6} ${w + 9},${y + u * 2}V${h + 9}H-9Z`,
    a.lin([light(hill, 0.15), dark(hill, 0.3)]),
  )
  const vx = w * 0.5
  for (let k = -9; k <= 9; k++) {
    const c = rows[Math.abs(k) % rows.length]
    if (k === 0) continue
    const [x0, x1] = [vx + k * u * 2.6, vx + k * u * 15]
    a.path(
      `M${x0 - u * 0.7},${y + u}L${x0 + u * 0.7},${y + u}L${x1 + u * 6},${h + 9}L${x1 - u * 6},${h + 9}Z`,
      a.lin([mix(c, sky.at(-1), 0.35), c, dark(c, 0.2)]),
    )
    for (let i = 0; i < 60; i++) {
      const t = r() ** 0.7
      a.ell(
        x0 + (x1 - x0) * t + r.bell() * u * 5 * t,
        y + u + (h - y) * t,
        u * (0.3 + t * 1.1),
        u * (0.3 + t * 0.9),
        jitterTone(r, c),
      )
    }
  }
  if (walker)
    person(a, vx, h * 0.8, u * 24, { top: '#fff6ea', bottom: '#e8574f', long: true, skirt: true, hat: '#f2c878' })
  petals(a, 40, rows, [0, y, w, h], 0.9)
}

const jitterTone = (r, c) => (r.chance(0.4) ? light(c, r(0.1, 0.4)) : dark(c, r(0, 0.2)))
