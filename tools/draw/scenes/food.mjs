/** Meals from above, drinks from the side, cake, fruit, hot pot, the night stall. */
import { dark, light } from '../lib/color.mjs'
import { leaf } from '../lib/plants.mjs'

export const sh = (a, k = 1) => a.drop(a.u * 0.8 * k, a.u * 1.3 * k, a.u * 1.5 * k, '#1a0a18', 0.42)

function bowl(a, x, y, s, { rim = '#f4efe6', soup = '#d9823a', kind = 'ramen' }) {
  const { r } = a
  a.circ(x, y, s, a.lin([light(rim, 0.4), rim, dark(rim, 0.25)], 50), { f: sh(a) })
  a.circ(x, y, s * 0.93, dark(rim, 0.28))
  a.circ(x, y, s * 0.9, a.rad([light(soup, 0.18), soup, dark(soup, 0.3)], 0.42, 0.4, 0.65))
  const spot = (t, d) => [x + Math.cos(t) * s * d, y + Math.sin(t) * s * d]
  if (kind === 'ramen') {
    a.group(
      {
        clip: a.clip(
          `M${x - s * 0.86},${y}a${s * 0.86},${s * 0.86} 0 1 0 ${s * 1.72},0a${s * 0.86},${s * 0.86} 0 1 0 ${-s * 1.72},0Z`,
        ),
      },
      () => {
        for (let i = 0; i < 44; i++) {
          const [px, py] = spot(r(1.6, 5.4), r(0.1, 0.75))
          a.line(
            `M${px},${py}q${s * r(-0.3, 0.3)},${s * r(-0.3, 0.3)} ${s * r(-0.5, 0.5)},${s * r(-0.35, 0.35)}t${s * r(-0.3, 0.4)},${s * r(-0.3, 0.3)}`,
            r.pick(['#ffe6a8', '#f7d48a', '#ffefc4', '#eec06a']),
            s * 0.036,
          )
        }
      },
    )
    const [ex, ey] = spot(-0.6, 0.46)
    for (const [dx, dy] of [
      [0, 0],
      [0.26, 0.26],
    ]) {
      a.ell(ex + dx * s, ey + dy * s, s * 0.23, s * 0.19, '#fffdf4', { rot: 30, f: sh(a, 0.4) })
      a.circ(ex + dx * s, ey + dy * s, s * 0.11, a.rad(['#ffb02e', '#f28a1a']))
    }
    for (let i = 0; i < 3; i++) {
      const [mx, my] = spot(2.2 + i * 0.5, 0.55)
      a.ell(mx, my, s * 0.25, s * 0.2, a.rad(['#e8a08a', '#b5614a', '#8a3f30']), { rot: i * 30, f: sh(a, 0.4) })
    }
    a.group({ f: sh(a, 0.4) }, () => {
      a.at(...spot(4.2, 0.62), { rot: 15 }, () =>
        a.rect(-s * 0.16, -s * 0.3, s * 0.34, s * 0.5, a.lin(['#1f4a3a', '#0f2a24']), { rx: 3 }),
      )
    })
  } else if (kind === 'rice') {
    a.circ(x, y, s * 0.84, '#f3e9d8')
    const wedge = (t0, t1, c, n, dot) => {
      for (let i = 0; i < n; i++) {
        const [px, py] = spot(r(t0, t1), Math.sqrt(r(0.08, 0.62)))
        a.ell(px, py, s * dot * r(0.7, 1.3), s * dot * 0.6, r.pick(c), { rot: r(0, 180) })
      }
    }
    for (let i = 0; i < 130; i++) {
      const [px, py] = spot(r(0, 6.3), Math.sqrt(r(0, 0.66)))
      a.ell(px, py, s * 0.035, s * 0.015, r.pick(['#ffffff', '#fff8ea', '#e6d9c2']), { rot: r(0, 180) })
    }
    wedge(0.1, 1.3, ['#e8743a', '#f2954f', '#d95f2a'], 44, 0.07)
    wedge(1.5, 2.7, ['#4f9a4a', '#7fc05a', '#2f7a3f'], 50, 0.08)
    wedge(2.9, 4.1, ['#ffd84a', '#ffc02e', '#ffe98a'], 60, 0.055)
    wedge(4.3, 5.3, ['#8a3f2f', '#a8573f', '#6a2f24'], 40, 0.075)
    a.circ(x, y, s * 0.27, '#fffdf4', { f: sh(a, 0.4) })
    a.circ(x + s * 0.03, y, s * 0.13, a.rad(['#ffc24a', '#f59a1a'], 0.4, 0.4, 0.7))
  } else if (kind === 'green') {
    for (let i = 0; i < 22; i++) {
      const [px, py] = spot(r(0, 6.3), r(0, 0.5))
      leaf(a, px, py, s * r(0.3, 0.5), r(0, 360), r.pick(['#4f9a4a', '#7fc05a', '#2f7a3f', '#a8d06a']), 0.4)
    }
    for (let i = 0; i < 9; i++) {
      const [px, py] = spot(r(0, 6.3), r(0.1, 0.65))
      a.circ(px, py, s * 0.12, a.rad(['#ff8a7a', '#e03a3a'], 0.4, 0.35, 0.7), { f: sh(a, 0.3) })
    }
  } else if (kind === 'dumpling') {
    for (let i = 0; i < 9; i++) {
      const [px, py] = i < 7 ? spot(i * 0.9, 0.56) : spot(i * 2.6, 0.15)
      a.at(px, py, { rot: i * 51 + 90, f: sh(a, 0.4) }, () => {
        a.path(
          `M${-s * 0.24},${s * 0.04}Q0,${-s * 0.3} ${s * 0.24},${s * 0.04}Q0,${s * 0.2} ${-s * 0.24},${s * 0.04}Z`,
          a.lin(['#fffdf6', '#fbeed6', '#e3c79c']),
        )
        for (let k = -2; k < 3; k++)
          a.line(
            `M${k * s * 0.07},${-s * 0.07 + Math.abs(k) * s * 0.02}q${s * 0.02},${s * 0.06} 0,${s * 0.09}`,
            '#c9a877',
            s * 0.018,
          )
      })
    }
  } else {
    for (let i = 0; i < 26; i++) {
      const [px, py] = spot(r(0, 6.3), Math.sqrt(r(0, 0.6)))
      const c = r.pick(['#e03a4a', '#ffb02e', '#7fc05a', '#7a4aa8', '#ff8fa3'])
      a.circ(px, py, s * r(0.09, 0.15), a.rad([light(c, 0.35), c, dark(c, 0.2)], 0.38, 0.35, 0.7), { f: sh(a, 0.3) })
    }
  }
  if (kind !== 'fruit')
    for (let i = 0; i < 26; i++) {
      const [px, py] = spot(r(0, 6.3), r(0, 0.78))
      a.ell(px, py, s * 0.03, s * 0.018, r.pick(['#7fc05a', '#4f9a4a', '#e8574f', '#fff3d0']), { rot: r(0, 180) })
    }
  a.path(`M${x - s * 0.8},${y - s * 0.3}A${s * 0.86},${s * 0.86} 0 0 1 ${x - s * 0.1},${y - s * 0.84}`, 'none', {
    s: '#fff',
    sw: s * 0.03,
    o: 0.5,
  })
}

function chopsticks(a, x, y, l, rot, c = '#7a3f2a') {
  for (const d of [0, 5])
    a.at(x, y, { rot: rot + d, f: sh(a, 0.5) }, () =>
      a.path(`M0,${-l * 0.014}L${l},${-l * 0.007}V${l * 0.007}L0,${l * 0.014}Z`, a.lin([light(c, 0.2), dark(c, 0.2)])),
    )
}

/** Bowls on a table or tray from above. bowls: [x, y, size, kind, rim, soup]. */
export function meal(
  a,
  { ground = '#8a3f35', tray, bowls = [[0.5, 0.5, 36, 'ramen']], sticks = [0.78, 0.2, 62, 78], cloth, steam = true },
) {
  const { w, h, u, r } = a
  a.fill(a.lin([light(ground, 0.16), ground, dark(ground, 0.25)], 50))
  for (let x = 0; x < w; x += u * 15)
    a.rect(x, 0, u * 15 - 2, h, r.chance(0.5) ? light(ground, 0.06) : dark(ground, 0.08), { o: 0.6 })
  if (cloth)
    a.at(w * 0.5, h * 0.5, { rot: -12 }, () => {
      a.rect(-u * 44, -u * 60, u * 88, u * 120, cloth, { f: sh(a) })
      for (let i = -4; i <= 4; i++) a.rect(i * u * 10 - u, -u * 60, u * 2, u * 120, '#ffffff', { o: 0.25 })
    })
  if (tray) {
    a.rect(w * 0.06, h * 0.08, w * 0.88, h * 0.84, a.lin([light(tray, 0.2), tray, dark(tray, 0.15)], 50), {
      rx: u * 6,
      f: sh(a, 1.4),
    })
    a.rect(w * 0.085, h * 0.105, w * 0.83, h * 0.79, dark(tray, 0.06), { rx: u * 5 })
  }
  for (const [x, y, s, kind, rim, soup] of bowls)
    bowl(a, w * x, h * y, u * s, { kind, ...(rim && { rim }), ...(soup && { soup }) })
  if (sticks) chopsticks(a, w * sticks[0], h * sticks[1], u * sticks[2], sticks[3], tray ? '#d9b98a' : '#e3cfa4')
  if (steam)
    a.group({ f: a.blur(u * 1.8) }, () => {
      for (const [x, y, s] of bowls.slice(0, 2))
        for (let i = 0; i < 3; i++)
          a.line(
            `M${w * x + (i - 1) * u * s * 0.4},${h * y + u * 4}q${-u * 7},${-u * 10} 0,${-u * 19}t${u * 3},${-u * 18}`,
            '#fff',
            u * 2,
            { o: 0.26 },
          )
    })
  a.fill(
    a.lin(
      [
        [0, '#ffe6b0', 0.42],
        [0.55, '#ffe6b0', 0],
      ],
      40,
    ),
    { mix: 'screen' },
  )
  a.vignette('#1a0810', 0.42)
}
