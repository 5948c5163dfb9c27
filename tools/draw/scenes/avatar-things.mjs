/** Plants, food and small objects for avatars, on a 256 px square. */
import { dark, light } from '../lib/color.mjs'
import { leaf } from '../lib/plants.mjs'

const smile = (a, x, y, k = 1) => {
  for (const s of [-1, 1]) {
    a.ell(x + s * 17 * k, y, 4.4 * k, 5.4 * k, '#2a1d22')
    a.ell(x + s * 29 * k, y + 11 * k, 8 * k, 5 * k, '#ff7f7a', { o: 0.5 })
  }
  a.line(`M${x - 7 * k},${y + 8 * k}q${7 * k},${8 * k} ${14 * k},0`, '#2a1d22', 3.2 * k)
}

const KINDS = {
  pomegranate(a) {
    a.path('M104,74L92,36L116,52L128,28L140,52L164,36L152,74Z', '#d9304f')
    a.circ(128, 148, 82, a.rad(['#ff8a94', '#e11d48', '#a8123a'], 0.38, 0.32, 0.75))
    a.path('M128,92C176,100 184,170 150,204C116,206 92,180 92,150C92,120 108,98 128,92Z', '#fff0ea')
    for (const [x, y] of [
      [122, 122],
      [146, 126],
      [116, 148],
      [138, 148],
      [160, 150],
      [124, 172],
      [148, 174],
      [136, 194],
    ]) {
      a.path(
        `M${x},${y - 13}Q${x + 13},${y} ${x},${y + 11}Q${x - 13},${y} ${x},${y - 13}Z`,
        a.lin(['#ff6f85', '#d3143f']),
      )
      a.circ(x - 3, y - 3, 2.4, '#fff')
    }
    leaf(a, 160, 60, 66, -30, '#5aa85a')
  },
  cactus(a) {
    a.rect(98, 60, 60, 140, a.lin(['#8fd08a', '#4f9f6a', '#2f7a55'], 0), { rx: 30 })
    a.line('M158,138h26v-34', '#4f9f6a', 24)
    a.line('M98,160h-26v-26', '#5fae74', 22)
    for (let i = 0; i < 14; i++) a.line(`M${108 + (i % 3) * 20},${80 + Math.floor(i / 3) * 26}l4,-6`, '#fff6d0', 2.4)
    for (let p = 0; p < 6; p++) a.circ(128 + Math.cos(p) * 12, 56 + Math.sin(p) * 9, 9, '#ff8fa3')
    a.circ(128, 56, 6, '#ffd34a')
    smile(a, 128, 132, 0.9)
    a.path('M76,190H180L168,250H88Z', a.lin(['#f0a070', '#c9653f']))
    a.rect(70, 182, 116, 20, '#f3ad80', { rx: 6 })
  },
  moon(a) {
    a.fill(a.lin(['#1a1f5a', '#4a3f9a', '#b07ac0']))
    for (let i = 0; i < 26; i++) a.circ(a.r(0, 256), a.r(0, 256), a.r(0.8, 3), '#fff', { o: a.r(0.4, 1) })
    a.glow(128, 128, 120, '#ffe6a0', 0.7)
    a.path('M150,48A84,84 0 1 0 212,158A68,68 0 0 1 150,48Z', a.lin(['#fff6cf', '#ffd27a']))
    smile(a, 106, 150, 0.8)
    a.path('M60,214q20,-26 46,-10q20,-22 44,-2q26,-6 30,14Z', '#fff', { o: 0.85 })
  },
  sunflower(a) {
    a.line('M128,150V262', '#4f9f5a', 12)
    leaf(a, 128, 230, 70, -20, '#5aae5f')
    leaf(a, 128, 236, 70, 200, '#4f9f5a')
    for (let p = 0; p < 16; p++)
      a.ell(128 + Math.cos(p * 0.3927) * 66, 120 + Math.sin(p * 0.3927) * 66, 30, 15, p % 2 ? '#ffc42e' : '#ffdb5a', {
        rot: p * 22.5,
      })
    a.circ(128, 120, 52, a.rad(['#a86a35', '#6a3d20']))
    smile(a, 128, 116, 1)
  },
  camera(a) {
    a.rect(36, 86, 184, 122, a.lin(['#fdf6ea', '#e3d3bd']), { rx: 18, f: a.drop(0, 6, 6) })
    a.rect(36, 118, 184, 62, '#3f9f9a')
    a.rect(92, 66, 72, 28, '#fdf6ea', { rx: 8 })
    a.circ(128, 148, 50, '#fdf6ea')
    a.circ(128, 148, 40, a.rad(['#8fb8ff', '#22305f', '#0c1230'], 0.4, 0.35, 0.7))
    a.circ(114, 134, 9, '#fff', { o: 0.85 })
    a.circ(192, 102, 8, '#e8574f')
    a.rect(52, 96, 26, 12, '#ffd34a', { rx: 4 })
  },
  bread(a) {
    a.path(
      'M48,120C30,60 226,60 208,120Q206,136 198,140V206Q198,216 188,216H68Q58,216 58,206V140Q50,136 48,120Z',
      a.lin(['#e8a85f', '#b5713a']),
      { f: a.drop(0, 5, 5) },
    )
    a.path(
      'M64,120C52,80 204,80 192,120Q190,132 182,134V196Q182,202 176,202H80Q74,202 74,196V134Q66,132 64,120Z',
      a.lin(['#fff3d8', '#f7dca8']),
    )
    smile(a, 128, 148, 1.3)
  },
  mountain(a) {
    a.fill(a.lin(['#6fb0e8', '#d6ecf7', '#fff0d8']))
    a.circ(186, 72, 26, '#fff6cf')
    a.path('M-10,230L92,70L150,160L176,126L270,240V270H-10Z', a.lin(['#5a7fb0', '#3a5a8a']))
    a.path('M92,70L60,122L78,116L90,132L104,114L122,122Z', '#fff')
    a.path('M-10,220Q60,180 130,212T270,200V270H-10Z', '#4f9a6a')
    a.path('M-10,240Q80,212 150,236T270,226V270H-10Z', '#2f7a55')
  },
  bubbletea(a) {
    a.line('M140,110L162,26', '#e8574f', 13)
    a.path('M70,92H186L172,226Q170,238 158,238H98Q86,238 84,226Z', '#ffffff', { o: 0.7 })
    a.path('M76,116H180L170,222Q168,232 158,232H98Q88,232 86,222Z', a.lin(['#f6dcb8', '#d9a878', '#b57f52']))
    for (let i = 0; i < 16; i++)
      a.circ(98 + (i % 5) * 15 + (Math.floor(i / 5) % 2) * 6, 222 - Math.floor(i / 5) * 14, 7, '#3a2024')
    a.rect(60, 82, 136, 18, '#fff', { rx: 9 })
    smile(a, 128, 150, 1)
  },
  tulip(a) {
    for (const [x, t, c] of [
      [84, -14, '#ffb04a'],
      [172, 14, '#f29ab0'],
      [128, 0, '#e8455f'],
    ])
      a.at(x, 230, { rot: t }, () => {
        a.line('M0,0V-110', '#4f9f5a', 8)
        leaf(a, 0, -10, 84, -62, '#5aae5f', 0.26)
        leaf(a, 0, -10, 84, -118, '#4f9f5a', 0.26)
        a.path(
          'M-32,-150Q-38,-104 0,-98Q38,-104 32,-150L16,-128L0,-160L-16,-128Z',
          a.lin([light(c, 0.25), c, dark(c, 0.12)]),
        )
      })
  },
  cloud(a) {
    a.fill(a.lin(['#5aa7ea', '#bfe3fa']))
    a.circ(180, 86, 40, '#ffd95a')
    a.path('M62,196A42,42 0 0 1 66,112A56,56 0 0 1 172,104A48,48 0 0 1 194,196Z', a.lin(['#ffffff', '#e3f0fb']), {
      f: a.drop(0, 6, 7, '#2a5a9a', 0.3),
    })
    smile(a, 126, 150, 1.3)
    for (const [x, c] of [
      [80, '#fff'],
      [128, '#fff'],
      [176, '#fff'],
    ])
      a.line(`M${x},212l-6,20`, c, 6, { o: 0.8 })
  },
  orange(a) {
    a.circ(128, 142, 84, a.rad(['#ffc46a', '#ff9a2e', '#ec7a12'], 0.38, 0.32, 0.75))
    leaf(a, 130, 64, 74, -24, '#5aa85a')
    a.line('M128,66v-18', '#6a4a2a', 8)
    for (let i = 0; i < 20; i++) a.circ(a.r(70, 186), a.r(90, 200), 1.6, '#d9660a', { o: 0.5 })
    smile(a, 128, 146, 1.4)
  },
  wave(a) {
    a.fill(a.lin(['#ffd9b0', '#fff0dc']))
    a.circ(178, 84, 36, '#f0603f')
    a.path(
      'M-10,180C20,90 110,50 160,110C176,132 160,156 140,146C150,130 128,114 112,132C96,156 120,190 170,184C210,180 240,160 270,170V270H-10Z',
      a.lin(['#5ac0d8', '#1f7fb0', '#12508a']),
    )
    a.path('M-10,220Q40,190 90,214T190,210T270,214V270H-10Z', '#0f3f78')
    for (const [x, y, k] of [
      [142, 102, 7],
      [160, 118, 5],
      [126, 92, 5],
      [172, 134, 6],
      [108, 88, 4],
    ])
      a.circ(x, y, k, '#fff')
  },
}

export const thing = (a, kind) => KINDS[kind](a)
