const two = (value: number) => String(value).padStart(2, '0')

/** The length of a video: mm:ss, from an hour on hh:mm:ss (spec section 2 «Note detail»); '' where it is not known. */
export function durationText(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return ''
  const whole = Math.floor(seconds)
  const hours = Math.floor(whole / 3600)
  const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`
  return hours > 0 ? `${two(hours)}:${rest}` : rest
}
