/** A note's media: pictures, and videos that an administrator entered (docs/api.md#picture-sources). */

/** Whether the URL is a video's: its path ends in .mp4. */
export function isVideo(url: string): boolean {
  return /^[^?#]+\.mp4(?:[?#]|$)/i.test(url)
}

/** The first picture, shown on cards and in link previews. Undefined where there are videos only. */
export function coverOf<Item extends { url: string }>(media: readonly Item[]): Item | undefined {
  return media.find(({ url }) => !isVideo(url))
}
