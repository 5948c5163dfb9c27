const whole = new Intl.DateTimeFormat('zh-CN', { month: 'long', day: 'numeric', weekday: 'short', timeZone: 'UTC' })

/** A day as the server names it, 2026-09-01, as «9月1日周二»; no clock of the reader moves it. */
export function dayText(date: string): string {
  return whole.format(new Date(`${date}T00:00:00Z`))
}

/** 2026-09-01 → 9/1. */
export function shortDay(date: string): string {
  return date.slice(5).split('-').map(Number).join('/')
}
