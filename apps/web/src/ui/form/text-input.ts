/** The key code of every key that the input method consumes. */
const IME_KEY_CODE = 229

/**
 * Whether an input method consumes this key. Safari reports the Enter that ends a composition after `isComposing` is
 * false again; only the key code tells it apart.
 */
export function isImeComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === IME_KEY_CODE
}

/**
 * Inserts text at a field's caret or in place of its selection, as if typed: `onChange` is called, the caret moves behind
 * the text, and the browser can undo it. The field need not have the focus.
 */
export function insertText(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const end = field.value.length
  field.setRangeText(text, field.selectionStart ?? end, field.selectionEnd ?? end, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
