/** What lies on the tables of flatlay.mjs, each item drawn from above as (a, x, y, size, rotation, option). */
import { dark, light } from '../lib/color.mjs'
import { foliage, leaf, sprig } from '../lib/plants.mjs'
import { cupTop, laptopTop, notebook, openBook, pen, phoneTop } from '../lib/things-top.mjs'

const soft = (a, k = 1) => a.drop(a.u * 0.9 * k, a.u * 1.3 * k, a.u * 1.3 * k, '#1a0f2a', 0.38)

function glasses(a, x, y, s, rot, c = '#2a2433') {
  a.at(x, y, { rot, f: soft(a, 0.6) }, () => {
    for (const k of [-1, 1]) {
      a.rect(k * s * 0.29 - s * 0.2, -s * 0.15, s * 0.4, s * 0.32, 'none', { s: c, sw: s * 0.035, rx: s * 0.15 })
      a.rect(k * s * 0.29 - s * 0.2, -s * 0.15, s * 0.4, s * 0.32, '#cfe6f7', { rx: s * 0.15, o: 0.3 })
      a.line(`M${k * s * 0.49},${-s * 0.06}Q${k * s * 0.58},${-s * 0.2} ${k * s * 0.52},${-s * 0.5}`, c, s * 0.03)
    }
    a.line(`M${-s * 0.09},${-s * 0.02}Q0,${-s * 0.08} ${s * 0.09},${-s * 0.02}`, c, s * 0.035)
  })
}

function headphones(a, x, y, s, rot, c = '#f4efe6') {
  a.at(x, y, { rot, f: soft(a) }, () => {
    a.line(
      `M${-s * 0.4},${s * 0.1}C${-s * 0.45},${-s * 0.55} ${s * 0.45},${-s * 0.55} ${s * 0.4},${s * 0.1}`,
      a.lin([light(c, 0.2), dark(c, 0.25)]),
      s * 0.09,
    )
    for (const k of [-1, 1]) {
      a.rect(k * s * 0.4 - s * 0.14, -s * 0.05, s * 0.28, s * 0.4, a.lin([light(c, 0.15), dark(c, 0.3)], 20), {
        rx: s * 0.13,
      })
      a.rect(k * s * 0.33 - s * 0.07, 0, s * 0.14, s * 0.3, '#2a2433', { rx: s * 0.06 })
    }
  })
}

function sticky(a, x, y, s, rot, c) {
  a.at(x, y, { rot }, () => {
    a.path(
      `M${-s / 2},${-s / 2}H${s / 2}V${s * 0.42}Q${s * 0.2},${s * 0.5} ${-s / 2},${s / 2}Z`,
      a.lin([light(c, 0.2), c, dark(c, 0.08)]),
      { f: soft(a, 0.7) },
    )
    for (let i = 0; i < 3; i++)
      a.line(`M${-s * 0.34},${-s * 0.2 + i * s * 0.2}h${s * (0.66 - i * 0.16)}`, dark(c, 0.55), s * 0.035, { o: 0.6 })
  })
}

function keys(a, x, y, s, rot, c = '#d9a94a') {
  a.at(x, y, { rot, f: soft(a, 0.7) }, () => {
    a.circ(0, 0, s * 0.2, 'none', { s: '#b9bfca', sw: s * 0.04 })
    for (const [t, k] of [
      [20, c],
      [65, '#b9bfca'],
    ])
      a.at(0, 0, { rot: t }, () => {
        a.circ(s * 0.36, 0, s * 0.16, 'none', { s: k, sw: s * 0.09 })
        a.line(`M${s * 0.5},0H${s * 0.98}M${s * 0.8},0v${s * 0.12}M${s * 0.92},0v${s * 0.15}`, k, s * 0.08)
      })
    a.at(0, 0, { rot: 135 }, () => {
      a.rect(s * 0.2, -s * 0.16, s * 0.5, s * 0.34, '#e8574f', { rx: s * 0.12 })
      a.circ(s * 0.45, 0, s * 0.08, '#fff3e0')
    })
  })
}

function card(a, x, y, s, rot, c, face = true) {
  a.at(x, y, { rot }, () => {
    a.rect(-s / 2, -s * 0.31, s, s * 0.62, a.lin([light(c, 0.2), c, dark(c, 0.15)], 30), { rx: s * 0.05, f: soft(a) })
    a.rect(-s / 2, -s * 0.31, s, s * 0.12, dark(c, 0.25), { rx: s * 0.05 })
    if (face) {
      a.rect(-s * 0.42, -s * 0.12, s * 0.26, s * 0.34, '#fff6ea', { rx: s * 0.02 })
      a.circ(-s * 0.29, 0, s * 0.08, '#2a1d22')
      a.ell(-s * 0.29, s * 0.02, s * 0.055, s * 0.065, '#f2c8a8')
      a.path(`M${-s * 0.41},${s * 0.22}Q${-s * 0.29},${s * 0.03} ${-s * 0.17},${s * 0.22}Z`, '#3f6fa8')
    } else a.rect(-s * 0.4, -s * 0.1, s * 0.14, s * 0.11, '#f2d38a', { rx: s * 0.02 })
    for (let i = 0; i < 4; i++)
      a.rect(-s * 0.08, -s * 0.1 + i * s * 0.085, s * [0.4, 0.28, 0.46, 0.2][i], s * 0.035, '#fffaf0', {
        o: 0.85,
        rx: 2,
      })
  })
}

function photo(a, x, y, s, rot, cols) {
  a.at(x, y, { rot }, () => {
    a.rect(-s / 2, -s * 0.6, s, s * 1.2, '#fffdf8', { rx: 2, f: soft(a, 0.8) })
    a.rect(-s * 0.43, -s * 0.53, s * 0.86, s * 0.86, a.lin(cols))
    a.circ(s * 0.16, -s * 0.22, s * 0.12, '#fff6d8', { o: 0.95 })
    a.path(
      `M${-s * 0.43},${s * 0.33}V${s * 0.08}Q${-s * 0.2},${-s * 0.16} 0,${s * 0.08}T${s * 0.43},${s * 0.02}V${s * 0.33}Z`,
      dark(cols[0], 0.35),
    )
  })
}

function camera(a, x, y, s, rot, c = '#2b2b38') {
  a.at(x, y, { rot, f: soft(a) }, () => {
    a.rect(-s * 0.18, -s * 0.42, s * 0.36, s * 0.14, dark(c, 0.2), { rx: s * 0.03 })
    a.rect(-s / 2, -s * 0.32, s, s * 0.64, a.lin(['#e6e6ea', '#b4b8c2']), { rx: s * 0.06 })
    a.rect(-s / 2, -s * 0.19, s, s * 0.4, c)
    a.circ(0, 0, s * 0.25, a.lin(['#6a6f80', '#1a1a22'], 50))
    a.circ(0, 0, s * 0.18, a.rad(['#7fb0ff', '#22305f', '#07091a'], 0.4, 0.35, 0.7))
    a.circ(-s * 0.06, -s * 0.07, s * 0.04, '#ffffff', { o: 0.8 })
    a.rect(s * 0.3, -s * 0.27, s * 0.12, s * 0.06, '#ffd98a', { rx: 3 })
    a.circ(-s * 0.36, -s * 0.33, s * 0.06, '#e8574f')
  })
}

function palette(a, x, y, s, rot) {
  a.at(x, y, { rot, f: soft(a) }, () => {
    a.path(
      `M${-s * 0.5},0C${-s * 0.5},${-s * 0.5} ${s * 0.5},${-s * 0.5} ${s * 0.5},0C${s * 0.5},${s * 0.18} ${s * 0.2},${s * 0.02} ${s * 0.2},${s * 0.22}C${s * 0.2},${s * 0.46} ${-s * 0.5},${s * 0.44} ${-s * 0.5},0Z`,
      a.lin(['#f3d3a0', '#c9925a'], 50),
    )
    ;['#e8574f', '#f2b84b', '#fff6ea', '#3f9f7f', '#3f6fc0', '#7a4aa8'].forEach((c, i) => {
      const t = Math.PI * (1.05 + i * 0.19)
      a.ell(Math.cos(t) * s * 0.34, Math.sin(t) * s * 0.26 + s * 0.03, s * 0.085, s * 0.07, a.lin([light(c, 0.3), c]))
    })
  })
}

function wallet(a, x, y, s, rot, c = '#7a4a35') {
  a.at(x, y, { rot }, () => {
    for (const [i, k] of ['#3f6fc0', '#f2b84b'].entries())
      a.rect(-s * 0.42, -s * (0.42 - i * 0.06), s * 0.84, s * 0.3, k, { rx: s * 0.03 })
    a.rect(-s / 2, -s * 0.3, s, s * 0.68, a.lin([light(c, 0.2), c, dark(c, 0.2)], 40), { rx: s * 0.06, f: soft(a) })
    a.rect(-s * 0.46, -s * 0.26, s * 0.92, s * 0.6, 'none', { s: light(c, 0.4), sw: 1.6, dash: '6 5', rx: s * 0.05 })
  })
}

function earbuds(a, x, y, s, rot) {
  a.at(x, y, { rot, f: soft(a) }, () => {
    a.rect(-s * 0.4, -s * 0.3, s * 0.8, s * 0.62, a.lin(['#ffffff', '#d3d8e2'], 50), { rx: s * 0.26 })
    a.line(`M${-s * 0.4},${-s * 0.06}H${s * 0.4}`, '#b4bac8', 2)
    a.circ(0, s * 0.1, s * 0.03, '#4ecb8d')
    a.at(s * 0.72, 0, { rot: 25 }, () => {
      a.rect(-s * 0.05, 0, s * 0.1, s * 0.36, '#f4f6fa', { rx: s * 0.05 })
      a.circ(0, 0, s * 0.13, '#ffffff')
      a.ell(-s * 0.08, 0, s * 0.05, s * 0.07, '#5b6070')
    })
  })
}

function scroll(a, x, y, s, rot) {
  a.at(x, y, { rot, f: soft(a) }, () => {
    a.rect(-s / 2, -s * 0.1, s, s * 0.2, a.lin(['#fffaf0', '#f3e2c4', '#cbb48c']), { rx: s * 0.03 })
    a.ell(s / 2, 0, s * 0.03, s * 0.1, '#d9c39a')
    a.rect(-s * 0.05, -s * 0.11, s * 0.1, s * 0.22, '#e11d48')
    a.path(`M0,0L${-s * 0.1},${s * 0.26}L${-s * 0.03},${s * 0.22}L0,${s * 0.3}L${s * 0.02},${s * 0.03}Z`, '#c9183f')
  })
}

function capTop(a, x, y, s, rot) {
  a.at(x, y, { rot, f: soft(a, 1.3) }, () => {
    a.rect(-s / 2, -s / 2, s, s, a.lin(['#3a3260', '#221c3f'], 50), { rx: s * 0.03 })
    a.circ(0, 0, s * 0.04, '#ffc94a')
    a.line(`M0,0Q${s * 0.3},${s * 0.1} ${s * 0.34},${s * 0.46}`, '#ffc94a', s * 0.025)
    a.path(`M${s * 0.3},${s * 0.44}h${s * 0.08}l${s * 0.03},${s * 0.22}h${-s * 0.14}Z`, a.lin(['#ffd76a', '#d99a2a']))
  })
}

function flowers(a, x, y, s, rot, c = '#ffcf4a', n = 5) {
  a.at(x, y, { rot, f: soft(a) }, () => {
    for (let i = 0; i < n; i++)
      sprig(a, 0, s * 0.2, s * 0.8, -90 + (i - (n - 1) / 2) * 20, '#4f9a5f', { pairs: 4, size: 0.22 })
    for (let i = 0; i < n; i++) {
      const t = ((-90 + (i - (n - 1) / 2) * 24) * Math.PI) / 180
      const [fx, fy, k] = [Math.cos(t) * s * 0.55, Math.sin(t) * s * (0.5 + (i % 2) * 0.16), s * 0.17]
      for (let p = 0; p < 12; p++)
        a.ell(
          fx + Math.cos(p / 1.91) * k * 0.72,
          fy + Math.sin(p / 1.91) * k * 0.72,
          k * 0.42,
          k * 0.2,
          p % 2 ? c : light(c, 0.25),
          { rot: (p / 1.91) * 57.3 },
        )
      a.circ(fx, fy, k * 0.46, a.rad(['#8a5a2a', '#4a2a18']))
    }
    a.path(
      `M${-s * 0.3},${-s * 0.1}L${s * 0.3},${-s * 0.1}L${s * 0.1},${s * 0.6}H${-s * 0.1}Z`,
      a.lin(['#fff3e6', '#e9cdb4'], 20),
    )
    a.path(`M${-s * 0.14},${s * 0.26}h${s * 0.28}v${s * 0.09}h${-s * 0.28}Z`, '#e8574f')
  })
}

export const ITEMS = {
  cup: (a, x, y, s, _rot, o) => cupTop(a, x, y, s / 2, o ?? {}),
  book: (a, x, y, s, rot, o) => openBook(a, x, y, s, rot, o ?? {}),
  note: (a, x, y, s, rot, o) => notebook(a, x, y, s, rot, o ?? {}),
  pen: (a, x, y, s, rot, c) => pen(a, x, y, s, rot, c),
  pencil: (a, x, y, s, rot, c) => pen(a, x, y, s, rot, c ?? '#f2b84b', true),
  laptop: (a, x, y, s, rot, o) => laptopTop(a, x, y, s, rot, o ?? {}),
  phone: (a, x, y, s, rot, c) => phoneTop(a, x, y, s, rot, c),
  leaf: (a, x, y, s, rot, c) => a.group({ f: soft(a) }, () => leaf(a, x, y, s, rot, c ?? '#3f8f5f')),
  sprig: (a, x, y, s, rot, c) => a.group({ f: soft(a) }, () => sprig(a, x, y, s, rot, c ?? '#3f8f5f')),
  bush: (a, x, y, s, _rot, c) =>
    a.group({ f: soft(a, 1.5) }, () =>
      foliage(a, x, y, s / 2, s / 2, c ?? ['#14453a', '#2a7a50', '#7ab85a', '#cfe07a'], { count: 160, size: 0.14 }),
    ),
  glasses,
  headphones,
  sticky,
  keys,
  card,
  photo,
  camera,
  palette,
  wallet,
  earbuds,
  scroll,
  cap: capTop,
  flowers,
}
