import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; 23127PN0CC) AppleWebKit/537.36 Version/4.0 Chrome/126.0'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'Windows · Edge',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1',
    'iPhone · Safari',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 MicroMessenger/8',
    'Android · 微信',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Mac · Firefox'],
  ['curl/8.0', '未知设备（curl/8.0）'],
  ['', '未知设备'],
  ['Mozilla/5.0 (Linux; Android 15)', 'Android · 未知浏览器'],
  ['Mozilla/5.0 (PlayStation 5) Chrome/140.0.0.0', '未知系统 · Chrome'],
  [
    `${ANDROID} MQQBrowser/6.2 TBS/046 Mobile Safari/537.36 XWEB/1 MicroMessenger/8.0.50 NetType/WIFI`,
    'Android · 微信',
  ],
  [`${IPHONE} Mobile/15E148 MicroMessenger/8.0.50(0x18) NetType/WIFI Language/zh_CN`, 'iPhone · 微信'],
  [`${WINDOWS} Safari/537.36 NetType/WIFI MicroMessenger/7.0.20 WindowsWechat(0x63)`, 'Windows · 微信'],
  [`${WINDOWS} Safari/537.36 wxwork/4.1.28 MicroMessenger/7.0.1 Language/zh`, 'Windows · 企业微信'],
  [`${ANDROID} MQQBrowser/6.2 TBS/046 Mobile Safari/537.36 V1_AND_SQ_9.0.30 QQ/9.0.30.17820`, 'Android · QQ'],
  [`${IPHONE} Mobile/15E148 QQ/9.0.30.613 V1_IPH_SQ_9.0.30`, 'iPhone · QQ'],
  [`${ANDROID} MQQBrowser/14.5 Mobile Safari/537.36 COVC/046915`, 'Android · QQ 浏览器'],
  [`${WINDOWS} Safari/537.36 Core/1.116 QQBrowser/19.1`, 'Windows · QQ 浏览器'],
  [`${ANDROID} UCBrowser/16.5.2 Mobile Safari/537.36`, 'Android · UC 浏览器'],
  [`${IPHONE} Mobile/21F90 Safari/604.1 UCBrowser/16.5.2`, 'iPhone · UC 浏览器'],
  [`${ANDROID} Quark/7.5.0.680 Mobile Safari/537.36`, 'Android · 夸克'],
  [`${WINDOWS} Safari/537.36 QuarkPC/4.0.5`, 'Windows · 夸克'],
  [`${ANDROID} Mobile Safari/537.36 XiaoMi/MiuiBrowser/19.3.11`, 'Android · 小米浏览器'],
  [`${ANDROID} Mobile Safari/537.36 HeyTapBrowser/45.10`, 'Android · OPPO 浏览器'],
  [`${ANDROID} Mobile Safari/537.36 VivoBrowser/20.2`, 'Android · vivo 浏览器'],
  [`${ANDROID.replace('Android 14', 'Android 12; HarmonyOS')} HuaweiBrowser/15.0 Mobile`, '鸿蒙 · 华为浏览器'],
  [
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114.0 Safari/537.36 ArkWeb/4.1 Mobile HuaweiBrowser/5.0',
    '鸿蒙 · 华为浏览器',
  ],
  [
    'Mozilla/5.0 (Tablet; OpenHarmony 5.1) AppleWebKit/537.36 Chrome/132.0 Safari/537.36 ArkWeb/5.1',
    '鸿蒙 · 应用内的网页',
  ],
  [`${ANDROID} UCBrowser/16.5 UWS/5 Mobile Safari/537.36 AliApp(DingTalk/7.6.0)`, 'Android · 钉钉'],
  [`${ANDROID} UCBrowser/16.5 UWS/5 Mobile Safari/537.36 AlipayClient/10.6.0`, 'Android · 支付宝'],
  [`${IPHONE} Mobile/15E148 Weibo (iPhone15,2__weibo__14.5.0)`, 'iPhone · 微博'],
  [`${IPHONE} CriOS/126.0 Mobile/15E148 Safari/604.1`, 'iPhone · Chrome'],
  [`${IPHONE} EdgiOS/126.0 Version/17.0 Mobile/15E148 Safari/604.1`, 'iPhone · Edge'],
  [`${IPHONE} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`, 'iPhone · Firefox'],
  [`${IPHONE} Mobile/15E148`, 'iPhone · 应用内的网页'],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
    'iPad · Safari',
  ],
  [`${ANDROID} Mobile Safari/537.36 EdgA/126.0`, 'Android · Edge'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0', 'Android · Firefox'],
  [`${ANDROID} SamsungBrowser/25.0 Mobile Safari/537.36`, 'Android · 三星浏览器'],
  [`${WINDOWS} Safari/537.36 OPR/112.0`, 'Windows · Opera'],
])('%s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
