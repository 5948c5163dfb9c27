/** Pictures of the category study: [size, scene in Chinese, scene function, options]; the order gives the file number. */
import { bookWorld, classroom } from '../scenes/classroom.mjs'
import { flatlay } from '../scenes/flatlay.mjs'
import { aisle, nook } from '../scenes/library.mjs'
import { screen } from '../scenes/screen.mjs'
import { sill } from '../scenes/window.mjs'

export const study = [
  ['p34', '深夜图书馆的台灯', nook, {}],
  [
    'l43',
    '书架前夜读，猫在桌上',
    nook,
    { spines: 'cool', wood: '#4a3a3a', wall: '#1d2030', side: -1, cat: true, lampColor: '#c94f4a' },
  ],
  [
    'p45',
    '午后明亮的自习室',
    nook,
    { spines: 'bright', wood: '#c08a5a', wall: '#e9d3b4', night: false, rows: 4, lampColor: '#3f6fc0' },
  ],
  ['p34', '图书馆书架长廊尽头的光', aisle, {}],
  ['l169', '旧书库的暖色走道', aisle, { spines: 'warm', glow: '#ffe0a8', wood: '#5a3524' }],
  ['l43', '洒满阳光的教室', classroom, {}],
  ['p34', '黑板与课桌', classroom, { board: '#2a3f6a', wall: '#e3ecf2', desk: '#d9a870', students: 2, seed: 'b' }],
  [
    'sq',
    '手账计划与拿铁',
    flatlay,
    {
      ground: '#e9c9a8',
      surface: 'wood',
      items: [
        ['note', 0.36, 0.55, 42, -8, { plan: true }],
        ['cup', 0.78, 0.28, 34, 0, {}],
        ['pen', 0.52, 0.9, 38, -34, '#e8574f'],
        ['sticky', 0.8, 0.62, 20, 8, '#ffe27a'],
        ['glasses', 0.3, 0.14, 32, 12],
        ['sprig', 0.98, 0.98, 40, -140, '#3f8f5f'],
      ],
    },
  ],
  [
    'p34',
    '翻开的书、耳机和咖啡',
    flatlay,
    {
      ground: '#22406a',
      surface: 'grid',
      light: 'cross',
      items: [
        ['book', 0.5, 0.33, 80, -4, { cover: '#e8574f', picture: '#7fc0e8' }],
        ['cup', 0.25, 0.74, 40, 0, { cup: '#f2b84b' }],
        ['headphones', 0.69, 0.76, 42, 18],
        ['pencil', 0.3, 0.95, 40, -6],
        ['leaf', 0.9, 0.02, 40, 100, '#5aa07a'],
      ],
    },
  ],
  ['l43', '深夜写代码', screen, { show: 'code', wall: '#2a1f4a', desk: '#7a5a6a' }],
  ['p45', '书堆上长出一座城', bookWorld, { topping: 'city', night: true, ground: ['#1a1f5a', '#6a4a9a'] }],
  [
    'sq',
    '宿舍窗边挑灯夜读',
    sill,
    { view: 'night', items: ['books', 'p:cactus', 'lamp'], curtain: '#3a3f7a', mugColor: '#f2b84b' },
  ],
  ['p916', '书堆上开满樱花的树', bookWorld, {}],
]
