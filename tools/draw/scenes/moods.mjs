/** Abstract moods: waves, paper-cut layers, overlapping discs, aurora, marbled gradients, geometric tiles. */
import { dark, light, mix, ramp } from '../lib/color.mjs'
import { catBack, person } from '../lib/figures.mjs'
import { ridge, ridgePath, stars, streaks } from '../lib/nature.mjs'
import { pine } from '../lib/plants.mjs'

/** Flowing bands with soft inner shade. */
export function waves(
  a,
  { colors = ['#1d2b64', '#3f5aa8', '#f08a8a', '#ffd3a0'], bands = 9, tilt = 0.25, amp = 13, sun },
) {
  const { w, h, u, r } = a
  a.fill(a.lin([colors.at(-1), light(colors.at(-1), 0.3)]))
  if (sun) {
    a.glow(w * 0.62, h * 0.24, u * 60, sun, 0.8)
    a.circ(w * 0.62, h * 0.24, u * 13, a.lin([light(sun, 0.4), sun]))
  }
  const ph = r(0, 6)
  for (let i = 0; i < bands; i++) {
    const t = i / (bands - 1)
    const c = ramp([...colors].reverse(), t)
    const y0 = h * (0.2 + t * 0.78)
    let d = `M-20,${h + 20}`
    for (let x = -20; x <= w + 30; x += 12) {
      const s = x / w
      d += `L${x},${(y0 + (s - 0.5) * h * tilt * (1 - t) + Math.sin(s * 5.2 + ph + i * 0.75) * u * amp * (0.5 + 0.5 * Math.sin(i + s * 2)) + Math.sin(s * 2.3 - i * 0.4) * u * amp * 0.6).toFixed(1)}`
    }
    d += `L${w + 30},${h + 20}Z`
    a.path(d, dark(c, 0.5), { f: a.blur(u * 1.6), o: 0.4, t: `translate(0 ${-u * 0.9})` })
    a.path(
      d,
      a.lin([
        [0, light(c, 0.22)],
        [0.18, c],
        [1, dark(c, 0.22)],
      ]),
    )
  }
}

/** Paper-cut depth: concentric ragged holes opening on a scene. */
export function papercut(
  a,
  { colors = ['#0f3057', '#17607a', '#3fa796', '#f2d38a', '#fff3d6'], scene = 'moon', layers = 6 },
) {
  const { w, h, u, r } = a
  const back = colors.at(-1)
  a.fill(a.lin([mix(back, colors.at(-2), 0.5), back]))
  if (scene === 'moon')
    a.circ(w * 0.52, h * 0.42, u * 15, a.lin([light(back, 0.6), light(back, 0.1)]), {
      f: a.drop(0, u, u * 2, colors[0], 0.3),
    })
  for (let i = 0; i < 4; i++) {
    const c = mix(colors.at(-2), colors[0], i * 0.2)
    a.group({ f: a.drop(0, -u * 0.8, u * 1.4, colors[0], 0.4) }, () =>
      ridge(a, h * (0.52 + i * 0.09), u * (9 - i), c, { rough: 3, span: 2 + i * 0.4 }),
    )
  }
  if (scene === 'cat') catBack(a, w * 0.5, h * 0.66, u * 22, colors[0])
  if (scene === 'pines')
    for (let i = 0; i < 9; i++)
      a.group({ f: a.drop(u * 0.5, u * 0.4, u * 0.6, colors[0], 0.4) }, () =>
        pine(a, w * (0.22 + i * 0.07), h * r(0.7, 0.8), u * r(10, 22), mix(colors[1], colors[2], r())),
      )
  if (scene === 'person')
    person(a, w * 0.52, h * 0.68, u * 19, { top: '#e8574f', bottom: colors[0], umbrella: '#f2b84b' })
  for (let i = layers - 1; i >= 0; i--) {
    const t = i / layers
    const c = ramp(colors.slice(0, -1), t)
    const k = 0.98 - t * 0.62
    const pts = 64
    const [p1, p2, p3] = [r(0, 6), r(0, 6), r(0, 6)]
    let d = `M-40,-40H${w + 40}V${h + 40}H-40Z`
    for (let j = 0; j <= pts; j++) {
      const q = (-j / pts) * Math.PI * 2
      const wob = 1 + 0.09 * Math.sin(q * 3 + p1) + 0.06 * Math.sin(q * 5 + p2) + 0.03 * Math.sin(q * 9 + p3)
      d += `${j ? 'L' : 'M'}${(w * 0.5 + Math.cos(q) * w * 0.52 * k * wob).toFixed(1)},${(h * 0.48 + Math.sin(q) * h * 0.5 * k * wob).toFixed(1)}`
    }
    a.path(`${d}Z`, a.lin([light(c, 0.1), c, dark(c, 0.12)], 60), {
      f: a.drop(0, u * 1.1, u * 1.6, dark(colors[0], 0.5), 0.55),
    })
  }
}

/** Overlapping translucent discs and arcs, poster-like. */
export function discs(
  a,
  { ground = '#f6ead8', colors = ['#e8574f', '#f2b84b', '#2f7f86', '#22305f'], style = 'arcs', n = 5 },
) {
  const { w, h, u, r } = a
  a.fill(a.lin([light(ground, 0.2), ground, dark(ground, 0.06)], 50))
  if (style === 'arcs') {
    const cols = w > h ? n + 1 : n
    const s = w / cols
    for (let j = 0; j * s < h; j++)
      for (let i = 0; i < cols; i++) {
        const [c1, c2, c3] = r.shuffle(colors)
        a.at(i * s + s / 2, j * s + s / 2, { rot: r.int(0, 3) * 90, clip: undefined }, () => {
          const q = s / 2
          a.rect(-q, -q, s + 0.5, s + 0.5, r.chance(0.35) ? ground : c1)
          const kind = r.int(0, 4)
          const sh = a.lin([light(c2, 0.12), dark(c2, 0.1)])
          if (kind === 0)
            for (const [k, c] of [
              [1, c2],
              [0.68, c3],
              [0.36, ground],
            ])
              a.path(`M${-q},${-q}H${-q + s * k}A${s * k},${s * k} 0 0 1 ${-q},${-q + s * k}Z`, c)
          else if (kind === 1) {
            a.path(`M${-q},${q}A${q},${q} 0 0 1 ${q},${q}Z`, sh)
            a.circ(0, -q * 0.35, q * 0.28, c3)
          } else if (kind === 2) {
            a.circ(0, 0, q * 0.8, sh)
            a.path(`M0,${-q * 0.8}A${q * 0.8},${q * 0.8} 0 0 1 0,${q * 0.8}Z`, c3)
          } else if (kind === 3)
            a.path(`M${-q},${-q}Q${q * 0.2},${-q * 0.2} ${q},${q}Q${-q * 0.2},${q * 0.2} ${-q},${-q}Z`, sh)
          else for (let k = 0; k < 4; k++) a.rect(-q, -q + (k * s) / 4, s, s / 8, c2)
        })
      }
  } else {
    for (let i = 0; i < 7; i++) {
      const c = colors[i % colors.length]
      a.circ(
        w * r(0.15, 0.85),
        h * r(0.15, 0.85),
        u * r(14, 36),
        a.lin(
          [
            [0, c, 0.95],
            [1, mix(c, '#ffffff', 0.4), 0.25],
          ],
          r(0, 360),
        ),
        { mix: 'multiply' },
      )
    }
    for (let i = 0; i < 5; i++)
      a.circ(w * r(0.1, 0.9), h * r(0.1, 0.9), u * r(3, 12), 'none', { s: r.pick(colors), sw: u * 0.7, o: 0.9 })
  }
}

/** Aurora curtains above a frozen lake. */
export function aurora(
  a,
  { sky = ['#040a20', '#0c2148', '#1d4a6a'], lights = ['#3df0b0', '#58d0ff', '#b07aff'], who = true },
) {
  const { w, h, u, r } = a
  const y = h * 0.7
  a.rect(0, 0, w, y + 5, a.lin(sky))
  stars(a, 260, y)
  for (let k = 0; k < 3; k++) {
    const c = lights[k % lights.length]
    const [p, f, base] = [r(0, 6), r(3, 5), y * (0.56 + k * 0.1)]
    a.group({ mix: 'screen', f: a.blur(u * 0.9) }, () => {
      const step = u * 1.4
      for (let x = -step; x < w + step; x += step) {
        const s = x / w
        const yy = base + Math.sin(s * f + p) * y * 0.16 + Math.sin(s * f * 2.3 + p) * y * 0.05 - s * y * 0.12
        const l = y * (0.34 + 0.16 * Math.sin(s * 17 + p)) * r(0.8, 1.15)
        a.rect(
          x,
          yy - l,
          step * 1.3,
          l,
          a.lin([
            [0, lights[(k + 1) % lights.length], 0],
            [0.6, c, 0.28],
            [0.93, light(c, 0.3), 0.75],
            [1, c, 0],
          ]),
        )
      }
    })
  }
  ridge(a, y - u * 7, u * 9, mix(sky[1], '#0a1330', 0.4), { rough: 5 })
  ridge(a, y - u * 2, u * 4, '#081028')
  a.rect(0, y, w, h - y, a.lin([mix(sky[2], lights[0], 0.35), sky[1], '#050a1c']))
  a.group({ mix: 'screen', o: 0.5 }, () => streaks(a, y, h, 26, lights, 0.9))
  for (let i = 0; i < 22; i++)
    pine(a, w * (i < 11 ? r(-0.03, 0.3) : r(0.7, 1.03)), y + u * r(1, 8), u * r(10, 26), '#07122a')
  if (who) person(a, w * 0.5, h * 0.9, u * 22, { top: '#e8574f', bottom: '#121a38', scarf: '#f2b84b', walk: 0.2 })
}

/** Soft marbled colour, one small figure for scale. */
export function marble(a, { colors = ['#ffb3a7', '#ff7f8f', '#7a5fd0', '#2a2f7a'], who = 'none', lines = true }) {
  const { w, h, u, r } = a
  a.fill(a.lin(colors, r(60, 120)))
  a.group({ f: a.blur(u * 8) }, () => {
    for (let i = 0; i < 12; i++)
      a.ell(r(0, w), r(0, h), u * r(14, 44), u * r(8, 26), r.pick(who === 'one' ? colors.slice(0, -1) : colors), {
        rot: r(0, 180),
        o: r(0.5, 0.95),
      })
  })
  if (lines)
    for (let i = 0; i < 26; i++) {
      const d = ridgePath(a, h * (0.1 + i * 0.035), u * 9, { rough: 2, span: 1.4 })
        .replace(/^M[^L]*/, `M-20,${h * (0.1 + i * 0.035)}`)
        .replace(/L[^L]*Z$/, '')
      a.line(d, '#ffffff', u * 0.22, { o: 0.16 })
    }
  if (who === 'one') {
    a.path(
      `M-9,${h * 0.86}Q${w * 0.5},${h * 0.78} ${w + 9},${h * 0.88}V${h + 9}H-9Z`,
      a.lin([dark(colors.at(-1), 0.2), dark(colors.at(-1), 0.6)]),
    )
    person(a, w * 0.5, h * 0.835, u * 18, { top: '#f4efe6', bottom: '#1a1a38', walk: 0.3 })
  }
}

/** Two hands-free hearts: floating lantern hearts rising from a hill. */
export function lanterns(a, { sky = ['#1a1140', '#4a2470', '#c0507a', '#ffb07a'], shape = 'lantern', n = 26 }) {
  const { w, h, u, r } = a
  a.fill(a.lin(sky))
  stars(a, 110, h * 0.5)
  streaks(a, h * 0.5, h * 0.85, 14, [sky.at(-1), sky[2]], 0.6)
  const list = Array.from({ length: n }, (_, i) => ({
    x: r(0.04, 0.96) * w,
    y: r(0.04, 0.82) * h,
    s: u * (1.4 + 6 * (i / n) ** 2.2) * r(0.8, 1.2),
  }))
  for (const { x, y, s } of list) {
    a.glow(x, y, s * 4, '#ffb35a', 0.6)
    if (shape === 'heart')
      a.path(
        `M${x},${y + s * 1.1}C${x - s * 2},${y - s * 0.3} ${x - s},${y - s * 1.5} ${x},${y - s * 0.5}C${x + s},${y - s * 1.5} ${x + s * 2},${y - s * 0.3} ${x},${y + s * 1.1}Z`,
        a.lin(['#ffd0c0', '#ff6f7f', '#d92f5a']),
      )
    else
      a.path(
        `M${x - s * 0.75},${y + s}L${x - s},${y - s * 0.7}Q${x},${y - s * 1.7} ${x + s},${y - s * 0.7}L${x + s * 0.75},${y + s}Z`,
        a.lin(['#ff9d4a', '#ffc46b', '#fff3c0']),
      )
  }
  ridge(a, h * 0.86, u * 7, a.lin([mix(sky[1], sky[2], 0.4), sky[0]]))
  ridge(a, h * 0.93, u * 4, dark(sky[0], 0.4))
  person(a, w * 0.44, h * 0.94, u * 17, { top: '#f2b84b', bottom: '#1a1438', arm: 'up', walk: 0.1 })
  person(a, w * 0.56, h * 0.945, u * 16, {
    top: '#f4efe6',
    bottom: '#7a3a6a',
    long: true,
    skirt: true,
    walk: 0.1,
    flip: true,
    arm: 'wave',
  })
}
