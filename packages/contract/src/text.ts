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

/**
 * Makes one line; empty if nothing of it is visible. Also removes bidirectional controls, which would affect the text
 * around it.
 */
export function tidyLine(text: string): string {
  if (!isVisible(text)) return ''
  return tidy(text)
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Letters and symbols that show nothing: Braille blank, object replacement, half-width space of ideographs, Egyptian
 * blanks, null notehead. Hangul fillers are among the ignorable.
 */
const BLANKS = '\\u2800\\ufffc\\u303f\\u{13441}\\u{13442}\\u{1d159}'
/** Spaces, controls, zero-width and bidirectional marks, tag characters, variation selectors, combining marks. */
const VISIBLE = new RegExp(`[^\\p{C}\\p{Z}\\p{M}\\p{Default_Ignorable_Code_Point}${BLANKS}]`, 'u')

/** Whether a reader would see anything. Text that is not visible counts as empty everywhere. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}

/** How long to wait, in words: `12 秒`, `4 分 58 秒`, `23 小时 40 分钟`. */
export function waitTime(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole >= 3600) {
    const minutes = Math.ceil(whole / 60)
    return [`${Math.floor(minutes / 60)} 小时`, minutes % 60 > 0 && `${minutes % 60} 分钟`].filter(Boolean).join(' ')
  }
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  return [minutes > 0 && `${minutes} 分`, rest > 0 && `${rest} 秒`].filter(Boolean).join(' ').replace(/分$/, '分钟')
}
