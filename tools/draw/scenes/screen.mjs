/** The laptop on its desk: charts, code or a video call. */
import { dark, light, mix } from '../lib/color.mjs'
import { mug, plant } from '../lib/things.mjs'

/** Laptop from the front on a desk: charts, code or a video call on screen. */
export function screen(
  a,
  {
    wall = '#22305f',
    desk = '#c98f5a',
    show = 'chart',
    ink = ['#e11d48', '#ffcf5a', '#7fe0c8', '#8fb0ff'],
    paper = '#ffffff',
    lampOn = true,
  },
) {
  const { w, h, u, r } = a
  const y = h * 0.76
  a.fill(a.lin([light(wall, 0.14), wall, dark(wall, 0.25)], 60))
  if (lampOn) a.glow(w * 0.84, h * 0.2, u * 62, '#ffd98a', 0.55)
  for (let i = 0; i < 5; i++)
    a.rect(
      w * (0.08 + i * 0.04),
      h * (0.1 + (i % 2) * 0.01),
      w * 0.03,
      h * 0.1,
      ['#ffcf5a', '#ff8a7a', '#7fe0c8', '#fff6ea', '#c3b0ff'][i],
      { o: 0.85, f: a.drop(0, u * 0.4, u * 0.5) },
    )
  a.rect(0, y, w, h - y, a.lin([light(desk, 0.3), desk, dark(desk, 0.35)]))
  const sw = Math.min(w * 0.72, u * 96)
  const sh = sw * 0.62
  const [x, sy] = [w * 0.5 - sw / 2, y - sh]
  a.glow(w * 0.5, y - sh / 2, sw * 0.8, mix(paper, wall, 0.4), 0.4)
  a.rect(x, sy, sw, sh, '#23232e', { rx: u * 2, f: a.drop(0, u, u * 2.4, '#05060f', 0.5) })
  const [ix, iy, iw, ih] = [x + u * 1.8, sy + u * 1.8, sw - u * 3.6, sh - u * 3.6]
  a.rect(ix, iy, iw, ih, show === 'code' ? a.lin(['#1d2033', '#161827']) : a.lin([paper, mix(paper, '#dfe6f5', 0.6)]))
  if (show === 'chart') {
    a.rect(ix, iy, iw * 0.15, ih, '#f0f2f8')
    for (let i = 0; i < 6; i++)
      a.rect(ix + iw * 0.03, iy + ih * (0.1 + i * 0.1), iw * 0.09, ih * 0.03, i === 1 ? ink[0] : '#c9cedb', { rx: 3 })
    for (let i = 0; i < 3; i++) {
      a.rect(ix + iw * (0.19 + i * 0.27), iy + ih * 0.07, iw * 0.24, ih * 0.2, '#ffffff', {
        rx: u,
        f: a.drop(0, 2, 4, '#22305f', 0.15),
      })
      a.rect(ix + iw * (0.21 + i * 0.27), iy + ih * 0.11, iw * 0.08, ih * 0.025, '#c9cedb', { rx: 2 })
      a.rect(ix + iw * (0.21 + i * 0.27), iy + ih * 0.165, iw * 0.13, ih * 0.05, ink[i], { rx: 3 })
    }
    a.rect(ix + iw * 0.19, iy + ih * 0.33, iw * 0.5, ih * 0.58, '#ffffff', {
      rx: u,
      f: a.drop(0, 2, 4, '#22305f', 0.15),
    })
    let d = `M${ix + iw * 0.22},${iy + ih * 0.78}`
    for (let i = 0; i <= 8; i++) {
      const v = 0.78 - i * 0.035 - r(0, 0.09)
      a.rect(
        ix + iw * (0.22 + i * 0.05),
        iy + ih * v,
        iw * 0.03,
        ih * (0.86 - v),
        mix(ink[3], '#ffffff', i % 2 ? 0.2 : 0.5),
        { rx: 3 },
      )
      d += `L${ix + iw * (0.235 + i * 0.05)},${iy + ih * (v - 0.05)}`
    }
    a.line(d, ink[0], u * 0.7)
    const [cx, cy, cr] = [ix + iw * 0.84, iy + ih * 0.55, ih * 0.17]
    a.circ(cx, cy, cr, 'none', { s: '#e6e9f2', sw: cr * 0.42 })
    for (const [k, [f, t]] of [
      [-90, 40],
      [40, 130],
      [130, 190],
    ].entries()) {
      const p = (q) => `${cx + Math.cos((q * Math.PI) / 180) * cr},${cy + Math.sin((q * Math.PI) / 180) * cr}`
      a.path(`M${p(f)}A${cr},${cr} 0 0 1 ${p(t)}`, 'none', { s: ink[k], sw: cr * 0.42, cap: 'butt' })
    }
    for (let i = 0; i < 3; i++) {
      a.circ(ix + iw * 0.75, iy + ih * (0.8 + i * 0.05), u * 0.7, ink[i])
      a.rect(ix + iw * 0.77, iy + ih * (0.79 + i * 0.05), iw * 0.12, ih * 0.02, '#c9cedb', { rx: 2 })
    }
  } else if (show === 'code') {
    for (let i = 0; i < 3; i++)
      a.circ(ix + iw * (0.03 + i * 0.025), iy + ih * 0.05, u * 0.8, ['#ff6f6f', '#ffcf5a', '#7fe0a8'][i])
    for (let i = 0; i < 15; i++) {
      let cx = ix + iw * (0.09 + [0, 1, 2, 2, 3, 2, 1, 1, 2, 3, 3, 2, 1, 0, 0][i] * 0.045)
      a.rect(ix + iw * 0.035, iy + ih * (0.12 + i * 0.056), iw * 0.02, ih * 0.02, '#4a5070', { rx: 2 })
      for (let k = r.int(1, 4); k > 0; k--) {
        const l = iw * r(0.04, 0.16)
        a.rect(cx, iy + ih * (0.12 + i * 0.056), l, ih * 0.026, r.pick([...ink, '#dfe3f5']), { rx: 3 })
        cx += l + iw * 0.014
      }
    }
    a.rect(ix + iw * 0.7, iy, iw * 0.3, ih, '#12141f', { o: 0.7 })
    for (let i = 0; i < 34; i++)
      a.rect(ix + iw * (0.73 + r(0, 0.05)), iy + ih * (0.08 + i * 0.025), iw * r(0.04, 0.18), ih * 0.01, r.pick(ink), {
        o: 0.7,
      })
  } else {
    const tones = [
      ['#ffd9b0', '#ff9a7a'],
      ['#bfe6f0', '#5aa7c0'],
      ['#d9d0ff', '#8f7ad8'],
      ['#d6f0c8', '#69b47a'],
    ]
    for (let i = 0; i < 4; i++) {
      const [px, py, pw, ph] = [
        ix + iw * (0.02 + (i % 2) * 0.49),
        iy + ih * (0.03 + Math.floor(i / 2) * 0.46),
        iw * 0.47,
        ih * 0.43,
      ]
      const d = `M${px},${py}h${pw}v${ph}h${-pw}Z`
      a.rect(px, py, pw, ph, a.lin(tones[i]), { rx: u })
      a.group({ clip: a.clip(d) }, () => {
        const [hx, hy, k] = [px + pw / 2, py + ph * 0.48, ph * 0.2]
        a.path(
          `M${hx - k * 2},${py + ph + 5}Q${hx - k * 1.8},${hy + k * 1.2} ${hx},${hy + k * 1.1}Q${hx + k * 1.8},${hy + k * 1.2} ${hx + k * 2},${py + ph + 5}Z`,
          ['#22305f', '#f4efe6', '#e8574f', '#ffcf5a'][i],
        )
        a.circ(hx, hy - k * 0.1, k * 1.16, '#2a1d22')
        if (i % 2) a.rect(hx - k * 1.16, hy, k * 2.32, k * 1.3, '#2a1d22', { rx: k * 0.4 })
        a.ell(hx, hy + k * 0.1, k * 0.85, k * 0.98, '#f7d3b5')
        for (const s of [-1, 1]) a.circ(hx + s * k * 0.33, hy + k * 0.12, k * 0.09, '#2a1d22')
        a.line(
          `M${hx - k * 0.25},${hy + k * 0.48}Q${hx},${hy + k * 0.68} ${hx + k * 0.25},${hy + k * 0.48}`,
          '#c9574a',
          k * 0.1,
        )
        a.path(
          `M${hx - k * 0.9},${hy - k * 0.1}Q${hx - k * 0.2},${hy - k * 0.3} ${hx},${hy - k * 0.9}Q${hx + k * 0.3},${hy - k * 0.4} ${hx + k * 0.9},${hy - k * 0.1}Q${hx + k * 0.9},${hy - k * 1.2} ${hx},${hy - k * 1.2}Q${hx - k * 0.9},${hy - k * 1.2} ${hx - k * 0.9},${hy - k * 0.1}Z`,
          '#2a1d22',
        )
      })
    }
    for (let i = 0; i < 3; i++)
      a.circ(ix + iw * (0.45 + i * 0.05), iy + ih * 0.95, u * 1.6, ['#5b5e66', '#e11d48', '#5b5e66'][i])
  }
  a.poly(
    [
      [ix + iw * 0.5, iy],
      [ix + iw * 0.72, iy],
      [ix + iw * 0.44, iy + ih],
      [ix + iw * 0.22, iy + ih],
    ],
    '#ffffff',
    { o: 0.06 },
  )
  a.poly(
    [
      [x - u * 3, y + u * 3.2],
      [x, y],
      [x + sw, y],
      [x + sw + u * 3, y + u * 3.2],
    ],
    a.lin(['#d3d8e2', '#9aa1b0']),
  )
  a.rect(x - u * 3, y + u * 3.2, sw + u * 6, u * 1.5, '#7f8698', { rx: u * 0.7 })
  a.ell(w * 0.5, y + u * 6, sw * 0.62, u * 1.6, '#1a0f2a', { o: 0.35, f: a.blur(u * 0.6) })
  mug(a, w * 0.12, h * 0.9, u * 15, ink[0], { print: 'stripe' })
  plant(a, w * 0.9, h * 0.88, u * 40, { kind: 'snake', pot: '#f4efe6' })
  for (let i = 0; i < 3; i++)
    a.at(w * (0.3 + i * 0.16), h * 0.93, { rot: r(-12, 12) }, () => {
      a.rect(-u * 7, -u * 2.4, u * 14, u * 4.8, '#fffdf6', { f: a.drop(0, u * 0.4, u * 0.5) })
      a.rect(-u * 5.4, -u * 1, u * 8, u * 0.7, '#9aa1b0')
      a.rect(-u * 5.4, u * 0.5, u * 5, u * 0.7, '#9aa1b0')
    })
  a.vignette('#05061a', 0.35)
}
