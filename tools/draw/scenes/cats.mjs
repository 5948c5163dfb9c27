/** Cats on a garden wall at the chosen hour. */
import { dark, light, mix } from '../lib/color.mjs'
import { catBack, catLoaf } from '../lib/figures.mjs'
import { petals, ridge, stars, streaks } from '../lib/nature.mjs'
import { foliage } from '../lib/plants.mjs'

/** Cats on a wall at the chosen hour. */
export function catWall(
  a,
  {
    sky = ['#3f4fa8', '#c07ab8', '#ffb58a', '#ffe6b8'],
    brick = '#a8553f',
    cats = ['#2b2533', '#f0a04b', '#f4efe6'],
    moon = false,
    leaves = ['#4a1f3a', '#8a2f4a', '#d9574f', '#ffb06a'],
  },
) {
  const { w, h, u, r } = a
  const y = h * 0.64
  a.fill(a.lin(sky))
  if (moon) stars(a, 140, y)
  a.glow(w * 0.64, y * 0.5, u * 60, '#fff3cf', 0.9)
  a.circ(w * 0.64, y * 0.5, u * (moon ? 13 : 9), '#fff6d8')
  streaks(a, y * 0.3, y * 0.95, 16, [sky.at(-1), sky.at(-2)], 0.6)
  ridge(a, y - u * 4, u * 7, mix(sky[1], '#2a2050', 0.45))
  a.rect(0, y, w, h - y, a.lin([light(brick, 0.1), brick, dark(brick, 0.5)]))
  const [bw, bh] = [u * 12, u * 5]
  for (let j = 0; j * bh < h - y; j++)
    for (let i = -1; i * bw < w; i++)
      a.rect(
        i * bw + (j % 2) * bw * 0.5 + 2,
        y + j * bh + 2,
        bw - 4,
        bh - 4,
        mix(brick, r.chance(0.5) ? '#ffd0a0' : '#3a1a2a', r(0.02, 0.2)),
        { rx: 3, o: 0.7 },
      )
  a.rect(-9, y - u * 3, w + 20, u * 5, a.lin([light(brick, 0.5), light(brick, 0.1)]), {
    f: a.drop(0, u, u, '#1a0a18', 0.4),
  })
  const n = cats.length
  cats.forEach((c, i) => {
    const x = w * ((i + 0.5) / n) + r(-1, 1) * u * 3
    const s = Math.min(u * 40, (w / n) * 0.85)
    if (i % 3 === 1) catLoaf(a, x, y - u * 2.4, s * 0.95, c, { stripes: dark(c, 0.25), sleepy: r.chance(0.7) })
    else
      catBack(a, x, y - u * 2.4, s * 0.95, c, {
        tail: -1,
        flip: i % 2,
        stripes: i === 3 ? dark(c, 0.3) : undefined,
        patch: i === 2 ? '#f0a04b' : undefined,
      })
  })
  for (let i = 0; i < 5; i++)
    foliage(a, i < 3 ? r(-0.02, 0.2) * w : r(0.84, 1.02) * w, h * r(0.72, 1), u * r(10, 18), u * r(8, 16), leaves, {
      count: 120,
      size: 0.13,
    })
  foliage(a, w * 0.96, h * 0.03, u * 34, u * 14, leaves, { count: 200, size: 0.1 })
  petals(a, 30, leaves.slice(1), [0, 0, w, h], 0.9)
}
