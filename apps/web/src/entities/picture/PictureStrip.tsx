import { useRef } from 'react'
import classes from './PictureStrip.module.css'
import { PictureTile } from './PictureTile.tsx'
import type { Uploader } from './uploader.ts'

type Props = {
  uploader: Uploader
  /** What is wrong with files that were not taken. */
  messages: readonly string[]
  disabled?: boolean
  onRemove: () => void
}

/** Small pictures in a row, each with its state; what is wrong with any is said beneath. */
export function PictureStrip({ uploader, messages, disabled = false, onRemove }: Props) {
  const items = uploader.use()
  const list = useRef<HTMLUListElement>(null)
  const failures = items.flatMap(({ status, error }, index) =>
    status === 'failed' ? [`第${index + 1}张上传失败: ${error}`] : [],
  )
  const actions = {
    retry: uploader.retry,
    remove(id: string) {
      const index = items.findIndex((item) => item.id === id)
      uploader.remove(id)
      onRemove()
      // The button that had the focus is gone: its neighbour takes it.
      requestAnimationFrame(() => {
        const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
        buttons[Math.min(index, buttons.length - 1)]?.focus({ preventScroll: true })
      })
    },
  }
  return (
    <>
      {items.length > 0 && (
        <ul ref={list} className={classes.strip} aria-label="图片">
          {items.map((item, index) => (
            <li key={item.id} className={classes.place}>
              <PictureTile item={item} index={index} disabled={disabled} actions={actions} small />
            </li>
          ))}
        </ul>
      )}
      <div role="status" className={classes.messages}>
        {[...messages, ...failures].map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
    </>
  )
}
