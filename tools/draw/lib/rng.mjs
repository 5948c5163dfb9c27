/** Seeded random numbers (mulberry32) and one-dimensional noise: the same seed always draws the same picture. */

export function rng(seed) {
  let s = 2166136261
  for (const c of String(seed)) s = Math.imul(s ^ c.codePointAt(0), 16777619)
  const next = () => {
    s = (s + 0x6d2b79f5) | 0
    let t = Math.imul(s ^ (s >>> 15), 1 | s)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const r = (a = 0, b = 1) => a + (b - a) * next()
  r.int = (a, b) => Math.floor(r(a, b + 1))
  r.pick = (list) => list[Math.floor(next() * list.length)]
  r.chance = (p) => next() < p
  // Bell-shaped, roughly -1..1.
  r.bell = () => next() + next() + next() - 1.5
  r.shuffle = (list) => {
    const out = [...list]
    for (let i = out.length - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1))
      ;[out[i], out[j]] = [out[j], out[i]]
    }
    return out
  }
  return r
}

/** Smooth noise along a line, about -1..1; more octaves give a rougher line. */
export function noise1d(r, octaves = 4) {
  const layers = Array.from({ length: octaves }, (_, k) => ({
    values: Array.from({ length: 257 }, () => r(-1, 1)),
    f: 2 ** k,
    amp: 0.5 ** k,
  }))
  return (x) => {
    let sum = 0
    for (const { values, f, amp } of layers) {
      const p = Math.abs(x * f) % 256
      const i = Math.floor(p)
      const t = p - i
      const e = t * t * (3 - 2 * t)
      sum += amp * (values[i] * (1 - e) + values[i + 1] * e)
    }
    return sum
  }
}
