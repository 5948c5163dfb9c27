/**
 * Puts a text at a field's caret or in place of what is selected, as if typed: `onChange` hears of it, the caret stands
 * behind it, undo knows it where the browser can. The field need not have the focus.
 */
export function insertText(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const end = field.value.length
  field.setRangeText(text, field.selectionStart ?? end, field.selectionEnd ?? end, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
