const QUOTE = 0x22
const LINE_FEED = 0x0a

/** Counts the rows of a CSV file, its heading left out, as its bytes arrive; line breaks within quotes are no rows. */
export function createRowCounter() {
  let lines = 0
  let quoted = false
  return (bytes: Uint8Array): number => {
    for (const byte of bytes) {
      if (byte === QUOTE) quoted = !quoted
      else if (byte === LINE_FEED && !quoted) lines += 1
    }
    return Math.max(0, lines - 1)
  }
}
