import { IconPhoto } from '@tabler/icons-react'
import { useRef } from 'react'
import { IconButton } from '#ui/form/IconButton.tsx'
import { PICTURE_TYPES } from './file-rules.ts'
import classes from './PictureStrip.module.css'
import { PictureTile } from './PictureTile.tsx'
import { UploadNotice } from './UploadNotice.tsx'
import type { Uploader } from './uploader.ts'

type Props = {
  uploader: Uploader
  messages: readonly string[]
  disabled?: boolean
  onRemove: () => void
}

export function PictureStrip({ uploader, messages, disabled = false, onRemove }: Props) {
  const items = uploader.use()
  const hold = uploader.useHold()
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
      // The focused button was removed: move the focus to its neighbour.
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
            <li key={item.id} className={classes.item}>
              <PictureTile item={item} index={index} hold={hold} disabled={disabled} actions={actions} small />
            </li>
          ))}
        </ul>
      )}
      <div role="status" className={classes.messages}>
        {[...messages, ...failures].map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
      <UploadNotice uploader={uploader} disabled={disabled} />
    </>
  )
}

type ButtonProps = { onChoose: (files: File[]) => void; disabled?: boolean }

export function PictureButton({ onChoose, disabled }: ButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label="图片" icon={IconPhoto} disabled={disabled} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={PICTURE_TYPES.join(',')}
        aria-label="添加图片"
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          // Allows choosing the same file again.
          target.value = ''
        }}
      />
    </>
  )
}
