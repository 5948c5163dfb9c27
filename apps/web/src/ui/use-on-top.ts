import { useEffect, useId } from 'react'
import { createStore } from './store.ts'

/** The dialogs that are open, and the viewer's pictures, the topmost last. */
const stack = createStore<readonly string[]>([])

/** Whether this dialog is the topmost of those that are open: Esc is for that one alone. */
export function useOnTop(opened: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!opened) return
    stack.set([...stack.get(), id])
    return () => stack.set(stack.get().filter((other) => other !== id))
  }, [opened, id])
  return stack.use().at(-1) === id
}
