/** What an input method takes for itself, whatever the key. */
const TAKEN = 229

/**
 * Whether a key belongs to the input method that one writes with. Safari tells of the Enter that ends a composition after
 * its end, and only the code says whose it was.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === TAKEN
}
