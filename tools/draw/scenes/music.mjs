/** Hobbies indoors: guitar and amp, record player, stage, camera on a shelf, game night, easel. */
import { bulbs, pane, skyline } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { petals, shafts, streaks } from '../lib/nature.mjs'
import { bookPile, mug, plant } from '../lib/things.mjs'

export function room(a, wall, floor, y) {
  const { w, h, u } = a
  a.fill(a.lin([light(wall, 0.14), wall, dark(wall, 0.14)], 60))
  a.rect(0, y, w, h - y, a.lin([light(floor, 0.18), dark(floor, 0.3)]))
  for (let i = 0; i < 6; i++) a.rect(0, y + (h - y) * (i / 6) ** 1.5, w, 1.5, dark(floor, 0.35), { o: 0.5 })
  a.rect(0, y - u * 1.6, w, u * 1.8, light(wall, 0.35))
}

export function guitar(a, x, y, s, body = '#d98a3f', rot = 8, electric = false) {
  a.at(x, y, { rot, k: s / 100 }, () => {
    a.ell(6, 1, 26, 3, '#140b24', { o: 0.3 })
    a.rect(-2.6, -96, 5.2, 58, a.lin(['#5a3524', '#3a2018'], 0))
    for (let i = 0; i < 13; i++) a.rect(-2.6, -92 + i * 4.2, 5.2, 0.5, '#e3cfa4')
    a.path('M-4,-96L-5,-110Q0,-113 5,-110L4,-96Z', '#4a2a1c')
    for (let i = 0; i < 3; i++) for (const k of [-1, 1]) a.circ(k * 6, -99 - i * 4, 1.3, '#e3e6ee')
    if (electric) {
      a.path(
        'M-6,-46C-20,-52 -26,-40 -20,-30C-28,-22 -28,-4 -12,-1C4,2 22,0 22,-16C22,-26 14,-28 18,-36C22,-46 14,-54 6,-44Z',
        a.lin([light(body, 0.25), body, dark(body, 0.35)], 40),
      )
      a.path('M-4,-42C-14,-42 -16,-34 -11,-28C-14,-18 -8,-10 4,-10C10,-16 6,-30 8,-40Z', '#fff6ea', { o: 0.92 })
      for (const k of [-34, -26, -18]) a.rect(-5, k, 10, 3, '#22202c', { rx: 1 })
      a.rect(-5, -11, 10, 3, '#c9ced8')
    } else {
      a.path(
        'M0,-48C14,-50 20,-42 16,-33C13,-27 24,-24 24,-12C24,0 12,2 0,2C-12,2 -24,0 -24,-12C-24,-24 -13,-27 -16,-33C-20,-42 -14,-50 0,-48Z',
        a.lin([light(body, 0.3), body, dark(body, 0.35)], 40),
        { s: dark(body, 0.45), sw: 1 },
      )
      a.circ(0, -27, 7.4, '#2a1510', { s: '#e3cfa4', sw: 1 })
      a.rect(-9, -9, 18, 3, '#3a2018', { rx: 1 })
    }
    for (let i = -2; i <= 2; i++) a.line(`M${i * 0.9},-100L${i * 1.5},-8`, '#fff6e6', 0.35, { o: 0.85 })
  })
}

/** Guitar leaning on an amp in a lived-in corner. */
export function guitarCorner(
  a,
  {
    wall = '#2f5f6a',
    floor = '#8f5a3c',
    body = '#e0913f',
    amp = '#2a2630',
    electric = false,
    lights = true,
    window = true,
    seed2 = 0,
  },
) {
  const { w, h, u } = a
  const y = h * 0.76
  room(a, wall, floor, y)
  if (window)
    pane(a, w * 0.08, h * 0.1, u * 36, h * 0.36, { frame: light(wall, 0.6) }, () => {
      a.fill(a.lin(['#3a2f7a', '#c0608a', '#ffb07a', '#ffe2a8']))
      streaks(a, 0, h * 0.5, 16, ['#ffb08a', '#ff8a9a'], 0.7)
      skyline(a, h * 0.47, 4, 14, '#4a2f6a', { lights: ['#ffd98a'] })
    })
  // Posters and shelf
  for (const [px, py, ps, c] of [
    [0.62, 0.14, 20, ['#f2b84b', '#e8574f']],
    [0.84, 0.12, 15, ['#f4efe6', '#5aa7a7']],
    [0.82, 0.32, 17, ['#7f6bd0', '#f29ab0']],
  ]) {
    a.rect(w * px - u * ps * 0.5, h * py, u * ps, u * ps * 1.3, a.lin(c, 50), { f: a.drop(u * 0.4, u * 0.6, u * 0.8) })
    a.circ(w * px, h * py + u * ps * 0.55, u * ps * 0.28, '#fff6ea', { o: 0.85 })
    a.circ(w * px, h * py + u * ps * 0.55, u * ps * 0.1, c[1])
  }
  a.ell(w * 0.52, h * 0.9, u * 52, u * 8, a.lin(['#e8d6c0', '#b58f78']), { o: 0.9 })
  a.ell(w * 0.52, h * 0.9, u * 44, u * 6.4, 'none', { s: '#c9574a', sw: u * 0.8, o: 0.8 })
  plant(a, w * 0.1, h * 0.86, u * 46, { kind: 'broad', pot: '#e3cfa4', green: '#2f7f5f' })
  const [ax, ay, aw, ah] = [w * 0.58, h * 0.86, u * 40, u * 36]
  a.ell(ax, ay, aw * 0.55, u * 2, '#140b24', { o: 0.35 })
  a.rect(ax - aw / 2, ay - ah, aw, ah, a.lin([light(amp, 0.15), amp, dark(amp, 0.3)]), { rx: u * 2 })
  a.rect(ax - aw * 0.44, ay - ah * 0.74, aw * 0.88, ah * 0.66, a.lin(['#c9a877', '#8f6a45']), { rx: u })
  for (let i = 0; i < 26; i++)
    a.line(`M${ax - aw * 0.44 + (i * aw * 0.88) / 26},${ay - ah * 0.74}v${ah * 0.66}`, '#5a3f2a', 0.8, { o: 0.5 })
  a.circ(ax, ay - ah * 0.41, ah * 0.27, '#3a2a20', { o: 0.35 })
  for (let i = 0; i < 6; i++) a.circ(ax - aw * 0.36 + i * aw * 0.11, ay - ah * 0.87, u * 1.1, '#e3e6ee')
  a.circ(ax + aw * 0.38, ay - ah * 0.87, u * 0.9, '#ff5a4a')
  a.glow(ax + aw * 0.38, ay - ah * 0.87, u * 6, '#ff5a4a', 0.8)
  mug(a, ax - aw * 0.26, ay - ah, u * 9, '#f4efe6', {})
  guitar(a, w * 0.38, h * 0.885, u * 76, body, 9, electric)
  bookPile(a, w * 0.88, h * 0.86, u * 20, ['#22305f', '#e8574f', '#f2b84b', '#f4efe6'].slice(seed2), u * 3)
  if (lights) bulbs(a, -u * 4, h * 0.05, w + u * 4, h * 0.02, h * 0.06, 18, ['#ffd98a', '#ffb46a', '#fff0c4'])
  if (window) shafts(a, w * 0.1, h * 0.1, 3, '#ffc88a', { spread: w * 0.4, slant: -0.5, o: 0.3 })
  a.vignette(dark(wall, 0.7), 0.5)
}

/** Turntable from above with a sleeve; works in any proportion. */
export function turntable(
  a,
  { ground = '#c9573f', deck = '#f2e6d6', label = '#f2b84b', sleeve = ['#22305f', '#7f6bd0', '#f29ab0'] },
) {
  const { w, h, u } = a
  a.fill(a.lin([light(ground, 0.15), ground, dark(ground, 0.25)], 50))
  const [x, y, s] = [w * 0.46, h * (h > w ? 0.42 : 0.48), u * 38]
  a.at(w * 0.72, h * (h > w ? 0.84 : 0.82), { rot: -14 }, () => {
    a.rect(-u * 24, -u * 24, u * 48, u * 48, a.lin(sleeve, 50), { f: a.drop(u, u * 1.5, u * 2) })
    for (let i = 0; i < 6; i++) a.circ(0, u * 4, u * (20 - i * 3.4), mix(sleeve[0], sleeve[2], i / 5))
  })
  a.rect(x - s * 1.08, y - s * 1.05, s * 2.5, s * 2.1, a.lin([light(deck, 0.3), deck, dark(deck, 0.12)], 45), {
    rx: u * 4,
    f: a.drop(u * 1.4, u * 2, u * 2.6, '#1a0a18', 0.45),
  })
  a.circ(x, y, s * 0.98, dark(deck, 0.2))
  a.circ(x, y, s * 0.94, a.rad(['#3a3644', '#17151f']))
  for (let i = 0; i < 15; i++) a.circ(x, y, s * (0.36 + i * 0.038), 'none', { s: '#4d4858', sw: 1, o: 0.6 })
  for (const t of [20, 200])
    a.at(x, y, { rot: t, mix: 'screen' }, () =>
      a.path(
        `M0,0L${s * 0.94},${-s * 0.16}A${s * 0.94},${s * 0.94} 0 0 1 ${s * 0.94},${s * 0.16}Z`,
        a.lin(
          [
            [0, '#ffffff', 0],
            [1, '#ffffff', 0.22],
          ],
          0,
        ),
      ),
    )
  a.circ(x, y, s * 0.32, a.lin([light(label, 0.3), label], 40))
  a.path(
    `M${x},${y + s * 0.2}C${x - s * 0.26},${y + s * 0.03} ${x - s * 0.13},${y - s * 0.19} ${x},${y - s * 0.08}C${x + s * 0.13},${y - s * 0.19} ${x + s * 0.26},${y + s * 0.03} ${x},${y + s * 0.2}Z`,
    '#e11d48',
  )
  a.circ(x, y, s * 0.035, '#e3e6ee')
  a.group({ f: a.drop(u * 0.7, u, u) }, () => {
    a.circ(x + s * 1.18, y - s * 0.72, s * 0.14, a.lin(['#f6f7fa', '#9aa0ae'], 50))
    a.line(
      `M${x + s * 1.18},${y - s * 0.72}L${x + s * 1.08},${y + s * 0.3}L${x + s * 0.66},${y + s * 0.54}`,
      '#c3c8d2',
      u * 1.3,
    )
    a.at(x + s * 0.66, y + s * 0.54, { rot: 148 }, () =>
      a.rect(-u * 1, -u * 2, u * 7, u * 4, '#3a3644', { rx: u * 0.6 }),
    )
  })
  for (let i = 0; i < 2; i++)
    a.circ(x + s * 1.2, y + s * (0.56 + i * 0.28), s * 0.085, a.lin(['#5b5668', '#2a2633'], 50), {
      f: a.drop(u * 0.3, u * 0.4, u * 0.5),
    })
  petals(a, 14, ['#fff3d0'], [0, 0, w, h], 0.3)
  a.fill(
    a.lin(
      [
        [0, '#ffe6c0', 0.4],
        [0.5, '#ffe6c0', 0],
      ],
      45,
    ),
    { mix: 'screen' },
  )
  for (let i = 0; i < 5; i++)
    a.poly(
      [
        [w * (0.04 + i * 0.07), 0],
        [w * (0.08 + i * 0.07), 0],
        [w * (0.5 + i * 0.07), h],
        [w * (0.46 + i * 0.07), h],
      ],
      '#1a0a18',
      { o: 0.06, f: a.blur(u * 0.5) },
    )
}
