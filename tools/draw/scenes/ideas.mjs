/** Thoughts made visible: speech bubbles, light bulb, stairs, scales, chess, crossroads, message screens, charts. */
import { dark, light } from '../lib/color.mjs'
import { person } from '../lib/figures.mjs'
import { cloudBand, petals, stars } from '../lib/nature.mjs'
import { tree } from '../lib/plants.mjs'

/** Paper speech bubbles in layers. */
export function bubbles(
  a,
  { ground = ['#2f4fa8', '#6a7fe0'], colors = ['#fff6ea', '#ffcf5a', '#ff7f6a', '#7fe0c8', '#c3b0ff'], n = 8 },
) {
  const { w, h, u, r } = a
  a.fill(a.lin(ground, 50))
  for (let i = 0; i < 26; i++) a.circ(r(0, w), r(0, h), u * r(2, 14), '#ffffff', { o: r(0.03, 0.09) })
  for (let i = 0; i < n; i++) {
    const t = i / n
    const [x, y] = [w * (0.2 + ((i * 0.7549) % 1) * 0.76), h * (0.15 + ((i * 0.5698 + 0.1) % 1) * 0.7)]
    const [bw, bh] = [u * (24 + t * 14), u * (16 + t * 9)]
    const c = colors[i % colors.length]
    const flip = i % 2 ? 1 : -1
    a.at(x, y, { rot: r(-6, 6), f: a.drop(u, u * 1.5, u * 1.6, '#0a1040', 0.38) }, () => {
      a.path(
        `M${flip * bw * 0.12},${bh * 0.4}L${flip * bw * 0.34},${bh * 0.84}L${flip * bw * 0.38},${bh * 0.38}Z`,
        dark(c, 0.08),
      )
      a.rect(-bw / 2, -bh / 2, bw, bh, a.lin([light(c, 0.25), c, dark(c, 0.06)], 60), { rx: bh * 0.42 })
      const ink = dark(c, 0.55)
      const kind = i % 4
      if (kind === 0) for (const k of [-1, 0, 1]) a.circ(k * bw * 0.17, 0, bh * 0.1, ink)
      if (kind === 1)
        for (let k = 0; k < 3; k++)
          a.rect(-bw * 0.34, -bh * 0.24 + k * bh * 0.2, bw * [0.66, 0.5, 0.34][k], bh * 0.09, ink, {
            rx: bh * 0.045,
            o: 0.75,
          })
      if (kind === 2)
        a.path(
          `M0,${bh * 0.3}C${-bw * 0.3},0 ${-bw * 0.13},${-bh * 0.36} 0,${-bh * 0.12}C${bw * 0.13},${-bh * 0.36} ${bw * 0.3},0 0,${bh * 0.3}Z`,
          '#e11d48',
        )
      if (kind === 3) {
        a.circ(-bw * 0.13, -bh * 0.08, bh * 0.07, ink)
        a.circ(bw * 0.13, -bh * 0.08, bh * 0.07, ink)
        a.line(`M${-bw * 0.14},${bh * 0.1}Q0,${bh * 0.3} ${bw * 0.14},${bh * 0.1}`, ink, bh * 0.07)
      }
    })
  }
  a.fill(
    a.lin(
      [
        [0, '#ffffff', 0.22],
        [0.6, '#ffffff', 0],
      ],
      50,
    ),
    { mix: 'screen' },
  )
}

/** A great light bulb holding a small world. */
export function bulb(a, { ground = ['#1a1440', '#4a2f7a', '#c0607a'], glow = '#ffd27a', world = 'tree' }) {
  const { w, h, u, r } = a
  a.fill(a.lin(ground))
  stars(a, 120, h * 0.9)
  const [x, y, s] = [w * 0.5, h * 0.42, u * 32]
  a.glow(x, y, u * 85, glow, 0.8)
  const d = `M${x - s * 0.42},${y + s * 1.1}C${x - s * 0.42},${y + s * 0.72} ${x - s},${y + s * 0.5} ${x - s},${y - s * 0.1}A${s},${s} 0 0 1 ${x + s},${y - s * 0.1}C${x + s},${y + s * 0.5} ${x + s * 0.42},${y + s * 0.72} ${x + s * 0.42},${y + s * 1.1}Z`
  a.path(
    d,
    a.rad(
      [
        [0, light(glow, 0.75), 0.95],
        [0.7, light(glow, 0.3), 0.75],
        [1, glow, 0.55],
      ],
      0.45,
      0.4,
      0.65,
    ),
  )
  a.group({ clip: a.clip(d) }, () => {
    cloudBand(a, y - s * 0.1, s * 0.3, 4, '#ffffff', light(glow, 0.5), 0.22)
    a.path(
      `M${x - s},${y + s * 0.5}Q${x},${y + s * 0.2} ${x + s},${y + s * 0.5}V${y + s * 1.2}H${x - s}Z`,
      a.lin(['#7fc06a', '#2f7a5a']),
    )
    if (world === 'tree') {
      tree(a, x - s * 0.1, y + s * 0.45, s * 1.05, ['#14503f', '#2f8a55', '#7fc05a', '#e3f08a'], {
        count: 200,
        size: 0.15,
      })
      person(a, x + s * 0.36, y + s * 0.5, s * 0.36, { top: '#e8574f' })
    } else {
      for (let i = 0; i < 5; i++)
        a.rect(
          x - s * 0.5 + i * s * 0.21,
          y + s * (0.36 - ((i * 0.37) % 0.5)),
          s * 0.18,
          s,
          a.lin(['#22305f', '#3f5aa8']),
        )
      for (let i = 0; i < 30; i++) a.rect(x + r(-0.5, 0.5) * s, y + r(0, 0.5) * s, s * 0.035, s * 0.05, '#ffe9b0')
    }
  })
  a.path(d, 'none', { s: '#ffffff', sw: u * 0.7, o: 0.8 })
  a.path(`M${x - s * 0.74},${y - s * 0.3}A${s * 0.8},${s * 0.8} 0 0 1 ${x - s * 0.2},${y - s * 0.84}`, 'none', {
    s: '#fff',
    sw: u * 1.8,
    o: 0.8,
  })
  for (let i = 0; i < 4; i++)
    a.rect(
      x - s * (0.42 - i * 0.035),
      y + s * (1.1 + i * 0.15),
      s * (0.84 - i * 0.07),
      s * 0.12,
      a.lin(['#e3e6ee', '#8e94a6', '#5b6076'], 0),
      { rx: s * 0.05 },
    )
  a.path(`M${x - s * 0.16},${y + s * 1.7}h${s * 0.32}l${-s * 0.08},${s * 0.13}h${-s * 0.16}Z`, '#3a3f55')
  for (let i = 0; i < 10; i++) {
    const t = (i / 10) * 6.283
    a.line(
      `M${x + Math.cos(t) * s * 1.3},${y + Math.sin(t) * s * 1.3}L${x + Math.cos(t) * s * (1.48 + (i % 2) * 0.12)},${y + Math.sin(t) * s * (1.48 + (i % 2) * 0.12)}`,
      light(glow, 0.4),
      u * 1,
      { o: Math.sin(t) > 0.7 ? 0 : 0.85 },
    )
  }
  petals(a, 40, [glow, '#ffffff'], [0, 0, w, h], 0.4)
}
