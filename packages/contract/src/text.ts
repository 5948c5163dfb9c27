/** Texts as they come from people and programs, made fit to be kept and shown beside others'. */

/** Control characters and lone surrogates have no business in a text; some engines refuse them. */
export function tidy(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff]/g, '').toWellFormed()
}

/** A text of one line: trimmed, any white space one space, no marks that turn round what stands beside it. */
export function tidyLine(text: string): string {
  return tidy(text)
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether there is anything to see: joiners, variation marks and blank letters alone are nothing. */
export function isVisible(text: string): boolean {
  return /[^\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0\u2800]/u.test(text)
}
