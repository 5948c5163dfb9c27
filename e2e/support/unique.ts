/** Names that no other flow and no earlier run uses. */
const start = Date.now()
let last = 0

/** The prefix and ten letters or digits. */
export const unique = (prefix: string) => `${prefix}${start.toString(36)}${(++last).toString(36).padStart(2, '0')}`

/** The prefix and eleven lower-case letters. */
export function uniqueLetters(prefix: string): string {
  let letters = ''
  for (let rest = start * 600 + ++last; rest > 0; rest = Math.floor(rest / 26)) {
    letters = String.fromCharCode(97 + (rest % 26)) + letters
  }
  return prefix + letters
}
