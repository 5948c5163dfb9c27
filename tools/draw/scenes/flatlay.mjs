/** Tables from above: study, coffee, travel, lost-and-found, office, painting and graduation arrangements. */
import { dark, light, mix } from '../lib/color.mjs'
import { petals } from '../lib/nature.mjs'
import { sprig } from '../lib/plants.mjs'
import { ITEMS } from './flatlay-items.mjs'

function table(a, ground, kind) {
  const { w, h, u, r } = a
  a.fill(a.lin([light(ground, 0.14), ground, dark(ground, 0.12)], 55))
  if (kind === 'wood')
    for (let x = 0; x < w; x += u * 17) {
      a.rect(x, 0, u * 17, h, r.chance(0.5) ? light(ground, 0.08) : dark(ground, 0.07), { o: 0.6 })
      for (let i = 0; i < 9; i++)
        a.line(
          `M${x + r(1, 16) * u},${r(-0.2, 1) * h}q${r(-6, 6)},${h * 0.15} 0,${h * 0.35}`,
          dark(ground, 0.25),
          u * 0.18,
          { o: 0.35 },
        )
      a.rect(x - 1, 0, 2, h, dark(ground, 0.4), { o: 0.5 })
    }
  if (kind === 'grid')
    for (let i = 0; i < 40; i++) {
      a.rect(i * u * 7, 0, 1.4, h, light(ground, 0.5), { o: 0.35 })
      a.rect(0, i * u * 7, w, 1.4, light(ground, 0.5), { o: 0.35 })
    }
  if (kind === 'split')
    a.poly(
      [
        [0, h],
        [0, h * 0.62],
        [w, h * 0.3],
        [w, h],
      ],
      a.lin([dark(ground, 0.12), dark(ground, 0.25)]),
    )
  if (kind === 'check')
    for (let y = 0; y * u * 9 < h; y++)
      for (let x = 0; x * u * 9 < w; x++) {
        if (x % 2) a.rect(x * u * 9, y * u * 9, u * 9, u * 9, '#ffffff', { o: 0.16 })
        if (y % 2) a.rect(x * u * 9, y * u * 9, u * 9, u * 9, '#ffffff', { o: 0.16 })
      }
}

/** Window-cross or leaf shadows falling over everything, then warm light. */
function daylight(a, kind = 'leaf', tone = '#2a1030') {
  const { w, h, u, r } = a
  a.group({ o: 0.22, f: a.blur(u * 0.9), mix: 'multiply' }, () => {
    if (kind === 'leaf')
      for (let i = 0; i < 3; i++)
        sprig(a, w * (1.02 - i * 0.18), -u * 4, u * 75, 105 + i * 16 + r(-6, 6), tone, { pairs: 8, size: 0.2 })
    else
      for (const [x, y] of [
        [0.05, 0.02],
        [0.42, 0.02],
        [0.05, 0.5],
        [0.42, 0.5],
      ])
        a.at(w * x, h * y, { rot: 0 }, () =>
          a
            .raw(`<g transform="skewX(-18)">`)
            .rect(w * 0.3, -h * 0.04, w * 0.05, h * 0.5, tone)
            .rect(0, h * 0.43, w * 0.37, h * 0.04, tone)
            .raw('</g>'),
        )
  })
  a.fill(
    a.lin(
      [
        [0, '#fff2cf', 0.4],
        [0.5, '#fff2cf', 0],
      ],
      40,
    ),
    { mix: 'screen' },
  )
}

/** items: [kind, x, y, size, rotation, option]; positions in fractions, size in u (percent of the short side). */
export function flatlay(a, { ground = '#e9c9a8', surface = 'plain', items = [], light: sun = 'leaf', crumbs }) {
  table(a, ground, surface)
  for (const [kind, x, y, s, rot = 0, opt] of items) ITEMS[kind](a, a.w * x, a.h * y, a.u * s, rot, opt)
  if (crumbs) petals(a, 40, crumbs, undefined, 0.9)
  daylight(a, sun, mix(ground, '#2a1030', 0.8))
}
