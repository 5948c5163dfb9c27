/** People seen from behind or as small figures, cats, and the bicycle every campus is full of. */
import { dark, light, mix } from './color.mjs'

const SKIN = '#f2c8a8'

/**
 * Figure standing at (x,y), h tall, seen from behind.
 * o: top, bottom, hair, skin, bag, long (hair), gown + cap, skirt, walk (stride), umbrella, arm ('up' | 'wave' | 'down').
 */
export function person(a, x, y, h, o = {}) {
  const { top = '#e8574f', bottom = '#2d3a5f', hair = '#2a1d22', skin = SKIN, walk = 0.5, arm = 'down' } = o
  const k = h / 100
  a.at(x, y, { k, kx: o.flip ? -k : k }, () => {
    const s = walk * 7
    if (o.shadow !== 0) a.ell(2, 0, 18, 3.2, '#140b24', { o: o.shadow ?? 0.28 })
    a.line(`M-4,-46L${-4 - s},-3`, dark(bottom, 0.2), 8.5)
    a.line(`M4,-46L${4 + s * 0.6},-3`, bottom, 8.5)
    for (const fx of [-4 - s, 4 + s * 0.6]) a.ell(fx + 1.5, -2, 5.6, 2.8, o.shoes ?? '#f4f1ee')
    if (o.skirt) a.path('M-9,-52L9,-52L16,-26Q0,-21 -16,-26Z', bottom)
    const body = o.gown
      ? 'M-11,-78Q0,-84 11,-78L19,-16Q0,-11 -19,-16Z'
      : 'M-12,-76Q0,-83 12,-76Q14,-60 12,-43Q0,-40 -12,-43Q-14,-60 -12,-76Z'
    const armL = {
      down: 'M-11,-74Q-17,-60 -14,-46',
      up: 'M-10,-75Q-20,-86 -18,-104',
      wave: 'M-11,-74Q-18,-62 -14,-48',
      hold: 'M-11,-74Q-17,-60 -14,-46',
    }[arm]
    const armR = {
      down: 'M11,-74Q17,-60 14,-46',
      up: 'M10,-75Q20,-86 18,-104',
      wave: 'M10,-75Q23,-84 21,-102',
      hold: 'M11,-74Q21,-64 24,-48',
    }[arm]
    for (const d of [armL, armR]) {
      a.line(d, o.gown ? dark(top, 0.1) : dark(top, 0.08), o.gown ? 8 : 6.4)
      const [ex, ey] = d.split(' ').pop().split(',')
      a.circ(+ex, +ey, 3.3, skin)
    }
    a.path(body, a.lin([light(top, 0.12), top, dark(top, 0.15)], 20))
    if (o.bag) {
      a.rect(-9, -74, 18, 25, a.lin([light(o.bag, 0.12), dark(o.bag, 0.12)]), { rx: 6 })
      a.rect(-6, -62, 12, 10, dark(o.bag, 0.2), { rx: 3 })
    }
    a.rect(-3.2, -85, 6.4, 7, skin, { rx: 2 })
    a.circ(0, -91, 9, hair)
    if (o.scarf) a.path('M-9,-82Q0,-76 9,-82L9,-76Q0,-71 -9,-76Z', o.scarf)
    if (o.long) a.path('M-9.4,-93Q-12,-74 -8,-69Q0,-66 8,-69Q12,-74 9.4,-93Z', hair)
    if (o.tail) a.path('M-3,-97Q14,-100 12,-80Q10,-76 8,-82Q8,-92 -3,-93Z', hair)
    if (o.bun) a.circ(0, -101, 4.6, hair)
    if (o.cap) {
      a.poly(
        [
          [-15, -100],
          [0, -105.5],
          [15, -100],
          [0, -94.5],
        ],
        '#221c38',
      )
      a.poly(
        [
          [-8, -97],
          [8, -97],
          [8, -92],
          [-8, -92],
        ],
        '#2f2748',
      )
      a.line('M0,-100Q11,-99 12,-91', '#ffc94a', 1.2)
    }
    if (o.hat) a.path('M-13,-95Q-9,-104 0,-104Q9,-104 13,-95Q0,-91 -13,-95Z', o.hat)
    if (o.umbrella) {
      a.line('M10,-56L6,-122', '#3a3247', 1.6)
      a.path(
        'M-34,-104Q-28,-134 6,-136Q40,-134 46,-102Q38,-108 33,-102Q20,-109 6,-103Q-8,-109 -20,-103Q-27,-109 -34,-104Z',
        a.lin([light(o.umbrella, 0.2), o.umbrella, dark(o.umbrella, 0.25)], 30),
      )
      for (const ux of [-20, 33]) a.line(`M6,-136Q${ux * 0.8},-128 ${ux},-102`, dark(o.umbrella, 0.25), 0.9, { o: 0.6 })
    }
  })
}

/** Seated figure from behind, seat at (x,y). */
export function sitter(a, x, y, h, { top = '#f2a65a', hair = '#2a1d22', long, bun, lean = 0 } = {}) {
  const k = h / 60
  a.at(x, y, { k, rot: lean }, () => {
    a.path(
      'M-17,2Q-21,-24 -12,-33Q0,-38 12,-33Q21,-24 17,2Q0,6 -17,2Z',
      a.lin([light(top, 0.14), top, dark(top, 0.25)], 25),
    )
    for (const s of [-1, 1]) a.line(`M${s * 12},-24Q${s * 13},-12 ${s * 11.5},0`, dark(top, 0.28), 1.2, { o: 0.6 })
    a.rect(-3.4, -41, 6.8, 8, SKIN, { rx: 2 })
    a.circ(0, -46, 8.6, hair)
    if (long) a.path('M-8.7,-47Q-10.5,-32 -7,-22Q0,-19 7,-22Q10.5,-32 8.7,-47Z', hair)
    a.line('M-4.6,-51Q-1,-54 3,-52.6', light(hair, 0.3), 1.3, { o: 0.7 })
    if (bun) a.circ(1, -55.5, 4.2, hair)
  })
}

/** Sitting cat, seen from behind; base at (x,y). */
export function catBack(a, x, y, h, fur = '#2b2533', { stripes, flip, tail = 1, patch } = {}) {
  const k = h / 100
  a.at(x, y, { k, kx: flip ? -k : k }, () => {
    a.line(tail > 0 ? 'M20,-6Q52,-2 50,-26Q49,-40 58,-42' : 'M18,-4Q26,30 12,44Q4,52 10,58', fur, 9)
    a.path('M-30,0Q-36,-36 -16,-60L16,-60Q36,-36 30,0Q0,5 -30,0Z', a.lin([light(fur, 0.14), fur, dark(fur, 0.3)], 30))
    a.path(
      'M-22,-70L-22,-98Q-12,-95 -7,-88Q0,-90 7,-88Q12,-95 22,-98L22,-70Q22,-52 0,-50Q-22,-52 -22,-70Z',
      a.lin([light(fur, 0.16), fur, dark(fur, 0.12)], 40),
    )
    if (patch) a.path('M4,-89Q12,-95 22,-98L22,-74Q12,-72 4,-89ZM-26,-14Q-32,-34 -18,-52Q-2,-40 -8,-16Z', patch)
    if (stripes)
      for (const t of [0, 1, 2])
        a.line(`M${-12 + t},${-46 + t * 13}Q0,${-40 + t * 13} ${12 - t},${-46 + t * 13}`, stripes, 4)
  })
}

/** Loaf cat facing the viewer; base at (x,y), w wide. */
export function catLoaf(a, x, y, w, fur = '#f0a04b', { belly = light(fur, 0.6), stripes, flip, sleepy = true } = {}) {
  const k = w / 100
  a.at(x, y, { k, kx: flip ? -k : k }, () => {
    a.path('M-50,0Q-54,-34 -22,-42Q14,-48 40,-36Q56,-24 50,0Z', a.lin([light(fur, 0.15), fur, dark(fur, 0.22)]))
    a.line('M48,-4Q20,4 6,-3', dark(fur, 0.15), 8)
    if (stripes)
      for (const t of [0, 1, 2, 3])
        a.line(`M${-2 + t * 13},${-43 + t * 2}Q${3 + t * 13},-32 ${t * 13},${-26 + t}`, stripes, 3.4)
    a.path(
      'M-46,-36L-46,-66Q-38,-62 -32,-55Q-24,-58 -16,-55Q-10,-62 -2,-66L-2,-36Q-2,-18 -24,-17Q-46,-18 -46,-36Z',
      a.lin([light(fur, 0.18), fur]),
    )
    a.path('M-43,-60Q-38,-57 -35,-52L-43,-48ZM-5,-60Q-10,-57 -13,-52L-5,-48Z', mix(fur, '#f7a8b0', 0.6))
    a.ell(-24, -26, 12, 8, belly)
    if (sleepy) for (const ex of [-35, -13]) a.line(`M${ex - 4},-37q4,4 8,0`, '#2a1d22', 2)
    else
      for (const ex of [-35, -13]) {
        a.ell(ex, -38, 4.4, 4.8, '#f6e27a')
        a.ell(ex, -38, 1.8, 4.4, '#201820')
      }
    a.path('M-27,-30h6l-3,3.4Z', '#e77e86')
    a.line('M-24,-27q-3,4 -6,2M-24,-27q3,4 6,2', '#2a1d22', 1.2)
    if (stripes) a.line('M-29,-54v6M-24,-55v7M-19,-54v6', stripes, 2.4)
    a.ell(-30, -2, 10, 5, belly)
  })
}

/** Bicycle standing at (x,y) between its wheels, w wide. */
export function bike(a, x, y, w, color = '#e8574f', { tyre = '#23222e', basket = true, flip } = {}) {
  const k = w / 100
  a.at(x, y, { k, kx: flip ? -k : k }, () => {
    a.ell(0, 0, 52, 3, '#140b24', { o: 0.28 })
    for (const wx of [-30, 30]) {
      a.circ(wx, -21, 20, 'none', { s: tyre, sw: 2.6 })
      a.circ(wx, -21, 18, 'none', { s: '#c9ced8', sw: 0.8 })
      for (let i = 0; i < 8; i++) {
        const t = (i * Math.PI) / 8
        a.line(
          `M${wx - 18 * Math.cos(t)},${-21 - 18 * Math.sin(t)}L${wx + 18 * Math.cos(t)},${-21 + 18 * Math.sin(t)}`,
          '#c9ced8',
          0.35,
          { o: 0.8 },
        )
      }
    }
    a.line('M-30,-21L-12,-50L20,-52L-2,-22L-12,-50M-30,-21L-2,-22L-14,-56M30,-21L19,-58', color, 2.8)
    a.line('M-19,-57Q-12,-60 -6,-57', '#2b2025', 4.5)
    a.line('M19,-58Q14,-64 8,-62M19,-58L24,-61', '#3c3a46', 2)
    a.line('M-2,-22m-5,3l10,-6', '#3c3a46', 1.6)
    a.circ(-2, -22, 4.4, 'none', { s: '#3c3a46', sw: 1.6 })
    if (basket) {
      a.path('M20,-60L40,-60L37,-45L23,-45Z', '#b98a57')
      for (let i = 0; i < 4; i++) a.line(`M${23 + i * 4.6},-60L${24.5 + i * 3.8},-45`, '#8d6338', 0.7)
      a.line('M21,-55h18M22,-50h16', '#8d6338', 0.7)
    }
    a.path('M-50,-30Q-44,-46 -26,-43', 'none', { s: color, sw: 1.8 })
  })
}
