import { oneLine } from '#entities/text/typed.ts'
import { cut } from '#ui/cut.ts'

const CHARACTERS = 100

/** The beginning of a note's text on one line (spec section 2 «Note management»). */
export function excerpt(content: string): string {
  return cut(oneLine(content), CHARACTERS)
}
