/** Plants: foliage masses, trees, grass, single leaves and sprigs. */
import { dark, jitter, light, ramp } from './color.mjs'

/** A leafy mass made of many small blobs, shaded dark below to light above. */
export function foliage(a, cx, cy, rx, ry, colors, { count = 120, size = 0.16, lightX = -0.3 } = {}) {
  const { r } = a
  const blobs = []
  for (let i = 0; i < count; i++) {
    const [ang, d] = [r(0, Math.PI * 2), Math.sqrt(r())]
    blobs.push({ dx: Math.cos(ang) * d, dy: Math.sin(ang) * d, s: r(0.5, 1) * size, j: r(-0.14, 0.14) })
  }
  // Under-painting keeps gaps from showing; light blobs come last.
  a.ell(cx, cy, rx * 0.82, ry * 0.82, colors[0])
  const lum = (b) => 0.5 - b.dy * 0.45 + b.dx * lightX * 0.4 + b.j
  blobs.sort((p, q) => lum(p) - lum(q))
  for (const b of blobs) {
    a.ell(cx + b.dx * rx, cy + b.dy * ry, rx * b.s * 1.1, Math.min(rx, ry) * b.s, jitter(r, ramp(colors, lum(b)), 7), {
      rot: r(-30, 30),
    })
  }
}

/** Round broad-leaved tree standing at (x,y), h tall. */
export function tree(a, x, y, h, colors, { trunk = '#4a3328', count = 90, wide = 1, size = 0.2 } = {}) {
  const { r } = a
  const w = h * 0.05
  const lean = r(-0.03, 0.03) * h
  a.path(
    `M${x - w},${y}Q${x - w * 0.4},${y - h * 0.3} ${x + lean - w * 0.5},${y - h * 0.6}L${x + lean + w * 0.5},${y - h * 0.6}Q${x + w * 0.4},${y - h * 0.3} ${x + w},${y}Z`,
    a.lin([trunk, dark(trunk, 0.35)], 0),
  )
  for (const s of [-1, 1])
    a.line(
      `M${x},${y - h * 0.34}Q${x + s * h * 0.06},${y - h * 0.48} ${x + s * h * 0.2},${y - h * 0.6}`,
      trunk,
      w * 0.8,
    )
  const parts = [
    [-0.2, 0.56, 0.2],
    [0.22, 0.58, 0.2],
    [0, 0.74, 0.27],
    [-0.06, 0.58, 0.22],
  ]
  for (const [dx, dy, k] of parts)
    foliage(a, x + lean + dx * h * wide, y - dy * h, k * h * wide * r(0.9, 1.1), k * h * 0.82, colors, {
      count: count / 3,
      size: size * 1.3,
    })
}

export function pine(a, x, y, h, color, snowy) {
  const tiers = 5
  a.rect(x - h * 0.025, y - h * 0.14, h * 0.05, h * 0.14, dark(color, 0.5))
  for (let i = 0; i < tiers; i++) {
    const t = i / tiers
    const [w, top, base] = [h * 0.26 * (1 - t * 0.78), y - h * (0.34 + t * 0.66), y - h * (0.08 + t * 0.72)]
    a.path(
      `M${x},${top}Q${x + w * 0.35},${base - h * 0.1} ${x + w},${base}Q${x},${base + h * 0.05} ${x - w},${base}Q${x - w * 0.35},${base - h * 0.1} ${x},${top}Z`,
      a.lin([light(color, 0.1), color, dark(color, 0.35)], 0),
    )
    if (snowy)
      a.path(
        `M${x},${top}Q${x + w * 0.3},${base - h * 0.1} ${x + w * 0.8},${base - h * 0.02}Q${x + w * 0.2},${base - h * 0.07} ${x},${base - h * 0.03}Q${x - w * 0.3},${base - h * 0.08} ${x - w * 0.75},${base - h * 0.03}Q${x - w * 0.3},${base - h * 0.1} ${x},${top}Z`,
        snowy,
      )
  }
}

export function grass(a, y, count, colors, tall = 6) {
  const { r } = a
  for (let i = 0; i < count; i++) {
    const [x, h] = [r(-0.02, 1.02) * a.w, a.u * tall * r(0.4, 1)]
    const yy = y + r(0, a.u * 3)
    a.line(
      `M${x.toFixed(1)},${yy.toFixed(1)}q${(h * 0.1).toFixed(1)},${(-h * 0.6).toFixed(1)} ${(r(-0.4, 0.5) * h).toFixed(1)},${(-h).toFixed(1)}`,
      r.pick(colors),
      a.u * r(0.18, 0.42),
    )
  }
}

/** A leaf pointing along rot from (x,y), with its midrib. */
export function leaf(a, x, y, len, rot, color, wide = 0.36, rib = true) {
  a.at(x, y, { rot }, () => {
    a.path(
      `M0,0C${len * 0.25},${-len * wide} ${len * 0.75},${-len * wide} ${len},0C${len * 0.75},${len * wide} ${len * 0.25},${len * wide} 0,0Z`,
      a.lin([light(color, 0.14), color, dark(color, 0.22)]),
    )
    if (rib) a.line(`M0,0Q${len * 0.5},${-len * 0.03} ${len * 0.95},0`, light(color, 0.25), len * 0.018, { o: 0.7 })
  })
}

/** A curved sprig with paired leaves. */
export function sprig(a, x, y, len, rot, color, { pairs = 5, size = 0.26, wide = 0.3 } = {}) {
  a.at(x, y, { rot }, () => {
    a.line(`M0,0Q${len * 0.5},${-len * 0.12} ${len},0`, dark(color, 0.25), len * 0.016)
    for (let i = 1; i <= pairs; i++) {
      const t = i / (pairs + 0.4)
      const py = -0.24 * len * t * (1 - t)
      for (const s of [-1, 1])
        leaf(a, len * t, py, len * size * (1.1 - t * 0.5), s * a.r(38, 58), jitter(a.r, color, 10), wide, false)
    }
    leaf(a, len * 0.98, 0, len * size * 0.7, 0, color, wide, false)
  })
}
