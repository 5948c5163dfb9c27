/** Pictures of the category life: [size, scene in Chinese, scene function, options]; the order gives the file number. */
import { avenue, bikeRow } from '../scenes/avenue.mjs'
import { catWall } from '../scenes/cats.mjs'
import { meal } from '../scenes/food.mjs'
import { snowRoofs } from '../scenes/grounds.mjs'
import { drinks, stall } from '../scenes/treats.mjs'
import { sill } from '../scenes/window.mjs'

export const life = [
  [
    'p34',
    '食堂托盘里的三碗饭菜',
    meal,
    {
      ground: '#d9a066',
      tray: '#e8734a',
      bowls: [
        [0.5, 0.29, 33, 'rice'],
        [0.29, 0.71, 20, 'green', '#ffffff', '#e9d9b0'],
        [0.72, 0.71, 21, 'dumpling', '#f4efe6', '#5f9a98'],
      ],
      sticks: [0.12, 0.52, 72, 2],
    },
  ],
  [
    'l43',
    '一碗热腾腾的拉面',
    meal,
    {
      bowls: [
        [0.4, 0.52, 41, 'ramen'],
        [0.86, 0.24, 15, 'green', '#e8b04b', '#f3e9d8'],
        [0.88, 0.8, 14, 'fruit', '#7fb0a8', '#fff3e0'],
      ],
      sticks: [0.73, 0.16, 66, 82],
    },
  ],
  [
    'p34',
    '珍珠奶茶和水果茶',
    drinks,
    {
      cups: [
        ['#f3d9b4', '#b5794a', 'pearl'],
        ['#ffd0a0', '#ff7f5a', 'fruit'],
      ],
      awning: '#e8574f',
    },
  ],
  ['p34', '窗台上的绿植', sill, { view: 'day', items: ['p:broad', 'p:cactus', 'p:snake', 'p:sprig'] }],
  ['p45', '雪天窗边的猫和热可可', sill, { view: 'snow', items: ['mug', 'loaf'], cat: '#9a93a0', curtain: '#b5573f' }],
  ['l43', '傍晚墙头的三只猫', catWall, {}],
  ['p34', '夜市小吃摊', stall, {}],
  [
    'sq',
    '拱窗边看风景的白猫',
    sill,
    { view: 'green', items: ['p:sprig', 'cat', 'p:broad'], arch: true, curtain: null, cat: '#f4efe6' },
  ],
  ['l169', '秋天墙下的一排单车', bikeRow, { season: 'ginkgo', wall: '#b5674a', count: 6 }],
  ['p34', '枫叶路上独自散步', avenue, { season: 'maple', who: 'one', vx: 0.54 }],
  [
    'sq',
    '周末一桌好菜',
    meal,
    {
      ground: '#2f5f6a',
      cloth: '#e9e0d0',
      bowls: [
        [0.3, 0.3, 25, 'fruit', '#f2b84b', '#fff3e0'],
        [0.76, 0.26, 21, 'ramen'],
        [0.68, 0.73, 26, 'rice', '#5a7fa8'],
        [0.24, 0.76, 20, 'dumpling', '#e8574f', '#5a8fa0'],
      ],
      sticks: [0.45, 0.46, 40, 76],
    },
  ],
  [
    'l43',
    '落日窗台的书和茶',
    sill,
    { view: 'sunset', items: ['p:snake', 'mug', 'books'], curtain: '#f2c0a0', cols: 3 },
  ],
  ['p45', '雪后清晨的屋顶', snowRoofs, { night: false, roofs: 5 }],
]
