/** Pictures of the category interest: [size, scene in Chinese, scene function, options]; the order gives the file number. */
import { court, pool } from '../scenes/courts.mjs'
import { flatlay } from '../scenes/flatlay.mjs'
import { fields, nightHills } from '../scenes/land.mjs'
import { discs } from '../scenes/moods.mjs'
import { guitarCorner, turntable } from '../scenes/music.mjs'
import { balloons } from '../scenes/party.mjs'
import { easel, stage } from '../scenes/stage.mjs'

export const interest = [
  ['p34', '木吉他与音箱的角落', guitarCorner, {}],
  ['sq', '黑胶唱机', turntable, {}],
  ['l43', '校园乐队现场', stage, {}],
  ['p34', '窗边的画架和黑猫', easel, {}],
  [
    'p34',
    '胶片相机与拍立得',
    flatlay,
    {
      ground: '#d9b48a',
      surface: 'wood',
      items: [
        ['camera', 0.4, 0.3, 48, -8],
        ['photo', 0.72, 0.54, 34, 10, ['#5a7fc0', '#ffb08a']],
        ['photo', 0.34, 0.68, 36, -9, ['#2f8a7a', '#ffe0a0']],
        ['photo', 0.66, 0.86, 32, -4, ['#7a4a9a', '#ff9ab0']],
        ['sprig', 0.02, 0.98, 44, -60],
      ],
    },
  ],
  [
    'sq',
    '调色盘与彩铅',
    flatlay,
    {
      ground: '#f6ead8',
      surface: 'split',
      items: [
        ['palette', 0.42, 0.5, 62, -10],
        ['pencil', 0.66, 0.2, 44, 60, '#e8574f'],
        ['pencil', 0.74, 0.2, 44, 66, '#3f6fc0'],
        ['pencil', 0.82, 0.22, 44, 72, '#3f9f7f'],
        ['sticky', 0.2, 0.18, 22, -12, '#ff9ab0'],
        ['leaf', 0.02, 0.98, 40, -50, '#3f8f5f'],
      ],
    },
  ],
  ['sq', '俯瞰泳道里的游泳者', pool, {}],
  ['l43', '午后的紫色篮球场', court, { floor: '#6a4fa8', key: '#f2b84b', edge: '#3a2a6a', players: 6 }],
  ['p34', '银河下的帐篷', nightHills, {}],
  [
    'p45',
    '电吉他与排练室',
    guitarCorner,
    { electric: true, wall: '#7a2f4a', floor: '#5a3a3a', body: '#3fa0c8', window: false, amp: '#1d2030' },
  ],
  ['l43', '薰衣草花田里的徒步', fields, {}],
  ['p45', '几何拼贴海报', discs, {}],
  ['p34', '黄昏热气球', balloons, { sky: ['#3f4fa8', '#d98ab0', '#ffd9b0'], land: ['#d9a0b0', '#4a3a6a'] }],
]
