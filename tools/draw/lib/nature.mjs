import { mix } from './color.mjs'
import { noise1d } from './rng.mjs'

export function stars(a, count, yMax, color = '#ffffff') {
  const { r } = a
  for (let i = 0; i < count; i++) {
    const big = r() ** 6
    const [x, y] = [r(0, a.w), r(0, yMax) * r(0.3, 1)]
    a.circ(x, y, 0.7 + big * 1.8, color, { o: r(0.35, 0.95) })
    if (big > 0.55) a.glow(x, y, a.u * 2.2, color, 0.5, null)
  }
}

/** A heap cloud: puffs merged into one outline, bright above, dissolving at its flat base. */
export function cloud(a, x, y, w, color, shade, o = 0.95) {
  const { r } = a
  const disc = (cx, cy, k) =>
    `M${(cx - k).toFixed(1)},${cy.toFixed(1)}a${k.toFixed(1)},${k.toFixed(1)} 0 1 1 ${(2 * k).toFixed(1)},0a${k.toFixed(1)},${k.toFixed(1)} 0 1 1 ${(-2 * k).toFixed(1)},0Z`
  const puffs = r.int(7, 10)
  const peak = r(0.35, 0.65)
  let d = ''
  for (let i = 0; i < puffs; i++) {
    const t = (i + 0.5) / puffs
    const k = w * (0.045 + 0.12 * Math.exp(-(((t - peak) * 2.6) ** 2)) * r(0.75, 1.15))
    d += disc(x + (t - 0.5) * w, y - k * r(0.55, 1.1), k)
  }
  a.path(
    d,
    a.lin([
      [0, color, 1],
      [0.45, mix(color, shade, 0.35), 0.95],
      [0.75, shade, 0.5],
      [1, shade, 0],
    ]),
    { o },
  )
}

export function cloudBand(a, y, spread, count, color, shade, size = 0.4, o = 0.9) {
  const { r } = a
  for (let i = 0; i < count; i++) {
    cloud(a, r(-0.05, 1.05) * a.w, y + r(-1, 1) * spread, a.w * size * r(0.5, 1.3), color, shade, o * r(0.6, 1))
  }
}

/** Long thin evening clouds. */
export function streaks(a, y0, y1, count, colors, o = 0.5) {
  const { r } = a
  for (let i = 0; i < count; i++) {
    const [x, y, w] = [r(-0.1, 1.1) * a.w, r(y0, y1), a.w * r(0.12, 0.5)]
    const h = a.u * r(0.5, 2.4)
    a.ell(
      x,
      y,
      w,
      h,
      a.rad([
        [0, r.pick(colors), 0.9],
        [1, r.pick(colors), 0],
      ]),
      { o: o * r(0.5, 1) },
    )
  }
}

export function ridgePath(a, y, amp, { rough = 4, span = 3, base = a.h } = {}) {
  const f = noise1d(a.r, rough)
  const off = a.r(0, 200)
  let d = `M-10,${base + 10}`
  for (let x = -10; x <= a.w + 16; x += 8) d += `L${x},${(y + f(off + (x / a.w) * span) * amp).toFixed(1)}`
  return `${d}L${a.w + 20},${base + 10}Z`
}

export function ridge(a, y, amp, fill, o) {
  return a.path(ridgePath(a, y, amp, o), fill)
}

/** Receding mountain layers with mist between them, far colour to near colour. */
export function ranges(a, y0, y1, count, far, near, { amp = 12, mist = far, rough = 5, span = 2.4 } = {}) {
  for (let i = 0; i < count; i++) {
    const t = i / Math.max(1, count - 1)
    const c = mix(far, near, t ** 1.1)
    const y = y0 + (y1 - y0) * t
    ridge(
      a,
      y,
      a.u * amp * (0.6 + t * 0.6),
      a.lin([
        [0, c],
        [0.5, mix(c, mist, 0.55 * (1 - t * 0.6))],
        [1, mix(c, mist, 0.75 * (1 - t * 0.5))],
      ]),
      { rough, span: span * (1 + t * 0.5) },
    )
  }
}

/** Water from y to the bottom with sparkling streaks around a light path at lx. */
export function water(a, y, stops, { lx = a.w / 2, glint = '#fff', count = 120, spread = 0.16, y1 = a.h } = {}) {
  const { r } = a
  a.rect(-5, y, a.w + 10, y1 - y + 5, a.lin(stops))
  for (let i = 0; i < count; i++) {
    const t = r() ** 1.4
    const near = r.chance(0.65)
    const x = near ? lx + r.bell() * a.w * spread * (0.4 + t) : r(0, a.w)
    a.ell(x, y + 3 + t * (y1 - y), a.u * r(1, 5) * (0.4 + t * 1.3), a.u * (0.14 + t * 0.3), glint, {
      o: (near ? 0.6 : 0.16) * r(0.4, 1),
    })
  }
}

export function rain(a, count, color = '#dfe9ff', slant = 0.18, o = 0.35) {
  const { r } = a
  for (let i = 0; i < count; i++) {
    const [x, y, l] = [r(-0.1, 1.1) * a.w, r(-0.05, 1) * a.h, a.u * r(2, 6)]
    a.line(`M${x.toFixed(0)},${y.toFixed(0)}l${(-l * slant).toFixed(1)},${l.toFixed(1)}`, color, r(0.8, 1.8), {
      o: o * r(0.4, 1),
    })
  }
}

export function snow(a, count, color = '#ffffff') {
  const { r } = a
  for (let i = 0; i < count; i++) {
    const d = r() ** 3
    a.circ(r(0, a.w), r(0, a.h), a.u * (0.2 + d * 1), color, { o: r(0.4, 0.95) * (1 - d * 0.5) })
  }
}

/** Loose petals or leaves drifting in the box [x0,y0,x1,y1]. */
export function petals(a, count, colors, [x0, y0, x1, y1] = [0, 0, a.w, a.h], size = 1, flat = 0.55) {
  const { r } = a
  for (let i = 0; i < count; i++) {
    const s = a.u * size * r(0.4, 1.1)
    a.ell(r(x0, x1), r(y0, y1), s, s * r(0.3, flat), r.pick(colors), { rot: r(0, 180), o: r(0.65, 1) })
  }
}

/** Slanting shafts of light. */
export function shafts(a, x, y, count, color, { len = a.h, spread = a.w * 0.6, slant = 0.4, o = 0.3 } = {}) {
  const { r } = a
  for (let i = 0; i < count; i++) {
    const [x0, w] = [x + (i / count) * spread, (spread / count) * r(0.35, 0.7)]
    a.poly(
      [
        [x0, y],
        [x0 + w, y],
        [x0 + w * 1.7 - slant * len, y + len],
        [x0 - w * 0.4 - slant * len, y + len],
      ],
      a.lin([
        [0, color, o],
        [1, color, 0],
      ]),
      { mix: 'screen' },
    )
  }
}
