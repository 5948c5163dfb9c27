/** Campus out of doors: snow on dormitory roofs, the lake with its arched bridge. */
import { block } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { person } from '../lib/figures.mjs'
import { ridge, snow, stars, water } from '../lib/nature.mjs'
import { grass, pine, tree } from '../lib/plants.mjs'
import { setting, TIMES } from './campus.mjs'

/** Snow on dormitory roofs, pines, warm windows. */
export function snowRoofs(a, { night = true, roofs = 5 }) {
  const { r, w, h, u } = a
  a.fill(a.lin(night ? ['#0d1a44', '#2d4a86', '#8fa6cc', '#d7dceb'] : ['#8fb8dd', '#c8def0', '#f6efe6']))
  if (night) stars(a, 90, h * 0.4)
  a.glow(w * 0.75, h * 0.2, u * 50, night ? '#cfdcff' : '#fff2cf', 0.7)
  if (night) a.circ(w * 0.75, h * 0.2, u * 5, '#f6f2dc')
  ridge(a, h * 0.46, u * 12, a.lin(night ? ['#5a76ad', '#a8b8d8'] : ['#b3cfe4', '#e3edf4']))
  for (let i = 0; i < 16; i++)
    pine(a, w * r(0, 1), h * r(0.53, 0.6), u * r(10, 20), night ? '#2a4a78' : '#5d8a94', night ? '#c3d2ea' : '#ffffff')
  for (let i = 0; i < roofs; i++) {
    const t = i / roofs
    const bw = w * r(0.34, 0.5)
    const x = ((i * 0.618 + 0.1) % 1) * w - bw / 2
    const y = h * (0.62 + t * 0.34)
    const bh = u * (20 + t * 12)
    const wall = ['#8a4b4a', '#4a5a86', '#a8735a', '#5f4a6e', '#7a5650'][i % 5]
    block(a, x, y, bw, bh, night ? dark(wall, 0.25) : light(wall, 0.2), {
      cols: 5,
      rows: 2,
      lit: night ? 0.75 : 0.15,
      off: night ? '#26335c' : '#6f86a8',
      frame: '#ffffff',
      side: 0,
    })
    const roof = a.lin(night ? ['#f3f6ff', '#b9c8e6'] : ['#ffffff', '#dbe7f2'])
    a.path(
      `M${x - bw * 0.08},${y - bh}L${x + bw * 0.16},${y - bh - u * 15}Q${x + bw * 0.5},${y - bh - u * 18} ${x + bw * 0.84},${y - bh - u * 15}L${x + bw * 1.08},${y - bh}q${-bw * 0.06},${u * 3} ${-bw * 0.14},${u * 1}q${-bw * 0.1},${u * 3} ${-bw * 0.22},${u * 0.6}q${-bw * 0.14},${u * 2.6} ${-bw * 0.3},0q${-bw * 0.16},${u * 3} ${-bw * 0.3},${u * 0.4}q${-bw * 0.12},${u * 1.6} ${-bw * 0.2},${-u * 2}Z`,
      roof,
    )
    a.rect(x + bw * 0.7, y - bh - u * 21, u * 5, u * 9, dark(wall, 0.3))
    a.rect(x + bw * 0.7 - u * 0.6, y - bh - u * 22.4, u * 6.2, u * 2.4, '#fff', { rx: u })
    if (night) a.glow(x + bw * 0.5, y - bh * 0.4, bw * 0.6, '#ffb765', 0.4)
    ridge(a, y, u * 2, a.lin(night ? ['#dfe7f7', '#8fa3cc'] : ['#ffffff', '#d3e2ef']))
  }
  pine(a, w * 0.06, h * 1.02, u * 46, night ? '#1d3a5e' : '#3f7274', '#eef3fb')
  pine(a, w * 0.95, h * 1.03, u * 36, night ? '#1d3a5e' : '#3f7274', '#eef3fb')
  snow(a, 150)
}

/** Lake with an arched bridge and willows. */
export function lake(a, { time = 'noon', bridge = 0.5, swans = 2 }) {
  const T = TIMES[time]
  const { r, w, h, u } = a
  const y = h * 0.55
  setting(a, T, y, 0.7, 0.5)
  ridge(a, y - u * 10, u * 9, a.lin([T.far, mix(T.far, T.sky.at(-1), 0.6)]))
  for (let i = 0; i < 9; i++) tree(a, w * (i / 8) + r(-20, 20), y + u, u * r(13, 24), T.leaf, { size: 0.24, count: 60 })
  water(a, y, [T.sky.at(-1), mix(T.sky[1], T.leaf[1], 0.35), dark(T.sky[0], 0.25)], {
    lx: w * 0.7,
    glint: T.sun,
    count: 150,
  })
  const [bx, bw] = [w * bridge, u * 66]
  const stone = mix('#f3e6d6', T.sky[1], time === 'noon' ? 0.1 : 0.4)
  a.path(
    `M${bx - bw / 2},${y + u * 3}Q${bx},${y - u * 24} ${bx + bw / 2},${y + u * 3}L${bx + bw * 0.3},${y + u * 3}A${bw * 0.3},${u * 7.5} 0 0 0 ${bx - bw * 0.3},${y + u * 3}Z`,
    a.lin([light(stone, 0.3), dark(stone, 0.2)]),
  )
  a.path(
    `M${bx - bw * 0.3},${y + u * 3}A${bw * 0.3},${u * 7.5} 0 0 0 ${bx + bw * 0.3},${y + u * 3}L${bx + bw / 2},${y + u * 3}Q${bx},${y + u * 26} ${bx - bw / 2},${y + u * 3}Z`,
    stone,
    { o: 0.3 },
  )
  for (let i = -7; i <= 7; i++) {
    const t = i / 7.6
    a.rect(bx + t * bw * 0.5 - u * 0.5, y - u * 10.6 * (1 - t * t) - u * 4, u, u * 5, light(stone, 0.35))
  }
  a.line(`M${bx - bw / 2},${y - u}Q${bx},${y - u * 28} ${bx + bw / 2},${y - u}`, light(stone, 0.4), u * 0.9)
  person(a, bx - u * 4, y - u * 10.4, u * 12, {
    top: '#e8574f',
    shadow: 0,
    umbrella: time === 'noon' ? undefined : '#f2b84b',
  })
  person(a, bx + u * 4, y - u * 10.2, u * 12.6, {
    top: '#f6efe2',
    shadow: 0,
    long: true,
    skirt: true,
    bottom: '#5a7fb0',
  })
  for (let i = 0; i < swans; i++) {
    const [sx, sy, k] = [w * (0.25 + i * 0.16), y + (h - y) * (0.36 + i * 0.14), u * (6 + i * 2)]
    a.ell(sx, sy + k * 0.3, k * 1.2, k * 0.12, '#fff', { o: 0.35 })
    a.path(
      `M${sx - k},${sy - k * 0.3}Q${sx - k * 0.6},${sy + k * 0.45} ${sx + k * 0.4},${sy + k * 0.25}Q${sx + k},${sy} ${sx + k * 0.8},${sy - k * 0.4}Q${sx + k * 0.5},${sy - k * 0.9} ${sx + k * 1.05},${sy - k * 1.05}Q${sx + k * 0.5},${sy - k * 1.4} ${sx + k * 0.4},${sy - k * 0.8}Q${sx + k * 0.5},${sy - k * 0.3} ${sx},${sy - k * 0.4}Q${sx - k * 0.5},${sy - k * 0.8} ${sx - k},${sy - k * 0.3}Z`,
      a.lin(['#ffffff', '#dfe6f0']),
    )
    a.poly(
      [
        [sx + k, sy - k * 1.12],
        [sx + k * 1.3, sy - k * 0.98],
        [sx + k, sy - k * 0.95],
      ],
      '#f0913a',
    )
  }
  // Willow curtain in front
  for (let i = 0; i < 34; i++) {
    const [x, l] = [w * r(-0.02, 0.34) * (i % 4 ? 1 : 3), h * r(0.2, 0.55) * (i % 4 ? 1 : 0.4)]
    a.line(`M${x},${-u * 3}Q${x + u * 3},${l * 0.6} ${x + u * r(-4, 5)},${l}`, T.leaf[r.int(0, 2)], u * 0.4)
    for (let j = 2; j < 13; j++)
      a.ell(x + u * 1.6 * Math.sin(j / 4) + u * r(-1, 1), (l * j) / 13, u * 0.6, u * 1.9, T.leaf[r.int(1, 3)], {
        rot: r(-35, 35),
        o: 0.92,
      })
  }
  grass(a, h + u, 140, [T.leaf[0], T.leaf[1], T.leaf[2]], 10)
}
