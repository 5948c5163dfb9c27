/** Pictures of the category social: [size, scene in Chinese, scene function, options]; the order gives the file number. */
import { campfire, picnic, row } from '../scenes/gathering.mjs'
import { lanterns } from '../scenes/moods.mjs'
import { balloons, fireworks, polaroids } from '../scenes/party.mjs'
import { stadium, track } from '../scenes/sport.mjs'
import { stage } from '../scenes/stage.mjs'
import { cake, drinks } from '../scenes/treats.mjs'

export const social = [
  ['p34', '挂在墙上的拍立得', polaroids, {}],
  ['p34', '一起看烟花', fireworks, {}],
  ['l43', '围着篝火夜谈', campfire, {}],
  ['sq', '草坪野餐', picnic, {}],
  ['wide', '天台上并排看日落', row, { n: 5 }],
  ['p45', '牵着气球的女孩', balloons, { kind: 'party', n: 9 }],
  ['p34', '生日蛋糕', cake, {}],
  ['l43', '夜场球赛', stadium, {}],
  ['l43', '清晨结伴跑步', track, { mood: 'dawn', runner: 3, sunX: 0.55, bend: 0.3 }],
  [
    'l169',
    '四杯夏日饮料',
    drinks,
    {
      ground: ['#bfe8e0', '#5ab0b0'],
      counter: '#2f7f86',
      cups: [
        ['#e6f3b0', '#7fc05a', 'mint'],
        ['#ffd0e0', '#e86a9a', 'ice'],
        ['#fff3e0', '#c98f5a', 'foam'],
        ['#ffe98a', '#ff9a4a', 'fruit'],
      ],
    },
  ],
  ['p34', '放飞孔明灯', lanterns, {}],
  ['p916', '音乐节主舞台', stage, { beams: ['#ffb04a', '#ff5f6f', '#7af0b0', '#58a8ff'], ground: '#1a0a1e' }],
  ['p45', '四个人的野餐布', picnic, { cloth: '#3f7fc0', lawn: ['#c6e07a', '#6aa84f'], who: 4 }],
]
