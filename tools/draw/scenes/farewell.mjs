/** Leaving school: caps in the air, gowns from behind, the platform, the emptied room. */
import { block, skyline } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { person } from '../lib/figures.mjs'
import { cloudBand, petals, ranges, shafts } from '../lib/nature.mjs'
import { grass, tree } from '../lib/plants.mjs'

function cap(a, x, y, s, rot, c = '#2a2350', tassel = '#ffc94a') {
  a.at(x, y, { rot, k: s / 60 }, () => {
    a.path('M-17,0Q-18,16 -15,20Q0,27 15,20Q18,16 17,0Z', a.lin([light(c, 0.12), dark(c, 0.25)], 0))
    a.path('M0,-16L34,-2L0,13L-34,-2Z', a.lin([light(c, 0.22), c, dark(c, 0.2)], 20))
    a.circ(0, -2, 2, tassel)
    a.line('M0,-2Q20,0 27,10L28,22', tassel, 1.6)
    a.path('M25,20h6l2,12h-10Z', a.lin([light(tassel, 0.2), dark(tassel, 0.2)]))
  })
}

/** Mortarboards thrown up against the sky, hands below. */
export function capsThrown(
  a,
  {
    sky = ['#1f7fd6', '#7fc8f2', '#fff0d0'],
    n = 9,
    colors = ['#2a2350', '#3a2a5f', '#22305f'],
    crowd = 6,
    sun = '#fffbe0',
    confetti = true,
  },
) {
  const { w, h, u, r } = a
  a.fill(a.lin(sky))
  a.glow(w * 0.6, h * 0.3, u * 75, sun, 0.95)
  cloudBand(a, h * 0.5, h * 0.28, 7, '#ffffff', sky[1], 0.5)
  for (let i = 0; i < 14; i++) {
    const t = (i / 14) * 6.283
    a.poly(
      [
        [w * 0.6, h * 0.3],
        [w * 0.6 + Math.cos(t) * u * 150, h * 0.3 + Math.sin(t) * u * 150],
        [w * 0.6 + Math.cos(t + 0.14) * u * 150, h * 0.3 + Math.sin(t + 0.14) * u * 150],
      ],
      sun,
      { o: 0.1, mix: 'screen' },
    )
  }
  if (confetti) petals(a, 120, ['#ffd98a', '#ff7f8f', '#7fe0c8', '#ffffff', '#b79af2'], [0, 0, w, h * 0.85], 0.8)
  for (let i = 0; i < n; i++) {
    const t = i / n
    cap(
      a,
      w * (((i * 0.7549 + 0.12) % 1) * 0.84 + 0.08),
      h * (0.08 + ((i * 0.5698 + 0.05) % 1) * 0.56),
      u * (13 + t * t * 20),
      r(-50, 50),
      colors[i % colors.length],
    )
  }
  for (let i = 0; i < crowd; i++) {
    const x = w * ((i + 0.5) / crowd) + r(-1, 1) * u * 3
    const s = u * Math.min(62, ((w / u) * 3) / crowd)
    person(a, x, h + s * 0.55 + (i % 2) * u * 5, s, {
      top: colors[i % colors.length],
      bottom: '#1a1638',
      gown: true,
      long: i % 2 === 0,
      arm: i % 3 === 2 ? 'wave' : 'up',
      scarf: ['#e8574f', '#f2b84b', '#5aa7a7'][i % 3],
      flip: i % 2,
      shadow: 0,
    })
  }
}

/** Gowned friends from behind facing the old building or the sea. */
export function gowns(
  a,
  {
    sky = ['#f2a65a', '#ffd9a0', '#fff3dc'],
    n = 4,
    colors = ['#2a2350', '#2a2350', '#33296a', '#2a2350'],
    place = 'hall',
    brick = '#b5573f',
    hold = true,
  },
) {
  const { w, h, u, r } = a
  const y = h * 0.66
  a.rect(0, 0, w, y + 9, a.lin(sky))
  a.glow(w * 0.5, y - u * 20, u * 75, '#fff6d8', 0.9)
  cloudBand(a, y * 0.4, y * 0.2, 6, '#ffffff', sky[1], 0.42, 0.9)
  if (place === 'hall') {
    const bw = Math.min(w * 0.9, u * 110)
    const x = w * 0.5 - bw / 2
    block(a, x, y, bw, u * 32, brick, {
      cols: 11,
      rows: 3,
      lit: 0.3,
      off: dark(brick, 0.5),
      frame: light(brick, 0.5),
      side: 0,
    })
    a.poly(
      [
        [w * 0.5 - u * 20, y - u * 38],
        [w * 0.5, y - u * 48],
        [w * 0.5 + u * 20, y - u * 38],
      ],
      light(brick, 0.55),
    )
    a.rect(w * 0.5 - u * 20, y - u * 38, u * 40, u * 38, a.lin([light(brick, 0.5), light(brick, 0.25)]))
    for (let i = 0; i < 5; i++)
      a.rect(w * 0.5 - u * 18 + i * u * 8.2, y - u * 36, u * 3.2, u * 36, a.lin(['#fffaf0', light(brick, 0.45)], 0))
    a.circ(w * 0.5, y - u * 41.6, u * 2.4, '#fffaf0', { s: dark(brick, 0.2), sw: 2 })
    for (const tx of [0.03, 0.14, 0.87, 0.98])
      tree(a, w * tx, y + u * 3, u * r(34, 46), ['#1d5a42', '#2f8a55', '#69b45c', '#d6e87a'], {
        count: 160,
        size: 0.15,
      })
  } else {
    ranges(a, y - u * 14, y - u * 2, 4, mix(sky[0], '#ffffff', 0.3), '#5a4a8a', { amp: 9, mist: sky.at(-1) })
    if (place === 'city') skyline(a, y, 8, 30, '#5a4a8a', { lights: ['#ffe9b0'], lit: 0.2 })
  }
  a.rect(0, y, w, h - y, a.lin(['#a8d468', '#4f9a5a', '#2f6a4a']))
  a.poly(
    [
      [w * 0.46, y],
      [w * 0.54, y],
      [w * 0.86, h],
      [w * 0.14, h],
    ],
    a.lin(['#fff0d8', '#d9b88f']),
  )
  const s = u * Math.min(56, 190 / n)
  for (let i = 0; i < n; i++) {
    const x = w * 0.5 + (i - (n - 1) / 2) * s * 0.5
    person(a, x, h * 0.95 + (i % 2) * u * 2, s * (0.96 + (i % 3) * 0.03), {
      top: colors[i % colors.length],
      bottom: '#1a1638',
      gown: true,
      cap: true,
      long: i % 2 === 1,
      arm: n < 3 || i === 0 || i === n - 1 ? (hold ? 'wave' : 'down') : 'down',
      flip: i < n / 2,
      scarf: ['#e8574f', '#f2b84b'][i % 2],
      walk: 0.3,
    })
  }
  petals(a, 60, ['#ffd98a', '#ff9ab0', '#ffffff'], [0, 0, w, h], 0.8)
  shafts(a, w * 0.1, 0, 4, '#fff3cf', { spread: w * 0.7, slant: 0.3, o: 0.25 })
  grass(a, h + u, 120, ['#1d5a3a', '#3f8f4f', '#8ac45a'], 7)
}

/** Paper planes over hills or roofs, dotted flight lines. */
export function planes(
  a,
  { sky = ['#3f7fd0', '#a8dcf2', '#fff3dc'], n = 6, hill = ['#8fd08a', '#3f8f6a'], plane = '#ffffff', kid = true },
) {
  const { w, h, u, r } = a
  a.fill(a.lin(sky))
  a.glow(w * 0.25, h * 0.25, u * 60, '#fff6d8', 0.85)
  cloudBand(a, h * 0.4, h * 0.28, 8, '#ffffff', sky[1], 0.45)
  ranges(a, h * 0.76, h * 0.92, 4, mix(hill[0], sky[1], 0.6), hill[1], { amp: 8, mist: sky.at(-1) })
  for (let i = 0; i < n; i++) {
    const t = i / n
    const [x, y, s] = [w * (0.14 + ((i * 0.618) % 1) * 0.72), h * (0.12 + ((i * 0.41 + 0.1) % 0.54)), u * (8 + t * 14)]
    const rot = r(-28, 0)
    a.at(x, y, { rot }, () => {
      a.line(
        `M${-s * 0.5},${s * 0.2}C${-s * 1.4},${s * 0.9} ${-s * 2.2},${-s * 0.2} ${-s * 3.2},${s * 0.8}`,
        '#ffffff',
        u * 0.4,
        { dash: `${u * 0.2} ${u * 1.6}`, o: 0.9 },
      )
      a.poly(
        [
          [s, -s * 0.16],
          [-s * 0.8, -s * 0.5],
          [-s * 0.34, s * 0.02],
        ],
        light(plane, 0.1),
        { f: a.drop(u * 0.6, u, u * 0.8, '#1a2a5a', 0.25) },
      )
      a.poly(
        [
          [s, -s * 0.16],
          [-s * 0.34, s * 0.02],
          [-s * 0.42, s * 0.5],
        ],
        dark(plane, 0.24),
      )
      a.poly(
        [
          [s, -s * 0.16],
          [-s * 0.42, s * 0.5],
          [-s * 0.08, s * 0.16],
        ],
        dark(plane, 0.12),
      )
      a.poly(
        [
          [s, -s * 0.16],
          [-s * 0.16, s * 0.1],
          [-s * 0.02, s * 0.58],
        ],
        plane,
      )
    })
  }
  if (kid) person(a, w * 0.3, h * 0.97, u * 30, { top: '#e8574f', bottom: '#2d3a5f', arm: 'wave', bag: '#f2b84b' })
  tree(a, w * 0.86, h * 0.98, u * 34, [dark(hill[1], 0.4), hill[1], hill[0], light(hill[0], 0.45)], {
    count: 170,
    size: 0.16,
  })
  grass(a, h + u, 140, [dark(hill[1], 0.2), hill[1], hill[0]], 7)
}
