/** Pictures of the category career: [size, scene in Chinese, scene function, options]; the order gives the file number. */
import { blueHour, facade, lookUp } from '../scenes/city.mjs'
import { flatlay } from '../scenes/flatlay.mjs'
import { stairs } from '../scenes/paths.mjs'
import { screen } from '../scenes/screen.mjs'
import { metro, trails } from '../scenes/streets.mjs'
import { train } from '../scenes/window.mjs'

export const career = [
  ['l43', '蓝调时刻的城市天际线', blueHour, {}],
  ['p34', '阳台上看城市夜景', blueHour, { balcony: true, sky: ['#1a1a5a', '#5a4aa0', '#e07a90', '#ffc890'] }],
  ['p34', '写字楼的深夜灯光', facade, { lit: 0.62 }],
  ['p34', '仰望玻璃幕墙与飞机', lookUp, {}],
  ['l43', '早高峰的地铁站台', metro, {}],
  ['p34', '高楼间的车流光轨', trails, {}],
  ['l43', '电脑上的数据报表', screen, {}],
  ['l32', '线上面试会议', screen, { show: 'call', wall: '#3f7f86', desk: '#a8795a' }],
  [
    'sq',
    '办公桌俯拍',
    flatlay,
    {
      ground: '#dfe3ea',
      surface: 'split',
      light: 'cross',
      items: [
        ['laptop', 0.54, 0.36, 72, 4, { body: '#6a7080' }],
        ['note', 0.24, 0.76, 30, -12, { color: '#ffe8d0', grid: false, plan: true }],
        ['cup', 0.84, 0.76, 30, 0, { cup: '#22305f', drink: '#5a3420', art: 'plain' }],
        ['pen', 0.46, 0.9, 34, -20, '#e11d48'],
        ['sticky', 0.62, 0.76, 15, 6, '#ffcf5a'],
        ['sprig', 0.02, 0.02, 36, 50, '#3f8f6f'],
      ],
    },
  ],
  [
    'wide',
    '跨江大桥与灯火',
    blueHour,
    { bridge: true, sky: ['#06203a', '#1a5a7a', '#6ab0a8', '#ffe0a8'], near: '#081c30', y0: 0.66 },
  ],
  [
    'p916',
    '夕阳里的玻璃塔楼',
    lookUp,
    { sky: ['#ff9a6a', '#ffe2b8'], glass: ['#5a3f7a', '#8a4a7a', '#3f3468', '#b0607a'], glint: '#fff0c0' },
  ],
  ['p45', '一步一步往上走', stairs, { tone: ['#cfe0f0', '#6f9ac8', '#22406a'], sky: ['#ffb48a', '#fff0d8'], steps: 8 }],
  ['sq', '海景列车上的出差', train, { land: 'sea', seat: '#e8734a', who: false }],
]
