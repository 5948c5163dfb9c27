/** Desk objects seen from above, resting in their own shadows. */

import { dark, light, mix } from './color.mjs'

const shade = (a, k = 1) => a.drop(a.u * 0.9 * k, a.u * 1.3 * k, a.u * 1.4 * k, '#1a0f2a', 0.38)

export function cupTop(a, x, y, s, { cup = '#fbf6ee', drink = '#7a4a2a', saucer = true, art = 'heart' } = {}) {
  a.at(x, y, { k: s / 20 }, () => {
    a.group({ f: a.drop(1.2, 1.8, 1.8, '#1a0f2a', 0.4) }, () => {
      if (saucer)
        a.circ(
          0,
          0,
          19,
          a.rad([
            [0.6, cup],
            [0.72, dark(cup, 0.1)],
            [0.76, cup],
            [1, light(cup, 0.3)],
          ]),
        )
      a.rect(10, -2.2, 12, 4.4, dark(cup, 0.06), { rx: 2.2 })
    })
    a.circ(0, 0, 12.6, a.lin([light(cup, 0.4), dark(cup, 0.12)], 50), { f: a.drop(0.8, 1, 0.9, '#1a0f2a', 0.4) })
    a.circ(0, 0, 10.8, a.rad([light(drink, 0.12), drink, dark(drink, 0.3)], 0.42, 0.4, 0.7))
    const foam = mix(drink, '#fff3dc', 0.78)
    if (art === 'heart') {
      a.path('M0,7C-11,0 -7,-8 0,-3.4C7,-8 11,0 0,7Z', foam)
      a.path('M0,4.4C-6,0 -4,-4.6 0,-1.6C4,-4.6 6,0 0,4.4Z', mix(drink, foam, 0.45))
    } else if (art === 'leaf') {
      for (let i = 0; i < 5; i++)
        a.line(`M${-6 + i},${-4 + i * 2.4}Q0,${1 + i * 1.6} ${6 - i},${-4 + i * 2.4}`, foam, 1.5)
      a.line('M0,-6V8', foam, 0.9)
    } else if (art === 'lemon') {
      a.circ(2, -1, 5.6, '#ffe27a')
      a.circ(2, -1, 4.6, '#fff3b0')
      for (let i = 0; i < 8; i++)
        a.at(2, -1, { rot: i * 45 }, () => a.path('M0.5,0.6L3.8,1.4Q4.4,0 3.8,-1.4L0.5,-0.2Z', '#ffd84a'))
    } else a.line('M-7,-4A8,8 0 0 1 3,-8', '#fff', 0.9, { o: 0.6 })
  })
}

/** Open book from above. */
export function openBook(a, x, y, w, rot = 0, { cover = '#22305f', paper = '#fff8ea', picture } = {}) {
  const h = w * 0.68
  a.at(x, y, { rot }, () => {
    a.rect(-w / 2 - w * 0.02, -h / 2 - w * 0.015, w * 1.04, h + w * 0.03, cover, { rx: w * 0.02, f: shade(a) })
    for (const s of [-1, 1]) {
      a.at(0, 0, { kx: s, k: 1 }, () => {
        a.path(
          `M0,${-h / 2 + w * 0.015}Q${w * 0.12},${-h / 2 - w * 0.02} ${w / 2},${-h / 2}V${h / 2}Q${w * 0.12},${h / 2 - w * 0.02} 0,${h / 2 + w * 0.012}Z`,
          a.lin(
            [
              [0, dark(paper, 0.28)],
              [0.14, paper],
              [1, dark(paper, 0.05)],
            ],
            0,
          ),
        )
        if (picture && s > 0) {
          a.rect(w * 0.07, -h * 0.4, w * 0.37, h * 0.42, picture, { rx: w * 0.01 })
          a.circ(w * 0.33, -h * 0.25, w * 0.05, '#fff3c0')
          a.path(
            `M${w * 0.07},${h * 0.02}V${-h * 0.1}L${w * 0.18},${-h * 0.24}L${w * 0.27},${-h * 0.08}L${w * 0.34},${-h * 0.16}L${w * 0.44},${-h * 0.02}V${h * 0.02}Z`,
            dark(picture, 0.4),
          )
        }
        for (let i = 0; i < 11; i++) {
          const ty = -h * 0.38 + i * h * 0.074
          if (picture && s > 0 && ty < h * 0.06) continue
          a.rect(w * 0.07, ty, w * (i % 4 === 3 ? 0.2 : 0.37), h * 0.018, '#8b8291', { o: 0.5, rx: 1 })
        }
      })
    }
  })
}

/** Notebook from above with spiral, lines, doodles. */
export function notebook(
  a,
  x,
  y,
  w,
  rot,
  { color = '#fffaf0', grid = true, h = w * 1.36, mark = '#e8574f', plan } = {},
) {
  a.at(x, y, { rot }, () => {
    a.rect(-w / 2, -h / 2, w, h, color, { rx: w * 0.03, f: shade(a) })
    const n = 12
    for (let i = 1; i < n; i++) if (grid) a.rect(-w * 0.4, -h / 2 + (h * i) / n, w * 0.82, 1, '#7f9fc0', { o: 0.4 })
    if (plan)
      for (let i = 1; i < 9; i++) {
        const yy = -h / 2 + (h * (i + 1)) / n
        a.rect(-w * 0.38, yy - h * 0.05, h * 0.035, h * 0.035, 'none', { s: '#5b5e66', sw: 1.4, rx: 2 })
        if (i < 5)
          a.line(`M${-w * 0.37},${yy - h * 0.034}l${h * 0.012},${h * 0.012}l${h * 0.026},${-h * 0.03}`, mark, 2.6)
        a.line(
          `M${-w * 0.28},${yy - h * 0.03}h${w * (0.3 + ((i * 0.37) % 0.3))}`,
          i === 3 ? mark : '#6a6f80',
          h * 0.008,
          { o: 0.75 },
        )
      }
    for (let i = 0; i < 14; i++) {
      const yy = -h * 0.46 + (i * h * 0.92) / 13
      a.circ(-w * 0.455, yy, w * 0.012, '#3a3440')
      a.line(`M${-w * 0.455},${yy}q${-w * 0.06},${-w * 0.02} ${-w * 0.06},${w * 0.012}`, '#a9adb8', w * 0.014)
    }
  })
}

export function pen(a, x, y, len, rot, color = '#22305f', pencil) {
  a.at(x, y, { rot, f: a.drop(a.u * 0.4, a.u * 0.7, a.u * 0.5, '#1a0f2a', 0.4) }, () => {
    const t = len * 0.045
    a.rect(0, -t, len * 0.84, t * 2, a.lin([light(color, 0.35), color, dark(color, 0.3)]), { rx: pencil ? 0 : t })
    a.path(`M${len * 0.84},${-t}L${len},0L${len * 0.84},${t}Z`, pencil ? '#f3d3a4' : '#cfd3dc')
    a.path(`M${len * 0.95},${-t * 0.3}L${len},0L${len * 0.95},${t * 0.3}Z`, dark(color, 0.4))
    if (pencil) a.rect(0, -t, len * 0.07, t * 2, '#f29aa0')
    else a.rect(len * 0.08, -t * 1.5, len * 0.2, t * 0.7, '#e3e6ee')
  })
}

/** Open laptop from above: screen is away from the viewer. */
export function laptopTop(a, x, y, w, rot, { body = '#cfd4de', keys = '#2b2f3c' } = {}) {
  const h = w * 0.66
  a.at(x, y, { rot }, () => {
    a.rect(-w / 2, -h / 2, w, h, a.lin([light(body, 0.3), body, dark(body, 0.1)], 60), {
      rx: w * 0.035,
      f: shade(a, 1.4),
    })
    a.rect(-w * 0.43, -h * 0.42, w * 0.86, h * 0.48, dark(body, 0.15), { rx: w * 0.015 })
    for (let j = 0; j < 5; j++)
      for (let i = 0; i < 14; i++)
        a.rect(-w * 0.42 + i * w * 0.0602, -h * 0.405 + j * h * 0.092, w * 0.052, h * 0.076, keys, { rx: w * 0.008 })
    a.rect(-w * 0.15, h * 0.12, w * 0.3, h * 0.3, light(body, 0.12), { rx: w * 0.015, s: dark(body, 0.1), sw: 1 })
  })
}

export function phoneTop(a, x, y, w, rot, screen = ['#5a5fc0', '#e88aa0'], icons = true) {
  const h = w * 2
  a.at(x, y, { rot }, () => {
    a.rect(-w / 2, -h / 2, w, h, '#1b1b24', { rx: w * 0.14, f: shade(a) })
    a.rect(-w * 0.45, -h * 0.475, w * 0.9, h * 0.95, a.lin(screen), { rx: w * 0.1 })
    if (icons)
      for (let i = 0; i < 12; i++)
        a.rect(
          -w * 0.34 + (i % 3) * w * 0.25,
          -h * 0.1 + Math.floor(i / 3) * w * 0.25,
          w * 0.17,
          w * 0.17,
          a.r.pick(['#fff', '#ffd98a', '#9be0d0', '#ff9a8a']),
          { rx: w * 0.04, o: 0.9 },
        )
    a.rect(-w * 0.12, -h * 0.455, w * 0.24, w * 0.06, '#1b1b24', { rx: w * 0.03 })
  })
}
