const format = new Intl.DateTimeFormat('zh-CN', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** 2025/09/09 08:30, in the reader's time zone; «-» for what is no date. */
export function dateText(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '-' : format.format(date)
}
