/** Pictures of the category opinion: [size, scene in Chinese, scene function, options]; the order gives the file number. */

import { planes } from '../scenes/farewell.mjs'
import { flatlay } from '../scenes/flatlay.mjs'
import { bubbles, bulb } from '../scenes/ideas.mjs'
import { mist } from '../scenes/land.mjs'
import { discs, papercut, waves } from '../scenes/moods.mjs'
import { chess, crossroads, stairs } from '../scenes/paths.mjs'
import { sea } from '../scenes/sea.mjs'

export const opinion = [
  ['sq', '你一言我一语的气泡', bubbles, {}],
  ['p45', '灯泡里的城市', bulb, { world: 'city', ground: ['#06283a', '#0f5a6a', '#3fa79a'], glow: '#ffe08a' }],
  ['p34', '拾级而上', stairs, {}],
  ['l43', '棋盘上的对弈', chess, {}],
  [
    'sq',
    '蓝黄几何拼图',
    discs,
    { ground: '#eef0f6', colors: ['#22305f', '#3f6fc0', '#f2b84b', '#ff7f6a', '#bfd8f0'], n: 4 },
  ],
  [
    'l169',
    '交叠的色圆',
    discs,
    { style: 'soft', ground: '#fdf0e0', colors: ['#ff7f6a', '#ffc04a', '#5ac0b0', '#8fb0ff'] },
  ],
  [
    'p34',
    '深绿翻涌的浪',
    waves,
    { colors: ['#062a2a', '#0f5a52', '#3fa37a', '#d6e88a', '#fff6d8'], bands: 11, amp: 16 },
  ],
  ['p34', '剪纸森林', papercut, { scene: 'pines', colors: ['#0b2a3a', '#14505a', '#2f8a7a', '#a8d08a', '#fdf3d0'] }],
  [
    'p45',
    '分岔的黄昏小路',
    crossroads,
    { sky: ['#1f6a8a', '#7fc0b8', '#fff0c0'], land: ['#a8c46a', '#2f5a4a'], road: '#fff3dc' },
  ],
  [
    'sq',
    '暮色里各自飞远的纸飞机',
    planes,
    { sky: ['#2a2a6a', '#b0609a', '#ffc09a'], hill: ['#9a7aa8', '#2f2a5a'], n: 7, kid: false },
  ],
  [
    'wide',
    '青绿山水横卷',
    mist,
    {
      sky: ['#f3e9d0', '#f6efdc', '#fdf8ea'],
      far: '#bcd6c4',
      near: '#1f4f4f',
      sun: '#f0825a',
      sunX: 0.78,
      sunY: 0.26,
      disc: 9,
      layers: 6,
      top: 0.42,
      amp: 20,
    },
  ],
  [
    'p45',
    '一杯咖啡和一本打开的书',
    flatlay,
    {
      ground: '#b5674a',
      surface: 'check',
      items: [
        ['book', 0.52, 0.62, 84, 8, { cover: '#22305f' }],
        ['cup', 0.28, 0.22, 36, 0, { art: 'leaf', cup: '#e9f0f0' }],
        ['glasses', 0.72, 0.22, 34, -16],
        ['sprig', 0.02, 0.99, 36, -60, '#2f7f5f'],
      ],
    },
  ],
  [
    'l43',
    '夜色里的灯塔',
    sea,
    {
      starry: true,
      sky: ['#04081e', '#10225a', '#2f5a9a', '#7fb0c8'],
      deep: '#0c1f4a',
      sun: '#e6f0ff',
      sunX: 0.24,
      rock: '#141a3a',
      horizon: 0.62,
    },
  ],
]
