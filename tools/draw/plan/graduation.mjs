/** Pictures of the category graduation: [size, scene in Chinese, scene function, options]; the order gives the file number. */
import { classroom } from '../scenes/classroom.mjs'
import { capsThrown, gowns, planes } from '../scenes/farewell.mjs'
import { flatlay } from '../scenes/flatlay.mjs'
import { moving, platform } from '../scenes/journey.mjs'
import { polaroids } from '../scenes/party.mjs'
import { sea } from '../scenes/sea.mjs'
import { train } from '../scenes/window.mjs'

export const graduation = [
  ['p34', '抛向天空的学士帽', capsThrown, {}],
  ['l43', '穿学士服的四个人与老主楼', gowns, {}],
  ['p34', '两个人穿着学士服望向城市', gowns, { place: 'city', n: 2, sky: ['#5a5fc0', '#f29ab0', '#ffe2c0'] }],
  ['l43', '站台告别', platform, {}],
  ['p34', '放飞纸飞机', planes, {}],
  ['p34', '收拾好的宿舍纸箱', moving, {}],
  [
    'p45',
    '学士帽、证书和向日葵',
    flatlay,
    {
      ground: '#f4d9d0',
      crumbs: ['#ffd98a', '#e8574f', '#7fc0e8'],
      items: [
        ['cap', 0.4, 0.32, 50, -14],
        ['scroll', 0.64, 0.62, 54, -24],
        ['flowers', 0.3, 0.8, 36, -12],
        ['photo', 0.84, 0.2, 26, 12, ['#3f6fc0', '#ffd98a']],
      ],
    },
  ],
  ['l43', '黄昏教室里的毕业黑板', classroom, { time: 'dusk', chalk: 'party', bunting: true, students: 2 }],
  ['l32', '火车窗外的田野', train, {}],
  ['sq', '暖墙上的毕业合影', polaroids, { wall: '#a8573f', lines: 2, per: 3, lights: ['#fff0c4', '#ffd98a'] }],
  [
    'wide',
    '晚霞里飞起的学士帽',
    capsThrown,
    { sky: ['#3a2f8a', '#d9608a', '#ffb88a'], n: 8, crowd: 12, sun: '#ffe6b0' },
  ],
  ['p34', '返乡列车的黄昏', train, { land: 'dusk', seat: '#7a2f3f', wall: '#d8c0b0', top: '#5aa7a7' }],
  [
    'p45',
    '海边最后的合影',
    sea,
    { cast: 'walk', horizon: 0.42, sky: ['#3fa3e0', '#a8dcf0', '#fff0d8'], deep: '#1f8fb0', sun: '#fffbe0' },
  ],
]
