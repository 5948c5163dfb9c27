/** Animal faces for avatars, on a 256 px square. */
import { dark, light } from '../lib/color.mjs'

const INK = '#2a1d22'

function face(a, { y = 140, gap = 34, eye = 8, nose = INK, mouth = true, blush = true } = {}) {
  for (const s of [-1, 1]) {
    a.ell(128 + s * gap, y, eye, eye * 1.15, INK)
    a.circ(128 + s * gap + eye * 0.3, y - eye * 0.4, eye * 0.32, '#fff')
    if (blush) a.ell(128 + s * (gap + 20), y + 22, 13, 8, '#ff8a84', { o: 0.45 })
  }
  if (nose)
    a.path(`M119,${y + 14}Q128,${y + 10} 137,${y + 14}Q134,${y + 24} 128,${y + 24}Q122,${y + 24} 119,${y + 14}Z`, nose)
  if (mouth) a.line(`M128,${y + 24}q-2,12 -13,11M128,${y + 24}q2,12 13,11`, INK, 3)
}

const ears = (a, kind, c, inner) => {
  for (const s of [-1, 1])
    a.at(128, 0, { kx: s, k: 1 }, () => {
      if (kind === 'point') {
        a.path('M26,92L74,34Q90,66 84,120Z', c)
        a.path('M42,88L70,52Q78,76 76,106Z', inner)
      }
      if (kind === 'round') {
        a.circ(66, 72, 32, c)
        a.circ(66, 72, 18, inner)
      }
      if (kind === 'long') {
        a.path('M18,100C4,20 30,-10 48,12C64,34 56,80 54,104Z', c)
        a.path('M27,90C20,38 34,16 42,28C50,44 46,74 44,92Z', inner)
      }
      if (kind === 'side') {
        a.path('M60,84C100,60 122,84 112,112C98,118 78,112 66,104Z', c)
        a.path('M76,92C96,80 108,92 104,104C94,108 84,104 78,100Z', inner)
      }
    })
}

const head = (a, c, rx = 88, ry = 78, y = 146) => a.ell(128, y, rx, ry, a.lin([light(c, 0.16), c, dark(c, 0.1)]))

const body = (a, c) => a.path('M52,270C54,216 92,206 128,206C164,206 202,216 204,270Z', a.lin([c, dark(c, 0.15)]))

const KINDS = {
  cat(a) {
    const c = '#f0a04b'
    body(a, c)
    ears(a, 'point', c, '#f7b9b0')
    head(a, c)
    for (const x of [104, 128, 152]) a.line(`M${x},76v${x === 128 ? 26 : 18}`, '#c9722a', 7)
    a.ell(128, 176, 34, 24, '#fff3e2')
    face(a, { nose: '#e8747a' })
    for (const s of [-1, 1])
      for (const d of [0, 10]) a.line(`M${128 + s * 62},${164 + d}l${s * 34},${d - 4}`, '#fff6ea', 2.4)
  },
  tuxedo(a) {
    const c = '#2f2a38'
    body(a, c)
    ears(a, 'point', c, '#8a6a80')
    head(a, c)
    a.path('M128,84C140,120 168,150 168,180C168,216 88,216 88,180C88,150 116,120 128,84Z', '#fdf8f0')
    for (const s of [-1, 1]) {
      a.ell(128 + s * 40, 138, 15, 16, '#f2d84a')
      a.ell(128 + s * 40, 138, 5, 13, INK)
      a.circ(128 + s * 40 + 3, 132, 3, '#fff')
    }
    a.path('M120,160h16l-8,9Z', '#e8747a')
    a.line('M128,169q-3,10 -12,8M128,169q3,10 12,8', INK, 3)
  },
  shiba(a) {
    const c = '#d98a45'
    body(a, c)
    ears(a, 'point', c, '#f6dcc0')
    head(a, c, 86, 80)
    a.path('M128,116C160,116 200,150 190,186C176,224 80,224 66,186C56,150 96,116 128,116Z', '#fdf1e0')
    for (const s of [-1, 1]) a.ell(128 + s * 34, 114, 13, 8, '#fdf1e0', { rot: s * 14 })
    face(a, { y: 146 })
    a.path('M122,184Q128,202 134,184Z', '#f0787a')
    a.path('M60,222Q128,250 196,222L198,238Q128,268 58,238Z', '#e11d48')
  },
  rabbit(a) {
    const c = '#f6f1f0'
    body(a, c)
    ears(a, 'long', c, '#f9b9c0')
    head(a, c, 80, 72, 152)
    face(a, { y: 148, nose: '#f0808c' })
    a.rect(121, 182, 7, 11, '#fff', { rx: 2, s: '#c9b9bd', sw: 1 })
    a.rect(128, 182, 7, 11, '#fff', { rx: 2, s: '#c9b9bd', sw: 1 })
  },
  bear(a) {
    const c = '#9a6a48'
    body(a, c)
    ears(a, 'round', c, '#d9a884')
    head(a, c)
    a.ell(128, 172, 36, 28, '#ecd0b2')
    face(a, { y: 142 })
  },
  panda(a) {
    const c = '#fbf8f4'
    body(a, '#2f2c38')
    ears(a, 'round', '#2f2c38', '#45404f')
    head(a, c)
    for (const s of [-1, 1]) a.ell(128 + s * 38, 140, 20, 26, '#2f2c38', { rot: s * -28 })
    for (const s of [-1, 1]) {
      a.circ(128 + s * 36, 138, 9, '#fff')
      a.circ(128 + s * 35, 139, 5.4, INK)
      a.ell(128 + s * 60, 174, 13, 8, '#ff9a94', { o: 0.5 })
    }
    a.ell(128, 164, 10, 7, INK)
    a.line('M128,170q-2,12 -13,11M128,170q2,12 13,11', INK, 3)
    a.path('M150,206q40,-28 64,-14q-14,26 -64,14Z', '#6ab45a')
  },
  fox(a) {
    const c = '#e8743a'
    body(a, c)
    ears(a, 'point', c, '#3a2a30')
    a.path('M36,128C50,70 206,70 220,128C220,160 168,212 128,216C88,212 36,160 36,128Z', a.lin([light(c, 0.15), c]))
    a.path(
      'M36,130C70,136 110,150 128,216C88,212 40,166 36,130ZM220,130C186,136 146,150 128,216C168,212 216,166 220,130Z',
      '#fff3e6',
    )
    face(a, { y: 138, nose: null, mouth: false, blush: false, gap: 40 })
    a.ell(128, 204, 13, 10, INK)
  },
  penguin(a) {
    a.ell(128, 170, 90, 116, a.lin(['#3a4a6a', '#22305f']))
    a.path(
      'M128,110C150,80 198,96 192,150C190,220 176,256 128,262C80,256 66,220 64,150C58,96 106,80 128,110Z',
      '#fdfaf4',
    )
    face(a, { y: 138, nose: null, mouth: false, gap: 30 })
    a.path('M110,156Q128,146 146,156Q128,178 110,156Z', '#f5a23a')
    a.path('M58,204Q128,236 198,204L200,222Q128,254 56,222Z', '#e8574f')
    a.rect(150, 220, 22, 40, '#e8574f', { rx: 5 })
  },
  frog(a) {
    const c = '#7fc05a'
    body(a, c)
    for (const s of [-1, 1]) {
      a.circ(128 + s * 46, 86, 32, c)
      a.circ(128 + s * 46, 84, 21, '#fff')
      a.circ(128 + s * 44, 86, 11, INK)
      a.circ(128 + s * 44 + 4, 81, 4, '#fff')
      a.ell(128 + s * 66, 164, 14, 9, '#ff9a84', { o: 0.6 })
    }
    head(a, c, 94, 68, 150)
    for (const s of [-1, 1]) {
      a.circ(128 + s * 46, 88, 21, '#fff')
      a.circ(128 + s * 44, 90, 11, INK)
      a.circ(128 + s * 44 + 4, 85, 4, '#fff')
      a.ell(128 + s * 66, 164, 14, 9, '#ff9a84', { o: 0.6 })
    }
    a.line('M84,162Q128,196 172,162', '#2f6a35', 4.5)
  },
  hamster(a) {
    const c = '#f0c080'
    body(a, '#fff6ea')
    ears(a, 'round', c, '#f7a8a0')
    head(a, c, 94, 78)
    a.path('M128,120C170,130 222,150 206,186C180,232 76,232 50,186C34,150 86,130 128,120Z', '#fffaf0')
    face(a, { y: 142, gap: 38, nose: '#f0808c' })
  },
  duck(a) {
    const c = '#ffd34a'
    body(a, c)
    head(a, c, 84, 80, 132)
    a.path('M120,56q-2,-22 12,-26q-2,10 6,14q8,-4 12,2q-10,14 -22,14Z', c)
    face(a, { y: 124, gap: 40, nose: null, mouth: false })
    a.path('M84,150Q128,126 172,150Q176,166 128,172Q80,166 84,150Z', a.lin(['#ff9d3a', '#f07a2a']))
    a.line('M88,154Q128,162 168,154', '#c9561a', 3)
  },
  koala(a) {
    const c = '#a3abb8'
    body(a, c)
    for (const s of [-1, 1]) {
      a.circ(128 + s * 84, 100, 42, c)
      a.circ(128 + s * 84, 102, 26, '#f3dfe2')
    }
    head(a, c, 84, 80, 142)
    face(a, { y: 138, gap: 40, nose: null, mouth: false })
    a.rect(112, 138, 32, 46, '#3a3644', { rx: 16 })
    a.line('M116,196q12,8 24,0', INK, 3)
  },
  deer(a) {
    const c = '#c98a58'
    for (const s of [-1, 1])
      a.at(128, 0, { kx: s, k: 1 }, () => a.line('M34,84C34,50 56,44 54,14M42,52C58,50 72,44 76,24', '#7a4f35', 9))
    body(a, c)
    ears(a, 'side', c, '#f3d3bb')
    a.path('M56,120C60,70 196,70 200,120C200,160 170,216 128,216C86,216 56,160 56,120Z', a.lin([light(c, 0.14), c]))
    a.ell(128, 190, 32, 24, '#f6e3d0')
    for (const [x, y] of [
      [110, 92],
      [128, 84],
      [146, 92],
      [128, 104],
    ])
      a.circ(x, y, 5, '#fbeedd')
    face(a, { y: 140, gap: 42, nose: null, mouth: false })
    a.ell(128, 182, 13, 9, INK)
  },
  whale(a) {
    for (let i = 0; i < 3; i++) a.line(`M${120 + i * 8},78q${(i - 1) * 26},-12 ${(i - 1) * 34},-40`, '#dff3ff', 7)
    a.path(
      'M24,140C40,74 180,66 204,140Q222,138 222,104Q226,90 240,98Q250,84 254,98Q262,150 214,182C180,222 60,222 36,182Q24,164 24,140Z',
      a.lin(['#6aa8e8', '#2f6fb8']),
    )
    a.path('M28,164C70,190 150,190 196,176C170,218 60,216 36,182Z', '#eaf6ff')
    a.circ(78, 146, 8, INK)
    a.circ(81, 143, 2.8, '#fff')
    a.line('M52,168q12,10 26,4', INK, 3.4)
    a.ell(100, 164, 11, 7, '#ff9a94', { o: 0.5 })
    a.path('M120,178q30,34 54,20q-8,-26 -26,-30Z', '#2f6fb8')
  },
}

export const animal = (a, kind) => KINDS[kind](a)
