import { dark, light, mix } from './color.mjs'
import { leaf, sprig } from './plants.mjs'

/** Mug from the side, rim up, steam if hot; (x,y) is the middle of its base, s its height. */
export function mug(a, x, y, s, color = '#e8574f', { steam = true, print } = {}) {
  a.at(x, y, { k: s / 50 }, () => {
    a.ell(4, 0, 30, 4, '#1a0f2a', { o: 0.28 })
    a.line('M20,-38Q40,-38 38,-24Q36,-12 18,-12', dark(color, 0.12), 6)
    a.path('M-22,-46L22,-46L19,-4Q18,0 13,0H-13Q-18,0 -19,-4Z', a.lin([light(color, 0.25), color, dark(color, 0.3)], 0))
    a.ell(0, -46, 22, 4.6, light(color, 0.35))
    a.ell(0, -46, 19.5, 3.6, '#4a2a1c')
    if (print === 'heart') a.path('M0,-14C-13,-22 -9,-33 0,-27C9,-33 13,-22 0,-14Z', light(color, 0.75))
    if (print === 'stripe') for (const t of [-32, -22, -12]) a.rect(-20.5, t, 41, 3, light(color, 0.6))
    if (steam) for (const dx of [-8, 5]) a.line(`M${dx},-54q-7,-10 0,-19t0,-20`, '#fff', 3, { o: 0.4, f: a.blur(1.6) })
  })
}

/** Books lying flat in a pile; returns the height of the pile's top. */
export function bookPile(a, x, y, w, colors, thick = a.u * 4) {
  let top = y
  for (const [i, c] of colors.entries()) {
    const [bw, t] = [w * a.r(0.8, 1), thick * a.r(0.8, 1.25)]
    const bx = x - bw / 2 + a.r(-0.06, 0.06) * w
    a.rect(bx + bw * 0.03, top - t * 0.86, bw * 0.95, t * 0.72, a.lin(['#fff9ec', '#e3d5bd']))
    for (let k = 1; k < 4; k++)
      a.rect(bx + bw * 0.04, top - t * (0.14 + k * 0.18), bw * 0.93, 0.8, '#b9a98e', { o: 0.6 })
    a.path(
      `M${bx + bw},${top - t}H${bx + t * 0.4}Q${bx},${top - t / 2} ${bx + t * 0.4},${top}H${bx + bw}v${-t * 0.14}H${bx + t * 0.5}Q${bx + t * 0.24},${top - t / 2} ${bx + t * 0.5},${top - t * 0.86}H${bx + bw}Z`,
      a.lin([light(c, 0.2), c, dark(c, 0.25)], 0),
    )
    a.rect(bx + bw * 0.02, top - t * 0.98, t * 0.6, t * 0.96, a.lin([light(c, 0.1), dark(c, 0.2)]), { rx: t * 0.3 })
    if (i % 2) a.rect(bx + bw * 0.6, top - t, bw * 0.04, t * 1.5, '#e8c36a')
    top -= t
  }
  return top
}

/** Standing books on a shelf from x0 to x1 with base y. */
export function bookRow(a, x0, x1, y, h, colors, { leanChance = 0.1, gapChance = 0.05 } = {}) {
  const { r } = a
  for (let x = x0; x < x1; ) {
    const w = h * r(0.09, 0.2)
    if (x + w > x1) break
    if (r.chance(gapChance)) {
      x += w * 1.5
      continue
    }
    const bh = h * r(0.66, 0.97)
    const c = r.pick(colors)
    const tilt = r.chance(leanChance) ? r(4, 9) : 0
    a.at(x, y, { rot: tilt }, () => {
      a.rect(0, -bh, w, bh, a.lin([light(c, 0.16), c, dark(c, 0.3)], 0), { rx: w * 0.08 })
      const style = r.int(0, 3)
      if (style < 2)
        for (const k of [0.1, 0.82]) a.rect(0, -bh + bh * k, w, bh * 0.035, mix(c, '#ffe6a8', 0.7), { o: 0.85 })
      if (style === 2) a.rect(w * 0.22, -bh * 0.86, w * 0.56, bh * 0.3, light(c, 0.55), { rx: 1, o: 0.9 })
      if (style === 3) a.rect(w * 0.35, -bh * 0.8, w * 0.3, bh * 0.5, dark(c, 0.3), { o: 0.6 })
    })
    x += w + (tilt ? h * 0.09 : 1)
  }
}

/** Potted plant; kinds: 'broad', 'sprig', 'cactus', 'snake'. (x,y) is the middle of the pot's base. */
export function plant(a, x, y, s, { pot = '#c96f4a', green = '#3f8f5f', kind = 'broad' } = {}) {
  const { r } = a
  const pw = s * 0.3
  const py = y - s * 0.3
  a.ell(x + pw * 0.2, y, pw * 0.9, s * 0.025, '#1a0f2a', { o: 0.3 })
  if (kind === 'broad')
    for (let i = 0; i < 9; i++) {
      const t = -90 + (i - 4) * 21 + r(-6, 6)
      const l = s * r(0.3, 0.48)
      const [ex, ey] = [x + Math.cos((t * Math.PI) / 180) * l * 0.6, py + Math.sin((t * Math.PI) / 180) * l * 0.75]
      a.line(`M${x},${py}Q${x},${(py + ey) / 2} ${ex},${ey}`, dark(green, 0.3), s * 0.012)
      leaf(a, ex, ey, l * 0.78, t + r(-12, 12), mix(green, i % 2 ? '#bfe07a' : '#0f4a3a', r(0, 0.45)), 0.4)
    }
  if (kind === 'sprig')
    for (let i = 0; i < 6; i++)
      sprig(a, x, py, s * r(0.45, 0.65), -90 + (i - 2.5) * 22 + r(-5, 5), mix(green, '#bfe07a', r(0, 0.4)), {
        pairs: 6,
        size: 0.2,
      })
  if (kind === 'snake')
    for (let i = 0; i < 7; i++) {
      const t = -90 + (i - 3) * 9 + r(-3, 3)
      leaf(
        a,
        x + (i - 3) * pw * 0.13,
        py + s * 0.03,
        s * r(0.42, 0.66),
        t,
        mix(green, i % 2 ? '#d7e07a' : '#123f3a', 0.25),
        0.13,
      )
    }
  if (kind === 'cactus') {
    a.rect(x - pw * 0.32, py - s * 0.45, pw * 0.64, s * 0.5, a.lin([light(green, 0.25), green, dark(green, 0.3)], 0), {
      rx: pw * 0.32,
    })
    a.line(
      `M${x + pw * 0.3},${py - s * 0.15}h${pw * 0.36}v${-s * 0.14}`,
      a.lin([light(green, 0.2), dark(green, 0.15)], 0),
      pw * 0.28,
    )
    for (let i = 0; i < 18; i++) a.circ(x + r(-0.26, 0.26) * pw, py - r(0, 0.42) * s, s * 0.008, '#fff6d0')
    a.circ(x, py - s * 0.46, s * 0.05, '#ff8fa3')
  }
  a.path(
    `M${x - pw / 2},${py}H${x + pw / 2}L${x + pw * 0.36},${y}H${x - pw * 0.36}Z`,
    a.lin([light(pot, 0.25), pot, dark(pot, 0.3)], 0),
  )
  a.rect(x - pw * 0.56, py - s * 0.015, pw * 1.12, s * 0.065, a.lin([light(pot, 0.3), pot, dark(pot, 0.25)], 0), {
    rx: s * 0.012,
  })
}

/** Desk lamp with a cone of light; base at (x,y), dir -1 leans left. */
export function deskLamp(a, x, y, s, { color = '#2f7f6a', dir = -1, cone = '#ffdf9a', on = true, reach = 0.9 } = {}) {
  const [jx, jy] = [x - dir * s * 0.12, y - s * 0.55]
  const [hx, hy] = [x + dir * s * 0.3, y - s * 0.92]
  if (on)
    a.poly(
      [
        [hx - s * 0.13, hy + s * 0.1],
        [hx + s * 0.13, hy + s * 0.1],
        [hx + s * reach * 0.55, y + s * 0.06],
        [hx - s * reach * 0.55, y + s * 0.06],
      ],
      a.lin([
        [0, cone, 0.75],
        [1, cone, 0.05],
      ]),
      { mix: 'screen', f: a.blur(s * 0.012) },
    )
  a.line(`M${x},${y - s * 0.04}L${jx},${jy}L${hx},${hy}`, a.lin([light(color, 0.3), dark(color, 0.2)], 0), s * 0.032)
  a.circ(jx, jy, s * 0.035, dark(color, 0.3))
  a.path(
    `M${x - s * 0.18},${y}Q${x - s * 0.16},${y - s * 0.06} ${x},${y - s * 0.06}Q${x + s * 0.16},${y - s * 0.06} ${x + s * 0.18},${y}Z`,
    a.lin([light(color, 0.2), dark(color, 0.25)]),
  )
  a.at(hx, hy, { rot: dir * -14 }, () => {
    a.ell(0, s * 0.11, s * 0.15, s * 0.035, on ? '#fff6d6' : dark(color, 0.4))
    a.path(
      `M${-s * 0.05},${-s * 0.06}Q0,${-s * 0.1} ${s * 0.05},${-s * 0.06}L${s * 0.16},${s * 0.11}Q0,${s * 0.14} ${-s * 0.16},${s * 0.11}Z`,
      a.lin([light(color, 0.25), color, dark(color, 0.25)], 20),
    )
  })
  if (on) a.glow(hx, hy + s * 0.14, s * 0.5, cone, 0.8)
}
