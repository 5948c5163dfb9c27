import { POST } from '@shiliu/contract/limits'
import { IconLink, IconPhotoPlus } from '@tabler/icons-react'
import { type ChangeEvent, useEffect, useId, useRef } from 'react'
import { ACCEPTED } from '#entities/picture/file-rules.ts'
import { tellUploads } from '#entities/picture/tell-uploads.ts'
import { useChosenPictures } from '#entities/picture/use-chosen-pictures.ts'
import { Button } from '#ui/Button.tsx'
import { TOAST_MS } from '../../toast-ms.ts'
import { embeddedPicture } from '../address.ts'
import { placesTaken } from '../codecs.ts'
import type { ControlProps } from '../control.ts'
import { PictureRow } from './PictureRow.tsx'
import classes from './PicturesControl.module.css'

/** A row for each picture with its address, typed or from an upload; at least one row is there (spec section 5 «Admin»). */
export function PicturesControl({ field, held: uploader, error, onFault }: ControlProps<'pictures'>) {
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const items = uploader.use()
  const { messages, add, dragging } = useChosenPictures(uploader, POST.imagesMax, (ids) => {
    void tellUploads(uploader, ids, TOAST_MS)
    onFault(null)
  })
  const taken = placesTaken(uploader).length
  const full = items.length >= POST.imagesMax

  useEffect(() => {
    if (items.length === 0) uploader.place('')
  }, [items, uploader])

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(target.files ?? [])]
    // The same file may be chosen again.
    target.value = ''
    add(chosen)
  }
  function focusRow(index: number) {
    requestAnimationFrame(() => {
      const inputs = list.current?.querySelectorAll('input') ?? []
      inputs[Math.min(index, inputs.length - 1)]?.focus()
    })
  }
  const actions = {
    write(itemId: string, url: string, preview: string) {
      const picture = embeddedPicture(url)
      if (picture) {
        uploader.put(itemId, picture)
        // It is another row now.
        focusRow(items.findIndex(({ id: other }) => other === itemId))
      } else uploader.readdress(itemId, url, preview)
      onFault(null)
    },
    retry: uploader.retry,
    raise(index: number) {
      const [over, item] = [items[index - 1], items[index]]
      if (over && item) uploader.move(item.id, over.id)
    },
    remove(index: number) {
      const item = items[index]
      if (item) uploader.remove(item.id)
      onFault(null)
      // The button that had the focus is gone.
      focusRow(index)
    },
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot have the count beside it
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-error`}>
      <p className={classes.head}>
        <span id={`${id}-label`} className={classes.label}>
          {field.label}
        </span>
        <span className={classes.aside}>
          {taken}/{POST.imagesMax}，第一张是封面
        </span>
      </p>
      <ol ref={list} className={classes.rows} data-dragging={dragging || undefined}>
        {items.map((item, index) => (
          <PictureRow
            key={item.id}
            item={item}
            index={index}
            alone={items.length === 1}
            error={error}
            describedBy={`${id}-error`}
            actions={actions}
          />
        ))}
      </ol>
      <div className={classes.tools}>
        <Button size="sm" variant="plain" disabled={taken >= POST.imagesMax} onClick={() => file.current?.click()}>
          <IconPhotoPlus size={18} stroke={1.75} aria-hidden />
          上传图片
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          multiple
          accept={ACCEPTED.join()}
          aria-label="笔记图片"
          onChange={choose}
        />
        <Button
          size="sm"
          variant="plain"
          disabled={full}
          onClick={() => {
            uploader.place('')
            focusRow(items.length)
          }}
        >
          <IconLink size={18} stroke={1.75} aria-hidden />
          添加网址
        </Button>
      </div>
      <p id={`${id}-error`} className={classes.error} role="alert">
        {[error, ...messages].filter(Boolean).join('；')}
      </p>
    </div>
  )
}
