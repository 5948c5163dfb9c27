/** Pictures of the category help: [size, scene in Chinese, scene function, options]; the order gives the file number. */
import { avenue } from '../scenes/avenue.mjs'
import { flatlay } from '../scenes/flatlay.mjs'
import { bubbles, bulb } from '../scenes/ideas.mjs'
import { moving } from '../scenes/journey.mjs'
import { papercut } from '../scenes/moods.mjs'
import { crossroads } from '../scenes/paths.mjs'
import { metro, rainyStreet, trails } from '../scenes/streets.mjs'
import { sill } from '../scenes/window.mjs'

export const help = [
  [
    'p45',
    '捡到的钱包、钥匙和学生卡',
    flatlay,
    {
      ground: '#3f7f72',
      items: [
        ['wallet', 0.32, 0.28, 42, -12],
        ['keys', 0.7, 0.3, 32, 20],
        ['card', 0.4, 0.64, 50, 8, '#3f6fc0'],
        ['earbuds', 0.76, 0.68, 28, -10],
        ['leaf', 0.98, 0.99, 36, -130, '#7fc08a'],
      ],
    },
  ],
  [
    'l43',
    '电脑、手机与待办便签',
    flatlay,
    {
      ground: '#f2a7a0',
      items: [
        ['laptop', 0.38, 0.46, 76, -6],
        ['cup', 0.82, 0.28, 30, 0, { art: 'leaf' }],
        ['phone', 0.8, 0.7, 17, 14],
        ['sticky', 0.93, 0.56, 14, -8, '#9be0d0'],
        ['pencil', 0.1, 0.93, 34, -8],
        ['bush', 0.02, 0.04, 30],
      ],
    },
  ],
  ['l43', '岔路口的路牌', crossroads, {}],
  [
    'sq',
    '雨天路口的雨伞们',
    rainyStreet,
    { n: 3, umbrellas: ['#e8574f', '#3f9f9a', '#f4efe6'], sky: ['#1a2a3a', '#3f5a6a', '#8fa3a8'] },
  ],
  ['p34', '灯泡里的小世界', bulb, {}],
  ['p34', '地铁站台等车的人', metro, { people: 2, line: '#2f9f7f' }],
  [
    'sq',
    '毕业清仓的纸箱',
    moving,
    { wall: '#d3e0d6', floor: '#a8795a', sky: ['#5aa7e0', '#bfe6f5', '#fff3dc'], boxes: 5 },
  ],
  [
    'p34',
    '雨天窗前的盆栽和书',
    sill,
    { view: 'rain', items: ['p:broad', 'books', 'p:cactus'], curtain: '#7f8fa0', cols: 3, rows: 1 },
  ],
  [
    'p34',
    '剪纸里撑伞的人',
    papercut,
    { scene: 'person', colors: ['#2a1a4a', '#5a3a8a', '#a86ac0', '#f2a8c0', '#fff0e6'] },
  ],
  [
    'sq',
    '桌上遗落的耳机和校园卡',
    flatlay,
    {
      ground: '#2b2f4a',
      surface: 'split',
      light: 'cross',
      items: [
        ['headphones', 0.36, 0.36, 50, -20, '#f2b84b'],
        ['card', 0.7, 0.64, 46, 14, '#e8574f'],
        ['phone', 0.28, 0.78, 18, -24, ['#2f8a8a', '#bfe8d6']],
        ['keys', 0.78, 0.28, 28, 60],
      ],
    },
  ],
  [
    'l32',
    '问答气泡',
    bubbles,
    { ground: ['#0f6a5a', '#3fae8a'], colors: ['#fff6ea', '#ffe07a', '#bff0d8', '#ff9a7a', '#8fd0ff'] },
  ],
  ['p45', '雪中独自赶路', avenue, { season: 'winter', who: 'one', weather: 'snow', vy: 0.6 }],
  [
    'p45',
    '夜归路上的车灯',
    trails,
    { sky: ['#061a2a', '#0f3f5a', '#2f7f8f', '#ffb37a'], red: '#ff6a4a', gold: '#c8f0ff', curve: -0.6 },
  ],
]
