import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '#ui/feedback/toast.ts'
import { isHeicFile, selectFiles } from './file-rules.ts'
import type { Uploader } from './uploader.ts'

type Options = {
  max: number
  disabled?: boolean
  /** Called with each attempt, also when no file is accepted. */
  onChange?: () => void
  onAdded?: (ids: readonly string[]) => void
}

/** Adds pictures that are chosen, or dropped or pasted anywhere on the page. They replace empty addresses. */
export function useAddPictures(uploader: Uploader, { max, disabled = false, onChange, onAdded }: Options) {
  const [messages, setMessages] = useState<readonly string[]>([])

  async function add(files: readonly File[]) {
    if (disabled || files.length === 0) return
    const heic = await Promise.all(files.map(isHeicFile))
    const empty = uploader.get().filter(({ url }) => url === '')
    const selected = selectFiles(
      files,
      uploader.get().length - empty.length,
      max,
      files.filter((_, index) => heic[index]),
    )
    setMessages(selected.messages)
    if (selected.accepted.length > 0) {
      for (const { id } of empty) uploader.remove(id)
      const ids = uploader.add(selected.accepted)
      onAdded?.(ids)
    }
    onChange?.()
  }
  return { messages, add, clearMessages: () => setMessages([]), dragging: useDroppedFiles(add) }
}

const hasFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false

function useDroppedFiles(onFiles: (files: File[]) => Promise<void>): boolean {
  const [dragging, setDragging] = useState(false)
  const take = useEffectEvent(onFiles)

  useEffect(() => {
    /** Elements entered and not yet left: moving to a child enters it before its parent is left. */
    let depth = 0
    function onDragEnter(event: DragEvent) {
      if (!hasFiles(event.dataTransfer)) return
      depth += 1
      setDragging(true)
    }
    function onDragLeave(event: DragEvent) {
      if (!hasFiles(event.dataTransfer)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setDragging(false)
    }
    // Otherwise the browser opens the file instead of the page.
    function onDragOver(event: DragEvent) {
      if (hasFiles(event.dataTransfer)) event.preventDefault()
    }
    function onDrop(event: DragEvent) {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      depth = 0
      setDragging(false)
      void take([...(event.dataTransfer?.files ?? [])])
    }
    function onPaste({ clipboardData }: ClipboardEvent) {
      // Office programs put a picture of a copied text beside the text.
      if (!clipboardData || clipboardData.types.includes('text/plain')) return
      void take([...clipboardData.files])
    }
    const controller = new AbortController()
    const { signal } = controller
    window.addEventListener('dragenter', onDragEnter, { signal })
    window.addEventListener('dragleave', onDragLeave, { signal })
    window.addEventListener('dragover', onDragOver, { signal })
    window.addEventListener('drop', onDrop, { signal })
    window.addEventListener('paste', onPaste, { signal })
    return () => controller.abort()
  }, [])

  return dragging
}

/** Up to this many at once are uploaded without a toast. */
const QUIET_MAX = 3

/** Shows a toast when many pictures begin to upload and another with their result; `ms` is how long each stays. */
export async function toastUploads(uploader: Uploader, ids: readonly string[], ms?: number): Promise<void> {
  if (ids.length <= QUIET_MAX) return
  toast.info(`正在上传 ${ids.length} 张图片，请耐心等待...`, ms)
  await uploader.settled(ids)
  const ended = uploader.get().filter(({ id }) => ids.includes(id))
  const failed = ended.filter(({ status }) => status === 'failed').length
  const done = ended.filter(({ status }) => status === 'done').length
  if (failed > 0) toast.error(`${done} 张上传成功，${failed} 张失败`, ms)
  else if (done > 0) toast.success(`成功上传 ${done} 张图片`, ms)
}
