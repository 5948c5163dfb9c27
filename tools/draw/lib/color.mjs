/** Colour arithmetic on #rrggbb strings. */

const parts = (c) => {
  const h = c.length === 4 ? [...c.slice(1)].map((x) => x + x).join('') : c.slice(1, 7)
  return [0, 2, 4].map((i) => parseInt(h.slice(i, i + 2), 16))
}

const hex = (rgb) =>
  '#' +
  rgb
    .map((v) =>
      Math.round(Math.max(0, Math.min(255, v)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')

export const mix = (a, b, t) => {
  const [p, q] = [parts(a), parts(b)]
  return hex(p.map((v, i) => v + (q[i] - v) * t))
}

export const light = (c, t) => mix(c, '#ffffff', t)

export const dark = (c, t) => mix(c, '#0c0a20', t)

export const jitter = (r, c, amount = 14) => {
  const d = r(-amount, amount)
  return hex(parts(c).map((v) => v + d + r(-amount, amount) * 0.4))
}

/** Colour at t (0..1) along a list of colours. */
export const ramp = (list, t) => {
  const p = Math.max(0, Math.min(0.9999, t)) * (list.length - 1)
  return mix(list[Math.floor(p)], list[Math.floor(p) + 1], p % 1)
}

export const hsl = (h, s, l) => {
  const f = (n) => {
    const k = (n + h / 30) % 12
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return hex([f(0), f(8), f(4)])
}
