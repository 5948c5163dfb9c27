/** Whether the explore page shows notes of pictures only; kept until the browser's tab is closed. */
import { createStore } from '#ui/store.ts'

const KEY = 'onlyImageNotes'

function stored(): boolean {
  try {
    return sessionStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}

const store = createStore(stored())

export const onlyImages = {
  use: store.use,
  set(on: boolean) {
    store.set(on)
    try {
      sessionStorage.setItem(KEY, on ? '1' : '0')
    } catch {
      // Storage may be refused; then the choice lasts until the page is left.
    }
  },
}
