import { useState } from 'react'
import { admit } from './file-rules.ts'
import type { Uploader } from './uploader.ts'
import { useDroppedFiles } from './use-dropped-files.ts'

/**
 * Takes pictures that are chosen, dropped on the page or pasted, `max` at most, and says which it could not. Places that
 * wait for an address give way to them. `onAdded` is told which came.
 */
export function useChosenPictures(uploader: Uploader, max: number, onAdded?: (ids: readonly string[]) => void) {
  const [messages, setMessages] = useState<readonly string[]>([])
  function add(chosen: readonly File[]) {
    if (chosen.length === 0) return
    const waiting = uploader.get().filter(({ url }) => url === '')
    const { files, messages: refused } = admit(chosen, uploader.get().length - waiting.length, max)
    setMessages(refused)
    if (files.length === 0) return
    for (const { id } of waiting) uploader.remove(id)
    const ids = uploader.add(files)
    onAdded?.(ids)
  }
  return { messages, add, clearMessages: () => setMessages([]), dragging: useDroppedFiles(add) }
}
