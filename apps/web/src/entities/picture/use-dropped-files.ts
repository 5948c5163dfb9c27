import { useEffect, useRef, useState } from 'react'

const holdsFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false

/** Takes files dropped or pasted anywhere on the page; answers whether files are being dragged over it. */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })

  useEffect(() => {
    /** Elements entered and not yet left: leaving one for its child is no leaving. */
    let depth = 0
    function enter(event: DragEvent) {
      if (!holdsFiles(event.dataTransfer)) return
      depth += 1
      setDragging(true)
    }
    function leave(event: DragEvent) {
      if (!holdsFiles(event.dataTransfer)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setDragging(false)
    }
    // Otherwise the browser would open the file in place of the page.
    function over(event: DragEvent) {
      if (holdsFiles(event.dataTransfer)) event.preventDefault()
    }
    function drop(event: DragEvent) {
      if (!holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      depth = 0
      setDragging(false)
      take.current([...(event.dataTransfer?.files ?? [])])
    }
    function paste({ clipboardData }: ClipboardEvent) {
      // Texts copied from an office program come with a picture of themselves.
      if (!clipboardData || clipboardData.types.includes('text/plain')) return
      take.current([...clipboardData.files])
    }
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('dragenter', enter, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => stop.abort()
  }, [])

  return dragging
}
