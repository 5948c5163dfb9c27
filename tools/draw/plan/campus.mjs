/** Pictures of the category campus: [size, scene in Chinese, scene function, options]; the order gives the file number. */
import { avenue, bikeRow } from '../scenes/avenue.mjs'
import { clocktower, hall } from '../scenes/campus.mjs'
import { court } from '../scenes/courts.mjs'
import { lake, snowRoofs } from '../scenes/grounds.mjs'
import { track } from '../scenes/sport.mjs'

export const campus = [
  ['l43', '暮色里亮灯的教学楼', hall, { time: 'dusk' }],
  ['p34', '夜晚灯火通明的宿舍楼', hall, { time: 'night', cols: 6, rows: 6, high: 0.5, wide: 0.7, at: 0.1 }],
  ['p34', '樱花大道上的两个人', avenue, { season: 'cherry' }],
  ['p34', '银杏大道推车走过', avenue, { season: 'ginkgo', who: 'bike', vx: 0.46 }],
  ['p45', '盛夏林荫道上的一群人', avenue, { season: 'summer', who: 'group', vy: 0.6 }],
  ['p34', '秋日阳光下的钟楼', clocktower, {}],
  ['l43', '爬山虎墙下的自行车', bikeRow, { count: 4 }],
  ['sq', '雪夜屋顶与暖窗', snowRoofs, {}],
  ['l43', '湖畔的拱桥和天鹅', lake, {}],
  ['l169', '夕阳下的操场跑道', track, {}],
  ['p34', '俯瞰篮球场', court, {}],
  ['p916', '蓝楹花开的小路', avenue, { season: 'jacaranda', who: 'one', vy: 0.62 }],
  ['l32', '晴天白云下的主楼草坪', hall, { time: 'noon', cols: 10, rows: 4, people: 4, high: 0.4 }],
]
