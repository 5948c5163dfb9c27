const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** The more specific first: Edge calls itself Chrome, and Chrome Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, '微信'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

/** System and browser in words; a text that names neither is shown as it is. */
export function deviceName(userAgent: string): string {
  const names = [SYSTEMS, BROWSERS].map((known) => known.find(([mark]) => mark.test(userAgent))?.[1])
  return names.filter(Boolean).join(' · ') || userAgent.slice(0, 60) || '未知设备'
}
