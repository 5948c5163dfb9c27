/** The classroom from the back row, and piles of books with a world on top. */
import { bulbs, pane, skyline } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { person, sitter } from '../lib/figures.mjs'
import { cloudBand, petals, shafts, stars } from '../lib/nature.mjs'
import { tree } from '../lib/plants.mjs'
import { bookPile } from '../lib/things.mjs'
import { SPINES } from './library.mjs'

/** Classroom seen from the back row: board, windows, desks. */
export function classroom(
  a,
  {
    board = '#24584a',
    wall = '#f2e2c6',
    desk = '#c98f5a',
    time = 'day',
    students = 3,
    bunting = false,
    chalk = 'maths',
  },
) {
  const { w, h, u, r } = a
  const dusk = time === 'dusk'
  a.fill(a.lin(dusk ? ['#c97f6a', '#e8a878', '#b0705f'] : [light(wall, 0.2), wall, dark(wall, 0.08)]))
  const [bx, by, bw, bh] = [w * 0.3, h * 0.14, w * 0.64, h * 0.34]
  a.rect(bx - u * 1.5, by - u * 1.5, bw + u * 3, bh + u * 3, a.lin([light(desk, 0.1), dark(desk, 0.3)]), {
    rx: u,
    f: a.drop(0, u, u * 1.5, '#1a0f2a', 0.3),
  })
  a.rect(bx, by, bw, bh, a.lin([light(board, 0.1), board, dark(board, 0.2)], 30))
  for (let i = 0; i < 9; i++)
    a.ell(bx + r(0.1, 0.9) * bw, by + r(0.2, 0.8) * bh, bw * 0.16, bh * 0.1, '#ffffff', { o: 0.05, rot: r(-20, 20) })
  const c = '#f6f3e6'
  if (chalk === 'maths') {
    a.line(
      `M${bx + bw * 0.1},${by + bh * 0.85}V${by + bh * 0.25}M${bx + bw * 0.06},${by + bh * 0.78}H${bx + bw * 0.46}`,
      c,
      u * 0.5,
      { o: 0.85 },
    )
    a.line(
      `M${bx + bw * 0.1},${by + bh * 0.7}C${bx + bw * 0.2},${by - bh * 0.1} ${bx + bw * 0.27},${by + bh * 1.2} ${bx + bw * 0.44},${by + bh * 0.3}`,
      '#ffd98a',
      u * 0.6,
    )
    for (let i = 0; i < 5; i++)
      a.line(
        `M${bx + bw * 0.56},${by + bh * (0.22 + i * 0.15)}h${bw * r(0.15, 0.36)}`,
        i === 2 ? '#ff9a8a' : c,
        u * 0.5,
        { o: 0.75, dash: `${u * 3} ${u * 1.1} ${u * 1.4} ${u}` },
      )
  } else {
    a.path(
      `M${bx + bw * 0.5},${by + bh * 0.82}C${bx + bw * 0.28},${by + bh * 0.5} ${bx + bw * 0.38},${by + bh * 0.12} ${bx + bw * 0.5},${by + bh * 0.36}C${bx + bw * 0.62},${by + bh * 0.12} ${bx + bw * 0.72},${by + bh * 0.5} ${bx + bw * 0.5},${by + bh * 0.82}Z`,
      'none',
      { s: '#ff9a8a', sw: u * 0.7 },
    )
    for (let i = 0; i < 26; i++)
      a.circ(
        bx + r(0.04, 0.96) * bw,
        by + r(0.08, 0.92) * bh,
        u * r(0.4, 1.1),
        r.pick(['#ffd98a', '#9be0d0', '#ff9a8a', c]),
        { o: 0.8 },
      )
  }
  a.rect(bx + bw * 0.3, by + bh + u * 8, bw * 0.34, u * 16, a.lin([light(desk, 0.2), dark(desk, 0.2)]), { rx: u })
  for (let k = 0; k < 2; k++)
    pane(
      a,
      -w * 0.12 + k * w * 0.19,
      h * (0.12 - k * 0.0),
      w * 0.16,
      h * 0.42,
      { frame: '#fff8ea', rows: 3, cols: 2 },
      () => {
        a.fill(a.lin(dusk ? ['#7a4a8a', '#ff9a6a', '#ffe0a0'] : ['#6fbbe8', '#dff3f7']))
        cloudBand(a, h * 0.25, h * 0.06, 3, '#fff', dusk ? '#ffb08a' : '#d3ecf6', 0.2)
        tree(
          a,
          w * 0.1,
          h * 0.56,
          u * 30,
          dusk ? ['#4a2a3f', '#7a3f4a', '#b0604a', '#ffb06a'] : ['#1d5a42', '#2f8a55', '#69b45c', '#c4dc72'],
          { count: 90 },
        )
      },
    )
  a.rect(0, h * 0.6, w, h * 0.42, a.lin([mix(desk, wall, 0.5), dark(desk, 0.35)]))
  for (let row = 0; row < 3; row++) {
    const k = 0.7 + row * 0.32
    const y = h * (0.68 + row * 0.15)
    const n = 3
    for (let i = 0; i < n; i++) {
      const x = w * 0.5 + (i - 1) * u * 44 * k * (w > h ? 1.1 : 0.82) + (row % 2) * u * 3
      if ((row * n + i) % Math.max(2, 5 - students) === 0 && row < 2)
        sitter(a, x, y + u * 4 * k, u * 25 * k, {
          top: r.pick(['#f4f6fb', '#e8574f', '#3f6fa8', '#f2b84b']),
          long: r.chance(0.5),
        })
      a.rect(x - u * 15 * k, y, u * 30 * k, u * 3.2 * k, a.lin([light(desk, 0.4), desk]), {
        rx: u * 0.6,
        f: a.drop(0, u, u, '#1a0f2a', 0.28),
      })
      for (const s of [-1, 1])
        a.rect(x + s * u * 12.5 * k - u * 0.7, y + u * 3 * k, u * 1.5, u * 20 * k, dark(desk, 0.5))
      if (r.chance(0.6))
        bookPile(a, x + u * r(-8, 8) * k, y, u * 9 * k, [r.pick(SPINES.bright), r.pick(SPINES.bright)], u * 1.8 * k)
    }
  }
  if (bunting) bulbs(a, 0, h * 0.03, w, h * 0.05, h * 0.05, 22, ['#ff6f7f', '#ffd98a', '#9be0d0'])
  shafts(a, 0, h * 0.05, 4, dusk ? '#ffc88a' : '#fff3cf', { spread: w * 0.4, slant: -0.75, o: 0.42 })
  petals(a, 50, ['#fff3d0'], [0, h * 0.2, w, h], 0.25)
}

/** Pile of books with a little world growing on top. */
export function bookWorld(a, { ground = ['#f7d9c4', '#f2a98a'], topping = 'tree', spines = 'bright', night = false }) {
  const { w, h, u } = a
  a.fill(a.lin(ground))
  if (night) stars(a, 140, h * 0.8)
  a.circ(
    w * 0.5,
    h * 0.4,
    u * 33,
    a.lin([
      [0, '#ffffff', night ? 0.12 : 0.6],
      [1, '#ffffff', 0],
    ]),
  )
  cloudBand(a, h * 0.5, h * 0.12, 6, night ? '#7f8fd0' : '#ffffff', ground[1], 0.36, 0.9)
  const list = [3, 0, 4, 1, 2].map((i) => SPINES[spines][i])
  a.ell(w * 0.52, h * 0.9, u * 44, u * 4, '#1a0f2a', { o: 0.28, f: a.blur(u) })
  const top = bookPile(a, w * 0.5, h * 0.9, u * 62, list, u * 5.6)
  a.path(
    `M${w * 0.5 - u * 25},${top}Q${w * 0.5},${top - u * 13} ${w * 0.5 + u * 25},${top}Z`,
    a.lin(['#a8d06a', '#3f8a55']),
  )
  if (topping === 'tree')
    tree(a, w * 0.46, top - u * 4, u * 42, ['#8f2f5a', '#d9608a', '#f79bb9', '#ffe0ea'], { count: 260, size: 0.13 })
  if (topping === 'city') {
    a.at(w * 0.5 - u * 18, top - u * 3, {}, () => {
      const b = Object.assign(Object.create(a), { w: u * 28 })
      skyline(b, 0, 8, 30, '#22305f', { lights: ['#ffd98a', '#ffe9b0'], lit: 0.5, step: 5 })
    })
  }
  if (topping === 'reader') {
    tree(a, w * 0.62, top - u * 3, u * 36, ['#1d5a42', '#2f8a55', '#69b45c', '#d6e87a'], { count: 200, size: 0.15 })
    sitter(a, w * 0.42, top - u * 4.5, u * 15, { top: '#e8574f', long: true })
  } else person(a, w * 0.66, top - u * 2, u * 14, { top: '#e8574f', bottom: '#22305f', bag: '#f2b84b' })
  petals(a, 50, topping === 'tree' ? ['#ffc9da', '#f79bb9'] : ['#fff6d0', '#ffe0a0'], [0, 0, w, h], 0.9)
}
