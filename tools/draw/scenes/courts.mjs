/** Sport from straight above: the basketball court and the swimming lanes. */
import { dark, light, mix } from '../lib/color.mjs'
import { foliage } from '../lib/plants.mjs'

/** Basketball court from straight above with long shadows. */
export function court(a, { floor = '#2f7f8f', key = '#e8734a', edge = '#1f4f5f', players = 5, turn = 0 }) {
  const { w, h, u, r } = a
  a.fill(a.lin([light(edge, 0.12), edge, dark(edge, 0.2)], 40))
  a.at(w / 2, h / 2, { rot: turn }, () => {
    const [cw, ch] = [w * (turn ? 0.8 : 0.84), h * (turn ? 0.8 : 0.84)]
    a.rect(-cw / 2, -ch / 2, cw, ch, a.lin([light(floor, 0.12), floor, dark(floor, 0.12)], 60))
    const line = { s: '#fdf6ea', sw: u * 0.7 }
    const wide = Math.min(cw, ch) * 0.36
    a.rect(-cw / 2, -ch / 2, cw, ch, 'none', line)
    const tallSide = ch > cw
    a.at(0, 0, { rot: tallSide ? 90 : 0 }, () => {
      const [L, S] = tallSide ? [ch, cw] : [cw, ch]
      a.line(`M0,${-S / 2}V${S / 2}`, '#fdf6ea', u * 0.7)
      a.circ(0, 0, S * 0.15, key, line)
      for (const s of [-1, 1]) {
        a.rect(s > 0 ? L / 2 - L * 0.2 : -L / 2, -wide / 2, L * 0.2, wide, key, line)
        a.path(
          `M${s * (L / 2 - L * 0.2)},${-wide / 2}A${wide / 2},${wide / 2} 0 0 ${s > 0 ? 0 : 1} ${s * (L / 2 - L * 0.2)},${wide / 2}`,
          mix(key, floor, 0.45),
          line,
        )
        a.line(
          `M${(s * L) / 2},${-S * 0.44}H${s * (L / 2 - L * 0.09)}Q${s * (L / 2 - L * 0.37)},${-S * 0.3} ${s * (L / 2 - L * 0.37)},0Q${s * (L / 2 - L * 0.37)},${S * 0.3} ${s * (L / 2 - L * 0.09)},${S * 0.44}H${(s * L) / 2}`,
          '#fdf6ea',
          u * 0.7,
        )
        a.line(`M${s * (L / 2 - u * 3)},${-u * 5}V${u * 5}`, '#ffffff', u * 1.1)
        a.circ(s * (L / 2 - u * 5.6), 0, u * 1.9, 'none', { s: '#ff8a3c', sw: u * 0.7 })
      }
    })
    const tops = ['#f4efe6', '#f2b84b', '#1d2440', '#e8574f', '#9be0d0']
    for (let i = 0; i < players; i++) {
      const [x, y, t] = [
        (((i * 0.618 + 0.2) % 1) - 0.5) * 0.76 * cw,
        (((i * 0.29 + 0.12) % 1) - 0.5) * 0.8 * ch,
        r(0, 360),
      ]
      a.at(x, y, {}, () =>
        a.path(
          `M${-u * 1.6},${u}L${u * 13},${u * 9}A${u * 2.4},${u * 2.4} 0 0 0 ${u * 15},${u * 6}L${u * 1.6},${-u}Z`,
          '#08142a',
          { o: 0.32 },
        ),
      )
      a.at(x, y, { rot: t }, () => {
        a.line(
          `M${-u * 3.2},${u * 0.4}Q${-u * 3.6},${-u * 2} ${-u * 1.6},${-u * 3.4}M${u * 3.2},${u * 0.4}Q${u * 4},${-u * 2} ${u * 2.6},${-u * 3.6}`,
          '#f2c8a8',
          u * 1.2,
        )
        a.ell(0, 0, u * 3.6, u * 2.2, tops[i % 5])
        a.circ(0, -u * 0.2, u * 1.75, '#2a1d22')
      })
    }
    const [bx, by] = [cw * 0.06, -ch * 0.1]
    a.circ(bx + u * 4, by + u * 3, u * 1.8, '#08142a', { o: 0.3, f: a.blur(u * 0.4) })
    a.circ(bx, by, u * 2, a.rad(['#ffb46a', '#e0702a'], 0.35, 0.35, 0.7))
    a.line(`M${bx - u * 2},${by}h${u * 4}M${bx},${by - u * 2}v${u * 4}`, '#7a3010', u * 0.25)
  })
  for (const [x, y] of [
    [0, 0],
    [1, 0.04],
    [0.02, 1],
    [0.98, 0.98],
  ]) {
    foliage(a, w * x + u * 2, h * y + u * 2, u * 15, u * 13, ['#08231f', '#0f3a30', '#123f34'], {
      count: 60,
      size: 0.16,
    })
    foliage(a, w * x, h * y, u * 14, u * 13, ['#14453a', '#2a7a50', '#7ab85a', '#cfe07a'], { count: 130, size: 0.13 })
  }
  a.poly(
    [
      [0, 0],
      [w * 0.55, 0],
      [w * 0.1, h],
      [0, h],
    ],
    a.lin(
      [
        [0, '#ffe6a8', 0.35],
        [1, '#ffe6a8', 0],
      ],
      0,
    ),
    { mix: 'screen' },
  )
}

/** Swimming lanes from above. */
export function pool(a, { blue = '#19a7c9', deep = '#0b5f9a', lanes = 5 }) {
  const { w, h, u, r } = a
  a.fill(a.lin([light(blue, 0.35), blue, deep], 70))
  for (let i = 0; i < 150; i++) {
    const [x, y, s] = [r(0, w), r(0, h), u * r(3, 8)]
    a.line(`M${x},${y}q${s * 0.5},${-s * 0.6} ${s},0t${s * 0.9},${s * 0.2}`, '#e6fbff', u * r(0.2, 0.5), {
      o: r(0.1, 0.4),
    })
  }
  for (let i = 0; i <= lanes; i++) {
    const x = (w * i) / lanes
    for (let y = -u * 2; y < h; y += u * 3.2) {
      a.circ(x + u * 1.4, y + u * 1.4, u * 1.25, '#05345a', { o: 0.25 })
      a.circ(x, y, u * 1.3, Math.floor(y / (u * 12.8)) % 2 ? '#f45b4f' : '#fff8ee')
    }
  }
  for (let i = 0; i < lanes; i++) {
    if (i % 2 && lanes > 3) continue
    const [x, y] = [(w * (i + 0.5)) / lanes, h * (0.24 + ((i * 0.37) % 0.55))]
    a.group({ o: 0.7 }, () => {
      for (let k = 0; k < 5; k++)
        a.line(
          `M${x - u * (2 + k)},${y + u * (14 + k * 5)}q${u * (2 + k)},${u * 3} ${u * (4 + 2 * k)},0`,
          '#ffffff',
          u * (1.1 - k * 0.16),
        )
    })
    a.ell(x + u * 2, y + u * 8, u * 4, u * 11, '#05345a', { o: 0.3, f: a.blur(u) })
    a.line(
      `M${x - u * 2},${y + u * 12}L${x - u * 2.6},${y + u * 20}M${x + u * 2},${y + u * 12}L${x + u * 3},${y + u * 19}`,
      '#eebb98',
      u * 1.8,
    )
    a.line(
      `M${x - u * 3.5},${y + u * 3}Q${x - u * 7},${y - u * 3} ${x - u * 3},${y - u * 9}M${x + u * 3.6},${y + u * 3}Q${x + u * 8},${y + u * 7} ${x + u * 6},${y + u * 12}`,
      '#f2c8a8',
      u * 1.8,
    )
    a.path(
      `M${x - u * 4},${y + u * 2}Q${x},${y - u * 2} ${x + u * 4},${y + u * 2}L${x + u * 2.6},${y + u * 13}H${x - u * 2.6}Z`,
      '#f2c8a8',
    )
    a.path(`M${x - u * 3},${y + u * 9}H${x + u * 3}L${x + u * 2.6},${y + u * 14}H${x - u * 2.6}Z`, '#22305f')
    a.circ(x, y - u * 2, u * 2.5, i % 4 ? '#f2b84b' : '#e8574f')
  }
}
