import { POST } from '@shiliu/contract/limits'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { admit } from '#entities/picture/file-rules.ts'
import { tellUploads } from '#entities/picture/tell-uploads.ts'
import type { Uploader } from '#entities/picture/uploader.ts'
import { useDroppedFiles } from '#entities/picture/use-dropped-files.ts'
import { AddPictures } from './AddPictures.tsx'
import { Field } from './Field.tsx'
import classes from './PicturesField.module.css'
import { PlainTiles } from './PlainTiles.tsx'

// Without it the pictures cannot be put in order, which is no reason to lose what is written.
const SortableTiles = lazy(() =>
  import('./SortableTiles.tsx')
    .then((module) => ({ default: module.SortableTiles }))
    .catch(() => ({ default: PlainTiles })),
)

type Props = { uploader: Uploader; error: string | undefined; disabled: boolean; onChange: () => void }

/** Up to nine pictures: chosen, dropped anywhere on the page or pasted; each is sent at once (spec sections 4, 5). */
export function PicturesField({ uploader, error, disabled, onChange }: Props) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const adding = useRef(false)
  const items = uploader.use()
  const [messages, setMessages] = useState<readonly string[]>([])

  function add(chosen: readonly File[]) {
    if (disabled || chosen.length === 0) return
    const admitted = admit(chosen, uploader.get().length, POST.imagesMax)
    setMessages(admitted.messages)
    if (admitted.files.length > 0) void tellUploads(uploader, uploader.add(admitted.files))
    onChange()
  }
  const dragging = useDroppedFiles(add)

  const actions = {
    remove(itemId: string) {
      const index = items.findIndex((item) => item.id === itemId)
      setMessages([])
      uploader.remove(itemId)
      onChange()
      // The button that had the focus is gone: its neighbour takes it.
      requestAnimationFrame(() => {
        const buttons = root.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
        const next = buttons[Math.min(index, buttons.length - 1)] ?? root.current?.querySelector('input')
        next?.focus({ preventScroll: true })
      })
    },
    retry: uploader.retry,
    move: uploader.move,
  }
  const failures = items.flatMap(({ status, error: reason }, index) =>
    status === 'failed' ? [`第${index + 1}张上传失败: ${reason}`] : [],
  )
  const full = items.length >= POST.imagesMax
  const count = `${items.length}/${POST.imagesMax}`
  const adder = { onChoose: add, describedBy: `${id}-error`, focused: adding }
  const tiles = { items, disabled, actions, after: !full && !disabled && <AddPictures {...adder} /> }

  return (
    <Field
      field="images"
      id={id}
      label="图片"
      aside={items.length > 1 ? `${count}，按住拖动可调整顺序` : count}
      error={error}
      className={dragging && !full ? classes.dragging : undefined}
    >
      <div ref={root}>
        {items.length === 0 && <AddPictures large {...adder} />}
        {items.length > 0 && (
          <Suspense fallback={<PlainTiles {...tiles} />}>
            <SortableTiles {...tiles} />
          </Suspense>
        )}
      </div>
      <div role="status" className={classes.messages}>
        {[...messages, ...failures].map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
    </Field>
  )
}
