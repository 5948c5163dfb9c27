import { oneLine } from '#entities/text/typed.ts'

const CHARACTERS = 100

/** At most `max` characters, then an ellipsis. */
export function shortened(text: string, max: number): string {
  const characters = [...text]
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text
}

/** The beginning of a note's text on one line (spec section 2 «Note management»). */
export function excerpt(content: string): string {
  return shortened(oneLine(content), CHARACTERS)
}
