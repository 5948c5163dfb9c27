/** Pictures of the category emotion: [size, scene in Chinese, scene function, options]; the order gives the file number. */
import { avenue } from '../scenes/avenue.mjs'
import { mist, nightHills } from '../scenes/land.mjs'
import { aurora, lanterns, marble, papercut, waves } from '../scenes/moods.mjs'
import { sea } from '../scenes/sea.mjs'
import { rainyStreet } from '../scenes/streets.mjs'
import { sill } from '../scenes/window.mjs'

export const emotion = [
  ['l43', '并肩坐在长椅上看星星', nightHills, { cast: 'pair', sky: ['#0a0f2e', '#22306e', '#7a5fb0', '#ffa98a'] }],
  [
    'sq',
    '一个人在海边看月亮',
    sea,
    {
      cast: 'moon',
      starry: true,
      sky: ['#060b28', '#182a66', '#3f5aa0', '#9fb8d8'],
      deep: '#122452',
      sun: '#fdf3d0',
      sunX: 0.6,
    },
  ],
  ['p45', '夜路上的红伞', avenue, { season: 'night', who: 'umbrella', weather: 'rain' }],
  ['p34', '剪纸洞口里的月亮', papercut, {}],
  ['l169', '落日色的情绪波浪', waves, { sun: '#ffe0a8' }],
  ['p916', '极光下的背影', aurora, {}],
  ['p34', '晚霞里的独行', marble, { who: 'one' }],
  ['p34', '升起的爱心灯', lanterns, { shape: 'heart', sky: ['#2a1150', '#7a2470', '#e0507a', '#ffc09a'] }],
  ['p34', '雨夜窗台与睡着的猫', sill, {}],
  ['p45', '雨夜霓虹街头的一把伞', rainyStreet, { n: 1, umbrellas: ['#f2b84b'] }],
  ['sq', '红色剪纸里的猫', papercut, { scene: 'cat', colors: ['#3a1238', '#8a2a5a', '#e8574f', '#f7a072', '#ffe6c0'] }],
  [
    'tall',
    '月下层叠的蓝色远山',
    mist,
    {
      sky: ['#0f1d4a', '#3a5a9a', '#a8c3dc'],
      far: '#8fb0d0',
      near: '#0a1838',
      sun: '#fdf6dc',
      sunX: 0.5,
      sunY: 0.16,
      disc: 11,
      layers: 9,
      top: 0.36,
    },
  ],
  ['l43', '灯塔与晚霞', sea, { sky: ['#2a2f7a', '#9a5fa8', '#ff9a8a', '#ffe0b0'], sunX: 0.28, horizon: 0.62 }],
]
