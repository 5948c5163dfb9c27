/** The first `max` characters and an ellipsis; a text that is no longer than that as it is. */
export function cut(text: string, max: number): string {
  const characters = [...text]
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text
}
