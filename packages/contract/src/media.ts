/** Only administrators can enter videos (docs/api.md#picture-sources). */
export function isVideo(url: string): boolean {
  return /^[^?#]+\.mp4(?:[?#]|$)/i.test(url)
}

/** The first picture, for cards and link previews. Undefined if there are only videos. */
export function coverOf<Item extends { url: string }>(media: readonly Item[]): Item | undefined {
  return media.find(({ url }) => !isVideo(url))
}
