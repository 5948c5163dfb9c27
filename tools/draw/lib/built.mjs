import { dark, light, mix } from './color.mjs'

/** Windows in a grid; `lit` is the share that glows, in one of `warm`. */
export function windows(
  a,
  x,
  y,
  w,
  h,
  cols,
  rows,
  { lit = 0.5, warm = ['#ffd98a', '#ffc46b', '#fff0c4'], off = '#2b3358', gap = 0.34, tall = 1, frame } = {},
) {
  const { r } = a
  const [cw, ch] = [w / cols, h / rows]
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < cols; i++) {
      const [ww, wh] = [cw * (1 - gap), ch * (1 - gap) * tall]
      const [wx, wy] = [x + i * cw + (cw - ww) / 2, y + j * ch + (ch - wh) / 2]
      const on = r.chance(lit)
      const c = on ? r.pick(warm) : off
      a.rect(wx, wy, ww, wh, on ? a.lin([light(c, 0.25), c, mix(c, '#e07a3f', 0.35)]) : c, { rx: ww * 0.04 })
      if (frame && ww > 9) {
        a.rect(wx + ww / 2 - ww * 0.03, wy, ww * 0.06, wh, frame)
        a.rect(wx, wy + wh * 0.42, ww, wh * 0.05, frame)
        // A curtain or somebody at the window, now and then.
        if (on && r.chance(0.35)) a.rect(wx, wy, ww * r(0.2, 0.4), wh, dark(c, 0.15), { o: 0.5 })
        if (on && r.chance(0.14))
          a.path(
            `M${wx + ww * 0.55},${wy + wh}v${-wh * 0.25}q${ww * 0.16},${-wh * 0.2} ${ww * 0.32},0v${wh * 0.25}Z`,
            dark(c, 0.65),
          )
        if (on && frame && ww > 18 && r.chance(0.14)) a.circ(wx + ww * 0.71, wy + wh * 0.58, ww * 0.1, dark(c, 0.65))
      }
    }
  }
}

/** A slab building standing at (x,y): wall with a lit and a shaded side, cornice, storeys of windows. */
export function block(a, x, y, w, h, wall, { cols = 6, rows = 4, side = 0.16, roof, ...win } = {}) {
  const s = w * side
  a.poly(
    [
      [x + w, y],
      [x + w + s, y - s * 0.22],
      [x + w + s, y - h + s * 0.3],
      [x + w, y - h],
    ],
    a.lin([dark(wall, 0.4), dark(wall, 0.55)]),
  )
  a.rect(x, y - h, w, h, a.lin([light(wall, 0.06), wall, dark(wall, 0.18)]))
  const top = Math.min(h * 0.06, a.u * 2)
  a.rect(x - w * 0.012, y - h - top * 0.6, w * 1.024, top, roof ?? light(wall, 0.18))
  for (let j = 1; j < rows; j++) a.rect(x, y - h + (h * j) / rows - 1, w, 2, dark(wall, 0.25), { o: 0.45 })
  windows(a, x + w * 0.03, y - h * 0.97, w * 0.94, h * 0.94, cols, rows, win)
}

/** A row of far-off towers as one silhouette, optionally with pin-prick lights. */
export function skyline(a, y, hMin, hMax, fill, { lights, step = 7, lit = 0.3, spires = 0.2 } = {}) {
  const { r } = a
  for (let x = -a.u * 4; x < a.w + a.u * 4; ) {
    const w = a.u * step * r(0.6, 1.5)
    const h = a.u * r(hMin, hMax)
    a.rect(x, y - h, w, h + a.u * 2, fill)
    const top = r()
    if (top < spires) a.rect(x + w * 0.48, y - h - a.u * r(3, 8), a.u * 0.5, a.u * 8, fill)
    else if (top < 0.45) a.rect(x + w * 0.2, y - h - a.u * 1.8, w * 0.55, a.u * 2.5, fill)
    else if (top < 0.58)
      a.poly(
        [
          [x, y - h + 1],
          [x + w, y - h - a.u * 4],
          [x + w, y - h + 2],
        ],
        fill,
      )
    if (lights) {
      const g = a.u * 1.35
      for (let yy = y - h + g; yy < y - g; yy += g * 1.25)
        for (let xx = x + g * 0.7; xx < x + w - g * 0.9; xx += g)
          if (r.chance(lit)) a.rect(xx, yy, g * 0.5, g * 0.62, r.pick(lights), { o: r(0.5, 1) })
    }
    x += w + (r.chance(0.3) ? a.u * r(0, 1.5) : -1)
  }
}

export function lamp(a, x, y, h, { post = '#20203a', glow = '#ffdf9a', on = true } = {}) {
  a.line(`M${x},${y}V${y - h * 0.9}`, post, h * 0.022)
  a.line(`M${x},${y}V${y - h * 0.12}`, post, h * 0.045)
  a.path(
    `M${x - h * 0.04},${y - h * 0.9}L${x - h * 0.055},${y - h}L${x + h * 0.055},${y - h}L${x + h * 0.04},${y - h * 0.9}Z`,
    on ? light(glow, 0.5) : '#cfd6e6',
  )
  a.path(`M${x - h * 0.075},${y - h}L${x},${y - h * 1.05}L${x + h * 0.075},${y - h}Z`, post)
  if (on) {
    a.glow(x, y - h * 0.95, h * 0.55, glow, 0.75)
    a.ell(
      x,
      y,
      h * 0.5,
      h * 0.07,
      a.rad([
        [0, glow, 0.5],
        [1, glow, 0],
      ]),
    )
  }
}

/** Fairy lights sagging between two points. */
export function bulbs(a, x0, y0, x1, y1, sag, count, colors, size = 1) {
  const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2 + sag * 2]
  a.line(`M${x0},${y0}Q${mx},${my} ${x1},${y1}`, '#1b1530', a.u * 0.25, { o: 0.8 })
  for (let i = 0; i <= count; i++) {
    const t = i / count
    const x = (1 - t) ** 2 * x0 + 2 * t * (1 - t) * mx + t * t * x1
    const y = (1 - t) ** 2 * y0 + 2 * t * (1 - t) * my + t * t * y1 + a.u * size * 1.1
    const c = colors[i % colors.length]
    a.glow(x, y, a.u * size * 5, c, 0.65, null)
    a.ell(x, y, a.u * size * 0.8, a.u * size * 1.05, light(c, 0.55))
  }
}

export function bench(a, x, y, w, color = '#5b3b2a') {
  const h = w * 0.42
  for (const px of [0.1, 0.9]) a.rect(x + w * px - w * 0.015, y - h, w * 0.03, h, dark(color, 0.55))
  for (const [py, t] of [
    [0.98, 0.11],
    [0.78, 0.11],
    [0.46, 0.1],
  ])
    a.rect(x, y - h * py, w, h * t, a.lin([light(color, 0.15), color]), { rx: 2 })
}

/** A window opening with view(), frame and sill; view is clipped to the glass. */
export function pane(
  a,
  x,
  y,
  w,
  h,
  { frame = '#efe6da', cols = 2, rows = 2, thick = a.u * 1.6, arch = false } = {},
  view,
) {
  const d = arch
    ? `M${x},${y + h}V${y + w / 2}A${w / 2},${w / 2} 0 0 1 ${x + w},${y + w / 2}V${y + h}Z`
    : `M${x},${y}h${w}v${h}h${-w}Z`
  a.group({ clip: a.clip(d) }, view)
  a.line(d, a.lin([light(frame, 0.1), dark(frame, 0.15)], 45), thick)
  for (let i = 1; i < cols; i++) a.line(`M${x + (w * i) / cols},${y}V${y + h}`, frame, thick * 0.7, { cap: 'butt' })
  for (let j = 1; j < rows; j++) a.line(`M${x},${y + (h * j) / rows}h${w}`, frame, thick * 0.6, { cap: 'butt' })
}
