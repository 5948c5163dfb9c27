/** The first `max` characters and an ellipsis; a text that is not longer is returned as it is. Counts code points. */
export function truncate(text: string, max: number): string {
  const characters = [...text]
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text
}
