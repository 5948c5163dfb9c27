/** Which emoji the system can draw: its own pictures are all there are. */
import type { EmojiRow } from 'virtual:emoji'

const SIZE = 16
const FONT = `${SIZE}px "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", "Twemoji Mozilla", sans-serif`

/** Looks at an emoji as drawn on a canvas: a picture has colours of its own, and a sequence that is one is one wide. */
function createLooker(): (emoji: string) => boolean {
  const context = new OffscreenCanvas(SIZE, SIZE).getContext('2d', { willReadFrequently: true })
  if (!context) return () => false
  context.font = FONT
  context.textBaseline = 'top'
  const draw = (emoji: string, colour: string) => {
    context.clearRect(0, 0, SIZE, SIZE)
    context.fillStyle = colour
    context.fillText(emoji, 0, 0)
    return context.getImageData(0, 0, SIZE, SIZE).data
  }
  return (emoji) => {
    if (context.measureText(emoji).width >= SIZE * 2) return false
    const blue = draw(emoji, '#00f')
    return draw(emoji, '#f00').every((value, index) => value === blue[index])
  }
}

/**
 * Those of `rows` that `draws` says yes to, asked once for each Emoji version and once for flags, which some systems
 * leave out. Where the answer is no throughout, the question itself failed, and all are shown.
 */
export function supported(rows: readonly EmojiRow[], draws: (emoji: string) => boolean): readonly EmojiRow[] {
  const first = new Map<number, string>()
  for (const [emoji, , , version, , , flag] of rows) if (!flag && !first.has(version)) first.set(version, emoji)
  const newest = [...first].sort(([a], [b]) => b - a).find(([, emoji]) => draws(emoji))?.[0]
  if (newest === undefined) return rows
  const flags = draws('🇨🇳')
  return rows.filter(([, , , version, , , flag]) => version <= newest && (flags || !flag))
}

export const supportedHere = (rows: readonly EmojiRow[]) => supported(rows, createLooker())
