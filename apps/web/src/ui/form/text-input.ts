const IME_KEY_CODE = 229

/** Safari reports the Enter that ends a composition after `isComposing` is false; only its key code tells it apart. */
export function isImeComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === IME_KEY_CODE
}

/** Inserts text at the caret as if typed: `onChange` is called and the browser can undo it. Needs no focus. */
export function insertText(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const end = field.value.length
  field.setRangeText(text, field.selectionStart ?? end, field.selectionEnd ?? end, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
