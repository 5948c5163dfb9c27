import { useState } from 'react'

/** What a key asks of a list. */
type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Which of a list is marked; ↑ ↓ move the mark, Enter and Tab choose what it stands on. */
export function useMarked<T>(items: readonly T[], onChoose: (item: T) => void) {
  const [wanted, setWanted] = useState(0)
  const marked = Math.min(wanted, items.length - 1)
  return {
    marked,
    mark: setWanted,
    /** Whether the key was for the list. */
    press({ key, ...held }: Key): boolean {
      const item = items[marked]
      if (!item || held.shiftKey || held.ctrlKey || held.metaKey || held.altKey) return false
      if (key === 'ArrowDown') setWanted((marked + 1) % items.length)
      else if (key === 'ArrowUp') setWanted((marked - 1 + items.length) % items.length)
      else if (key === 'Enter' || key === 'Tab') onChoose(item)
      else return false
      return true
    },
  }
}
