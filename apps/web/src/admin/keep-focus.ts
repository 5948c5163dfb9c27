/** The focus goes with the button it was on; the page takes it, so that the keyboard does not start over. */
export function keepFocus() {
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
}
