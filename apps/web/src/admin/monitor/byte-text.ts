const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** A size as people say it: 0 B, 812 KB, 1.4 GB; 1 KB is 1024 B. */
export function byteText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  const size = bytes / 1024 ** power
  return `${size < 100 && power > 0 ? Math.round(size * 10) / 10 : Math.round(size)} ${UNITS[power]}`
}
