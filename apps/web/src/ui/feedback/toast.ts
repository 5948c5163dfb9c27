import { createStore } from '#ui/state/store.ts'

const TOAST_MS = 2000
/** Long enough to read it and to press its button. */
const ACTION_MS = 7000

type ToastKind = 'success' | 'error' | 'info'
/** A button in a message, such as 撤销. */
type ToastAction = { label: string; run: () => void }
type ToastItem = { id: number; kind: ToastKind; text: string; action?: ToastAction | undefined }

const SHOWN_MAX = 3

export const toasts = createStore<readonly ToastItem[]>([])
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let lastId = 0

export function dismiss(id: number) {
  clearTimeout(timers.get(id))
  timers.delete(id)
  toasts.set(toasts.get().filter((item) => item.id !== id))
}

/** A message that is shown already stays longer instead of appearing twice. */
function show(kind: ToastKind, text: string, ms = TOAST_MS, action?: ToastAction) {
  const same = action ? undefined : toasts.get().find((item) => item.kind === kind && item.text === text)
  const item = same ?? { id: ++lastId, kind, text, action }
  if (!same) {
    const shown = toasts.get()
    for (const old of shown.slice(0, Math.max(0, shown.length - SHOWN_MAX + 1))) dismiss(old.id)
    toasts.set([...toasts.get(), item])
  }
  clearTimeout(timers.get(item.id))
  timers.set(
    item.id,
    setTimeout(() => dismiss(item.id), ms),
  )
}

export const toast = {
  success: (text: string, ms?: number) => show('success', text, ms),
  /** A success that can be taken back for seven seconds. */
  undoable: (text: string, undo: () => void) => show('success', text, ACTION_MS, { label: '撤销', run: undo }),
  error: (text: string, ms?: number) => show('error', text, ms),
  info: (text: string, ms?: number) => show('info', text, ms),
}
