/** Removes control characters and lone surrogates, which some database engines reject. */
export function tidy(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
  return wellFormed(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff]/g, ''))
}

/** Replaces lone surrogates by U+FFFD, as `toWellFormed` does, which not every supported browser has. */
export function wellFormed(text: string): string {
  // With the flag u, the two halves of a pair are one character and do not match.
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Makes one line. Also removes bidirectional controls, which would affect the text around it. */
export function tidyLine(text: string): string {
  return tidy(text)
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Joiners, variation selectors and blank letters such as U+3164 are not visible. */
export function isVisible(text: string): boolean {
  return /[^\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0\u2800]/u.test(text)
}

/** How long to wait, in words: `12 秒`, `4 分 58 秒`. */
export function waitTime(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  return [minutes > 0 && `${minutes} 分`, rest > 0 && `${rest} 秒`].filter(Boolean).join(' ').replace(/分$/, '分钟')
}
