/** An iPad that asks for desktop pages calls itself a Mac: that cannot be told. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony|ArkWeb/, '鸿蒙'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android|\bAdr\b/, 'Android'],
  [/Windows Phone/, 'Windows Phone'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

/** Apps before browsers, and the more specific first: Edge calls itself Chrome, Chrome Safari, and Quark UC. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/wxwork\//i, '企业微信'],
  [/MicroMessenger/i, '微信'],
  [/DingTalk/i, '钉钉'],
  [/\bLark\/|Feishu/i, '飞书'],
  [/AlipayClient/, '支付宝'],
  [/Weibo/i, '微博'],
  [/BytedanceWebview|aweme/i, '抖音'],
  [/XiaoHongShu|discover\//i, '小红书'],
  [/BiliApp|bili-universal/i, '哔哩哔哩'],
  [/ZhihuHybrid|osee2unifiedRelease/i, '知乎'],
  [/AliApp\(TB/, '淘宝'],
  [/\bTIM\/\d/, 'TIM'],
  [/\bQQ\/\d/, 'QQ'],
  [/M?QQBrowser/, 'QQ 浏览器'],
  [/Quark/i, '夸克'],
  [/UCBrowser|\bUCWEB|\bUBrowser/i, 'UC 浏览器'],
  [/baiduboxapp/i, '百度'],
  [/baidubrowser|BIDUBrowser/i, '百度浏览器'],
  [/MiuiBrowser/i, '小米浏览器'],
  [/HuaweiBrowser/i, '华为浏览器'],
  [/HonorBrowser|MagicBrowser/i, '荣耀浏览器'],
  [/HeyTapBrowser|OppoBrowser/i, 'OPPO 浏览器'],
  [/VivoBrowser/i, 'vivo 浏览器'],
  [/MZBrowser/i, '魅族浏览器'],
  [/SamsungBrowser/, '三星浏览器'],
  [/SogouMobileBrowser|SogouMSE|MetaSr/i, '搜狗浏览器'],
  [/QihooBrowser|360SE|360EE|QHBrowser|360 ?Aphone/i, '360 浏览器'],
  [/LBBROWSER|LieBaoFast/i, '猎豹浏览器'],
  [/Maxthon/i, '傲游'],
  [/2345(Explorer|Browser)|Mb2345Browser/i, '2345 浏览器'],
  [/ArkWeb/, '应用内的网页'],
  [/\bVia\/|mark\.via/i, 'Via'],
  [/DuckDuckGo|\bDdg\//, 'DuckDuckGo'],
  [/YaBrowser/, 'Yandex'],
  [/Vivaldi/, 'Vivaldi'],
  [/\bOPR\/|\bOPT\/|OPiOS|Opera/, 'Opera'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/MSIE|Trident\//, 'IE'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
  [/\b(iPhone|iPad|iPod)\b.*AppleWebKit/, '应用内的网页'],
]

const TEXT_MAX = 60

/** System and browser in words, also where one of them is not known; what names neither follows as it is. */
export function deviceName(userAgent: string): string {
  const [system, browser] = [SYSTEMS, BROWSERS].map((known) => known.find(([mark]) => mark.test(userAgent))?.[1])
  if (system || browser) return `${system ?? '未知系统'} · ${browser ?? '未知浏览器'}`
  const text = userAgent.trim().slice(0, TEXT_MAX)
  return text ? `未知设备（${text}）` : '未知设备'
}
