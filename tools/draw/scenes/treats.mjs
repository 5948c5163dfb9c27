/** Treats: tall drinks on a counter, the birthday cake, the night-market stall. */
import { bulbs } from '../lib/built.mjs'
import { dark, light, mix } from '../lib/color.mjs'
import { person } from '../lib/figures.mjs'
import { petals } from '../lib/nature.mjs'
import { leaf } from '../lib/plants.mjs'
import { sh } from './food.mjs'

/** Tall drinks on a counter, e.g. milk tea or soda. cups: [colourTop, colourBottom, kind]. */
export function drinks(
  a,
  { ground = ['#ffd9c0', '#f7a58a'], counter = '#e8734a', cups = [['#f3d9b4', '#b5794a', 'pearl']], awning },
) {
  const { w, h, u, r } = a
  a.fill(a.lin(ground, 60))
  a.circ(
    w * 0.5,
    h * 0.46,
    u * 40,
    a.lin([
      [0, '#ffffff', 0.55],
      [1, '#ffffff', 0.02],
    ]),
  )
  for (let i = 0; i < 16; i++) a.circ(r(0, w), r(0, h * 0.8), u * r(1, 5), '#ffffff', { o: r(0.08, 0.28) })
  const y = h * 0.82
  a.rect(0, y, w, h - y, a.lin([light(counter, 0.3), counter, dark(counter, 0.3)]))
  const n = cups.length
  cups.forEach(([c1, c2, kind], i) => {
    const s = Math.min((w / n) * 0.6, u * 40)
    const x = (w * (i + 0.5)) / n
    const H = s * 1.75
    const by = y + u * 7 + (i % 2) * u * 3
    a.ell(x + s * 0.12, by, s * 0.5, s * 0.07, '#1a0a18', { o: 0.32, f: a.blur(u * 0.6) })
    a.line(
      `M${x + s * 0.06},${by - H * 0.6}L${x + s * 0.24},${by - H * 1.28}`,
      a.lin(['#e8574f', '#c93a4a'], 0),
      s * 0.08,
    )
    const d = `M${x - s * 0.46},${by - H}H${x + s * 0.46}L${x + s * 0.34},${by - s * 0.05}Q${x + s * 0.33},${by} ${x + s * 0.28},${by}H${x - s * 0.28}Q${x - s * 0.33},${by} ${x - s * 0.34},${by - s * 0.05}Z`
    a.path(d, '#ffffff', { o: 0.5 })
    a.group({ clip: a.clip(d) }, () => {
      a.rect(
        x - s,
        by - H * 0.86,
        s * 2,
        H,
        a.lin([
          [0, light(c1, 0.25)],
          [0.35, c1],
          [1, c2],
        ]),
      )
      if (kind === 'pearl')
        for (let k = 0; k < 30; k++)
          a.circ(
            x + r(-0.34, 0.34) * s,
            by - r(0.03, 0.3) * H * r(0.5, 1),
            s * 0.05,
            a.rad(['#6a3f35', '#2a1418'], 0.35, 0.35, 0.7),
          )
      if (kind === 'ice' || kind === 'fruit')
        for (let k = 0; k < 8; k++)
          a.at(x + r(-0.3, 0.3) * s, by - r(0.45, 0.84) * H, { rot: r(0, 90) }, () =>
            a.rect(-s * 0.1, -s * 0.1, s * 0.2, s * 0.2, '#ffffff', { rx: s * 0.03, o: 0.4 }),
          )
      if (kind === 'fruit')
        for (let k = 0; k < 5; k++) {
          const [fx, fy] = [x + r(-0.28, 0.28) * s, by - r(0.1, 0.7) * H]
          a.circ(fx, fy, s * 0.14, k % 2 ? '#ff8a5a' : '#ffd84a')
          a.circ(fx, fy, s * 0.11, k % 2 ? '#ffb08a' : '#fff0a0')
          for (let q = 0; q < 6; q++)
            a.line(`M${fx},${fy}l${Math.cos(q) * s * 0.1},${Math.sin(q) * s * 0.1}`, '#ffffff', 1.4, { o: 0.8 })
        }
      if (kind === 'foam' || kind === 'pearl')
        for (let k = 0; k < 4; k++)
          a.path(
            `M${x - s * 0.5},${by - H * 0.86}q${s * r(0.1, 0.3)},${s * r(0.2, 0.6)} ${s * 0.5},${s * 0.1}t${s * 0.5},0V${by - H * 0.95}H${x - s * 0.5}Z`,
            light(c1, 0.6),
            { o: 0.5 },
          )
      if (kind === 'mint')
        for (let k = 0; k < 4; k++)
          leaf(a, x + r(-0.2, 0.1) * s, by - r(0.4, 0.8) * H, s * 0.3, r(-60, 60), '#4f9a4a', 0.5)
      a.rect(x - s * 0.36, by - H, s * 0.09, H, '#ffffff', { o: 0.4 })
    })
    a.path(
      `M${x - s * 0.5},${by - H}Q${x - s * 0.44},${by - H * 1.16} ${x},${by - H * 1.17}Q${x + s * 0.44},${by - H * 1.16} ${x + s * 0.5},${by - H}Z`,
      '#ffffff',
      { o: 0.4 },
    )
    a.rect(x - s * 0.52, by - H - s * 0.03, s * 1.04, s * 0.07, '#ffffff', { rx: s * 0.03, o: 0.9 })
    a.rect(x - s * 0.2, by - H * 0.46, s * 0.4, s * 0.4, '#ffffff', { rx: s * 0.2, o: 0.85 })
    a.path(
      `M${x},${by - H * 0.27}C${x - s * 0.24},${by - H * 0.38} ${x - s * 0.1},${by - H * 0.46} ${x},${by - H * 0.395}C${x + s * 0.1},${by - H * 0.46} ${x + s * 0.24},${by - H * 0.38} ${x},${by - H * 0.27}Z`,
      '#e11d48',
    )
  })
  if (awning)
    for (let i = 0; i < 12; i++) {
      const bw = w / 12
      a.path(`M${i * bw},0h${bw + 1}v${h * 0.1}a${bw / 2},${bw / 2} 0 0 1 ${-bw - 1},0Z`, i % 2 ? '#fff8ee' : awning, {
        f: i ? undefined : sh(a),
      })
    }
}

/** Layer cake with candles or a fruit tart stand. */
export function cake(
  a,
  {
    ground = ['#3a1f4a', '#7a3f6a'],
    cream = '#fff3e6',
    sponge = '#f2b88a',
    berry = '#e03a4a',
    candles = 5,
    table = '#5a2f4a',
  },
) {
  const { w, h, u, r } = a
  a.fill(a.rad([light(ground[1], 0.3), ground[1], ground[0]], 0.5, 0.42, 0.75))
  for (let i = 0; i < 40; i++) {
    const c = r.pick(['#ffd98a', '#ff9ab0', '#9be0d0', '#ffffff'])
    a.circ(r(0, w), r(0, h * 0.75), u * r(0.6, 3.4), c, { o: r(0.08, 0.35), f: a.blur(u * 0.6) })
  }
  bulbs(a, -u * 5, h * 0.06, w + u * 5, h * 0.04, h * 0.08, 16, ['#ffd98a', '#ff9ab0', '#9be0d0'])
  const y = h * 0.8
  a.rect(0, y - u * 4, w, h, a.lin([light(table, 0.2), dark(table, 0.4)]))
  const x = w * 0.5
  a.ell(x, y + u * 4, u * 38, u * 6, a.lin(['#ffffff', '#d9c9d6']), { f: sh(a) })
  let by = y + u * 2
  for (const [half, H] of [
    [30, 24],
    [20, 18],
  ]) {
    a.path(
      `M${x - u * half},${by - u * H}V${by}Q${x},${by + u * 7} ${x + u * half},${by}V${by - u * H}Z`,
      a.lin([light(sponge, 0.25), sponge, dark(sponge, 0.25)], 0),
    )
    for (const k of [0.36, 0.68])
      a.path(
        `M${x - u * half},${by - u * H * k}Q${x},${by - u * H * k + u * 7} ${x + u * half},${by - u * H * k}v${u * 2}Q${x},${by - u * H * k + u * 9} ${x - u * half},${by - u * H * k + u * 2}Z`,
        cream,
      )
    let d = `M${x - u * half},${by - u * H}`
    for (let i = 0; i < 8; i++)
      d += `q${(u * half) / 8},${u * r(8, 16)} ${(u * half) / 4},${i < 4 ? u * 0.9 : -u * 0.9}`
    a.path(`${d}V${by - u * H - u}H${x - u * half}Z`, a.lin([cream, dark(cream, 0.1)]))
    a.ell(x, by - u * H, u * half, u * half * 0.16, light(cream, 0.4))
    for (let i = 0; i < 9; i++) {
      const t = (i / 9) * 6.28
      if (Math.sin(t) > -0.2)
        a.circ(
          x + Math.cos(t) * u * half * 0.86,
          by - u * H + Math.sin(t) * u * half * 0.12 - u * 1.6,
          u * 2.5,
          a.rad([light(berry, 0.4), berry, dark(berry, 0.25)], 0.35, 0.3, 0.75),
        )
    }
    by -= u * H
  }
  for (let i = 0; i < candles; i++) {
    const cx = x + (i - (candles - 1) / 2) * u * 6
    a.rect(cx - u * 0.8, by - u * 13, u * 1.6, u * 12, a.lin(['#9be0d0', '#ff9ab0', '#ffd98a'].slice(i % 2)), {
      rx: u * 0.5,
    })
    a.glow(cx, by - u * 15.5, u * 14, '#ffc46b', 0.9)
    a.path(
      `M${cx},${by - u * 18.6}Q${cx + u * 1.6},${by - u * 15} ${cx},${by - u * 13.4}Q${cx - u * 1.6},${by - u * 15} ${cx},${by - u * 18.6}Z`,
      a.lin(['#ff9d3a', '#fff3b0']),
    )
  }
  petals(a, 60, ['#ffd98a', '#ff9ab0', '#9be0d0', '#ffffff'], [0, 0, w, h * 0.9], 0.6)
}

/** Night-market stall with lanterns and customers. */
export function stall(a, { sky = ['#0c0f2e', '#2b1f55', '#6a3068'], roof = '#e8453f', n = 3 }) {
  const { w, h, u, r } = a
  a.fill(a.lin(sky))
  for (let i = 0; i < 7; i++) {
    const x = r(-0.1, 1) * w
    a.rect(x, h * r(0.1, 0.4), u * r(16, 30), h, mix(sky[0], sky[2], r(0.2, 0.6)))
  }
  a.group({ f: a.blur(u), mix: 'screen' }, () => {
    for (let i = 0; i < 46; i++)
      a.circ(r(0, w), r(h * 0.25, h * 0.7), u * r(0.8, 3.4), r.pick(['#ffb765', '#ff6f7f', '#ffe0a0', '#7fd0ff']), {
        o: r(0.2, 0.7),
      })
  })
  const y = h * 0.83
  a.rect(0, y, w, h - y, a.lin(['#4a2a55', '#150c28']))
  const [x, bw] = [w * 0.5, Math.min(w * 0.8, u * 90)]
  a.glow(x, h * 0.52, u * 62, '#ffb35a', 0.9)
  a.rect(x - bw * 0.44, h * 0.34, bw * 0.88, y - h * 0.34, a.lin(['#5a2a30', '#8a4a35']))
  a.rect(x - bw * 0.4, h * 0.42, bw * 0.8, h * 0.2, a.lin(['#ffe2a0', '#f7a550']))
  for (let i = 0; i < 9; i++) {
    const sx = x - bw * 0.37 + (i * bw * 0.74) / 8
    a.rect(sx - u * 1.2, h * 0.44, u * 2.4, u * r(4, 8), r.pick(['#8a2f2a', '#5a3a2a', '#3f5a3a']))
  }
  person(a, x + bw * 0.14, h * 0.7, u * 34, { top: '#f4efe6', bottom: '#2a2030', hat: '#ffffff', shadow: 0 })
  a.rect(x - bw * 0.47, h * 0.62, bw * 0.94, u * 3, a.lin(['#f2b87a', '#b5714a']), { f: sh(a) })
  a.rect(x - bw * 0.44, h * 0.62 + u * 3, bw * 0.88, y - h * 0.62 - u * 3, a.lin(['#a84a35', '#5a2028']))
  for (let i = 0; i < 11; i++)
    a.rect(x - bw * 0.43 + (i * bw * 0.86) / 11, h * 0.62 + u * 3, u * 0.4, y - h * 0.62 - u * 3, '#3a1420', { o: 0.5 })
  for (let i = 0; i < 8; i++) {
    const bx = x - bw * 0.4 + (i * bw * 0.8) / 7.4
    if (i % 3 === 2) continue
    a.ell(bx, h * 0.62 - u * 0.6, u * 3.4, u * 1.1, '#fff3e0')
    for (let k = 0; k < 3; k++)
      a.circ(bx + (k - 1) * u * 1.7, h * 0.62 - u * 2, u * 1.3, r.pick(['#e8734a', '#f2b84b', '#7fc05a', '#fff6ea']))
  }
  const nb = 10
  for (let i = 0; i < nb; i++) {
    const sw = (bw * 1.08) / nb
    const sx = x - bw * 0.54 + i * sw
    a.path(
      `M${sx + sw * 0.12},${h * 0.25}h${sw * 0.9}L${sx + sw},${h * 0.37}a${sw / 2},${sw * 0.4} 0 0 1 ${-sw},0Z`,
      a.lin(i % 2 ? ['#fff3e0', '#e9c9a8'] : [light(roof, 0.15), dark(roof, 0.2)]),
    )
  }
  for (let i = 0; i < 5; i++) {
    const [lx, ly] = [x - bw * 0.46 + i * bw * 0.23, h * 0.41 + (i % 2) * u * 2]
    a.line(`M${lx},${h * 0.36}V${ly}`, '#2a1020', u * 0.3)
    a.glow(lx, ly + u * 4, u * 15, '#ff7a4a', 0.75)
    a.ell(lx, ly + u * 4, u * 3.6, u * 4.2, a.lin(['#ff5a45', '#ff9a5a', '#d92f3a']))
    a.rect(lx - u * 1.6, ly - u * 0.6, u * 3.2, u, '#f2c44a')
    a.rect(lx - u * 1.6, ly + u * 7.6, u * 3.2, u, '#f2c44a')
  }
  a.group({ f: a.blur(u * 2) }, () => {
    for (let i = 0; i < 4; i++)
      a.line(
        `M${x - bw * (0.3 - i * 0.1)},${h * 0.6}q${-u * 6},${-u * 12} 0,${-u * 20}t${u * 4},${-u * 20}`,
        '#fff',
        u * 2.4,
        { o: 0.24 },
      )
  })
  for (let i = 0; i < n; i++)
    person(a, x + (i - (n - 1) / 2) * u * 20 - u * 8, h * (0.93 + (i % 2) * 0.025), u * 40, {
      top: ['#f2b84b', '#5aa7a7', '#f4efe6', '#7f6bd0'][i % 4],
      bottom: i % 2 ? '#3a2a55' : '#22305f',
      long: i % 2 === 1,
      skirt: i % 2 === 1,
      bag: i === 0 ? '#2f6f86' : undefined,
      walk: 0.2,
      flip: i % 2,
    })
  a.vignette('#060312', 0.5)
}
