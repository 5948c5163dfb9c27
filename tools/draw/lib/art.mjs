import { rng } from './rng.mjs'

const n = (v) => (typeof v === 'number' ? Math.round(v * 10) / 10 : v)

// o opacity, rot degrees about (cx,cy) or own origin, f filter, s stroke, sw width, mix blend mode, t raw transform.
function attrs(x = {}) {
  let out = ''
  if (x.o !== undefined) out += ` opacity="${Math.round(x.o * 1000) / 1000}"`
  if (x.rx !== undefined) out += ` rx="${n(x.rx)}"`
  if (x.f) out += ` filter="${x.f}"`
  if (x.s)
    out += ` stroke="${x.s}" stroke-width="${n(x.sw ?? 2)}" stroke-linecap="${x.cap ?? 'round'}" stroke-linejoin="round"`
  if (x.dash) out += ` stroke-dasharray="${x.dash}"`
  if (x.t) out += ` transform="${x.t}"`
  if (x.clip) out += ` clip-path="${x.clip}"`
  if (x.mix) out += ` style="mix-blend-mode:${x.mix}"`
  return out
}

export class Art {
  constructor(w, h, seed) {
    Object.assign(this, { w, h, u: Math.min(w, h) / 100, r: rng(seed), defs: [], out: [], ids: 0, blurs: {} })
  }

  #def(make) {
    const id = `d${this.ids++}`
    this.defs.push(make(id))
    return `url(#${id})`
  }
  #stops(list) {
    return list
      .map((s, i) => {
        const [at, c, o = 1] = Array.isArray(s) ? s : [i / Math.max(1, list.length - 1), s]
        return `<stop offset="${at}" stop-color="${c}" stop-opacity="${o}"/>`
      })
      .join('')
  }

  /** Linear gradient in the shape's own box; angle 90 runs downwards, 0 rightwards. */
  lin(stops, angle = 90) {
    const a = (angle * Math.PI) / 180
    const [x, y] = [Math.cos(a) / 2, Math.sin(a) / 2]
    return this.#def(
      (id) =>
        `<linearGradient id="${id}" x1="${0.5 - x}" y1="${0.5 - y}" x2="${0.5 + x}" y2="${0.5 + y}">${this.#stops(stops)}</linearGradient>`,
    )
  }
  rad(stops, cx = 0.5, cy = 0.5, r = 0.5) {
    return this.#def(
      (id) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${this.#stops(stops)}</radialGradient>`,
    )
  }
  // Filters are shared: one definition per set of numbers.
  #once(key, make) {
    this.blurs[key] = this.blurs[key] ?? this.#def(make)
    return this.blurs[key]
  }
  blur(sd) {
    return this.#once(
      sd,
      (id) =>
        `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${n(sd)}"/></filter>`,
    )
  }
  drop(dx, dy, sd, color = '#1a1030', o = 0.35) {
    return this.#once(
      [dx, dy, sd, color, o].join(),
      (id) =>
        `<filter id="${id}" x="-40%" y="-40%" width="180%" height="180%"><feDropShadow dx="${n(dx)}" dy="${n(dy)}" stdDeviation="${n(sd)}" flood-color="${color}" flood-opacity="${o}"/></filter>`,
    )
  }
  clip(d) {
    return this.#def((id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`)
  }

  raw(s) {
    this.out.push(s)
    return this
  }
  rect(x, y, w, h, fill, ex) {
    return this.raw(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}" fill="${fill}"${attrs(ex)}/>`,
    )
  }
  circ(x, y, r, fill, ex) {
    return this.raw(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(Math.max(0, r))}" fill="${fill}"${attrs(ex)}/>`)
  }
  ell(x, y, rx, ry, fill, ex = {}) {
    const t = ex.rot ? ` transform="rotate(${n(ex.rot)} ${n(x)} ${n(y)})"` : ''
    return this.raw(`<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${t}${attrs(ex)}/>`)
  }
  path(d, fill, ex) {
    return this.raw(`<path d="${d}" fill="${fill}"${attrs(ex)}/>`)
  }
  line(d, s, sw, ex = {}) {
    return this.path(d, 'none', { s, sw, ...ex })
  }
  poly(points, fill, ex) {
    return this.path(`M${points.map((p) => p.map(n).join(',')).join('L')}Z`, fill, ex)
  }
  group(ex, draw) {
    this.raw(`<g${attrs(ex)}>`)
    draw()
    return this.raw('</g>')
  }
  /** Draws in a local frame: origin at (x,y), turned, scaled. */
  at(x, y, { rot = 0, k = 1, kx = k, ...ex }, draw) {
    return this.group(
      { ...ex, t: `translate(${n(x)} ${n(y)}) rotate(${n(rot)}) scale(${+kx.toFixed(4)} ${+k.toFixed(4)})` },
      draw,
    )
  }

  fill(paint, ex) {
    return this.rect(0, 0, this.w, this.h, paint, ex)
  }
  /** Soft round light; screen blending brightens whatever lies beneath. */
  glow(x, y, r, color, o = 0.8, mode = 'screen') {
    const g = this.rad([
      [0, color, o],
      [0.25, color, o * 0.55],
      [0.6, color, o * 0.14],
      [1, color, 0],
    ])
    return this.circ(x, y, r, g, mode ? { mix: mode } : {})
  }
  vignette(color = '#0a0718', o = 0.4) {
    return this.fill(
      this.rad(
        [
          [0.55, color, 0],
          [1, color, o],
        ],
        0.5,
        0.5,
        0.75,
      ),
    )
  }
  svg() {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.w}" height="${this.h}" viewBox="0 0 ${this.w} ${this.h}"><defs>${this.defs.join('')}</defs>${this.out.join('')}</svg>`
  }
}
