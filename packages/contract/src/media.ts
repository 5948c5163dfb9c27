/** What stands in a note's list of media: pictures, and videos that an administrator entered (spec section 2, wire rule 23). */

/** Whether the address is a video's: its path ends in .mp4. */
export function isVideo(url: string): boolean {
  return /^[^?#]+\.mp4(?:[?#]|$)/i.test(url)
}

/** The first picture, which stands for the note on cards and where it is shared; undefined where there are videos only. */
export function coverOf<Item extends { url: string }>(media: readonly Item[]): Item | undefined {
  return media.find(({ url }) => !isVideo(url))
}
