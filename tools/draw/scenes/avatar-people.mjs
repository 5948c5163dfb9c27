/** Drawn portraits: head and shoulders with varied hair, clothes and accessories, on a 256 px square. */
import { dark, light, mix } from '../lib/color.mjs'

const SKINS = ['#f9d8bd', '#f3c7a4', '#fbe0cc', '#e8b48c', '#d49a72']

const HAIRS = ['#2a1d22', '#3a2a2f', '#4a3028', '#1f2238', '#6a4030', '#8a5a3c', '#2f2433']

const TOPS = ['#e8574f', '#3f6fa8', '#f2b84b', '#f6f1e8', '#5aa07a', '#7f6bd0', '#22305f', '#f29ab0', '#3f9f9a']

// Hair behind the head, then the fringe in front of it.
const STYLES = {
  bob: [
    'M66,112C58,40 198,40 190,112L194,168Q176,180 160,170L96,170Q80,180 62,168Z',
    'M76,112C74,64 182,64 180,112C168,104 160,88 156,80C140,98 100,104 76,112Z',
  ],
  long: [
    'M66,112C56,34 200,34 190,112Q196,190 206,226Q176,238 160,222L96,222Q80,238 50,226Q60,190 66,112Z',
    'M76,116C70,62 186,62 180,116C172,92 150,78 128,76C106,78 84,92 76,116Z',
  ],
  short: [
    'M74,112C62,44 194,44 182,112Q180,126 174,130L82,130Q76,126 74,112Z',
    'M74,108C70,56 130,44 160,58C186,62 188,90 182,110C176,96 170,88 160,84C136,92 104,90 92,84C84,90 78,98 74,108Z',
  ],
  part: [
    'M74,112C60,42 196,42 182,112Q182,126 174,132L82,132Q74,126 74,112Z',
    'M76,110C74,60 118,52 142,60C176,58 188,86 180,112C176,96 160,84 140,74C120,92 92,90 76,110Z',
  ],
  buns: [
    'M72,112C62,42 194,42 184,112Q184,128 176,134L80,134Q72,128 72,112Z',
    'M76,112C72,62 184,62 180,112C166,100 158,92 152,84L104,84C98,92 90,100 76,112Z',
  ],
  tail: [
    'M72,112C60,40 196,40 184,112Q184,128 176,134L80,134Q72,128 72,112Z',
    'M76,114C70,62 186,60 180,114C172,96 162,86 146,80C124,96 92,94 76,114Z',
  ],
  curly: [
    'M70,112C60,50 196,50 186,112Q192,140 176,150L80,150Q64,140 70,112Z',
    'M78,104C84,84 104,88 110,78C124,88 138,74 148,82C164,78 168,92 178,102C184,70 160,56 128,56C96,56 74,72 78,104Z',
  ],
}

const NAMES = Object.keys(STYLES)

export function portrait(a, i) {
  const { r } = a
  const skin = SKINS[(i * 3) % 5]
  const hair = HAIRS[(i * 2 + (i > 12 ? 1 : 0)) % 7]
  const top = TOPS[(i * 4 + 1) % 9]
  const style = NAMES[i % 7]
  const [back, front] = STYLES[style]
  const hairFill = a.lin([light(hair, 0.16), hair, dark(hair, 0.2)])
  a.at(128, 134, { rot: [-4, 0, 4][i % 3], k: 1.02 }, () =>
    a.at(-128, -128, {}, () => {
      if (style === 'buns') for (const x of [76, 180]) a.circ(x, 62, 22, hairFill)
      if (style === 'tail') a.path('M160,66C216,50 226,110 206,168C198,150 200,120 176,96Z', hairFill)
      a.path(back, hairFill)
      if (style === 'curly')
        for (let k = 0; k < 15; k++) {
          const t = Math.PI * (0.92 + (k / 14) * 1.16)
          a.circ(128 + Math.cos(t) * 56, 108 + Math.sin(t) * 52, 17, hair)
        }
      a.path('M34,270C36,204 78,190 128,190C178,190 220,204 222,270Z', a.lin([light(top, 0.16), top, dark(top, 0.15)]))
      a.path('M108,158h40v32q-20,22 -40,0Z', dark(skin, 0.1))
      if (i % 4 === 0) a.path('M104,190L128,214L152,190L162,196L130,232L94,196Z', light(top, 0.55))
      if (i % 4 === 1) a.line('M92,196Q128,226 164,196', light(top, 0.45), 8)
      if (i % 4 === 2) {
        const shirt = a.clip('M34,270C36,204 78,190 128,190C178,190 220,204 222,270Z')
        a.group({ clip: shirt }, () => {
          for (const y of [214, 234, 254]) a.rect(20, y, 220, 8, light(top, 0.5), { o: 0.6 })
        })
      }
      if (i % 4 === 3) {
        a.line('M106,196L104,236M150,196L152,236', light(top, 0.6), 4)
      }
      for (const x of [77, 179]) a.ell(x, 126, 9, 12, dark(skin, 0.06))
      a.path(
        'M78,104C78,66 178,66 178,104C180,150 156,174 128,174C100,174 76,150 78,104Z',
        a.lin([light(skin, 0.14), skin]),
      )
      for (const x of [98, 158]) a.ell(x, 143, 11, 7, '#f58a84', { o: 0.42 })
      const eyes = i % 5
      for (const x of [107, 149]) {
        if (eyes === 1) a.line(`M${x - 7},126q7,-9 14,0`, '#2a1d22', 3.6)
        else if (eyes === 3) a.line(`M${x - 7},124q7,7 14,0`, '#2a1d22', 3.6)
        else {
          a.ell(x, 125, 4.8, 6.2, '#2a1d22')
          a.circ(x + 1.6, 122.6, 1.7, '#fff')
        }
        a.line(`M${x - 8},${109 - (i % 2) * 2}q8,-5 16,0`, dark(hair, 0.1), 3, { o: 0.8 })
      }
      a.line('M127,134q-3,6 2,8', dark(skin, 0.22), 2.4)
      if (i % 3 === 0) a.path('M116,151Q128,170 140,151Q128,155 116,151Z', '#c9483f')
      else a.line(`M${118 - (i % 2) * 2},153q10,9 20,0`, '#b04a44', 3.2)
      a.path(front, hairFill)
      a.line('M98,74Q116,64 136,66', light(hair, 0.35), 4, { o: 0.5 })
      if (i % 6 === 2 || i % 9 === 4) {
        for (const x of [105, 151])
          a.circ(x, 126, 17, '#ffffff', { s: '#2a2433', sw: 3.4, o: 1 }).circ(x, 126, 17, '#cfe6f7', { o: 0 })
        a.line('M122,125q6,-4 12,0M88,124l-9,-3M168,124l9,-3', '#2a2433', 3.2)
        for (const x of [107, 149]) {
          a.ell(x, 126, 4.6, 6, '#2a1d22')
          a.circ(x + 1.6, 123.6, 1.6, '#fff')
        }
      }
      if (i % 8 === 5)
        a.path(
          'M70,92C70,36 186,36 186,92Q160,78 128,78Q96,78 70,92Z',
          a.lin([light(mix(top, '#22305f', 0.4), 0.2), mix(top, '#22305f', 0.5)]),
        )
          .circ(128, 46, 11, light(top, 0.5))
          .path('M68,96Q128,66 188,96L188,106Q128,78 68,106Z', light(top, 0.4))
      if (i % 8 === 7) {
        a.line('M72,126C66,40 190,40 184,126', '#f4f1ee', 8)
        for (const x of [70, 186]) a.rect(x - 10, 112, 20, 36, '#e8574f', { rx: 9 })
      }
      if (i % 8 === 1 && style !== 'short')
        a.path('M160,70q-16,-14 -22,-2q-2,10 22,8q20,10 22,0q0,-12 -22,-6Z', '#e8574f').circ(160, 73, 4.5, '#fff0e6')
      if (i % 8 === 3) {
        for (let p = 0; p < 5; p++) a.circ(92 + Math.cos(p * 1.257) * 9, 78 + Math.sin(p * 1.257) * 9, 6.4, '#fff6ea')
        a.circ(92, 78, 5, '#f2b84b')
      }
      if (r.chance(0.2))
        for (const [x, y] of [
          [94, 138],
          [100, 141],
          [157, 139],
          [163, 137],
        ])
          a.circ(x, y, 1.3, dark(skin, 0.35), { o: 0.7 })
    }),
  )
}
