import { POST } from '@shiliu/contract/limits'
import { IconArrowUp, IconLink, IconPhoto, IconPhotoPlus, IconX } from '@tabler/icons-react'
import { type ChangeEvent, useEffect, useRef } from 'react'
import { PICTURE_TYPES } from '#entities/picture/file-rules.ts'
import { PictureTile } from '#entities/picture/PictureTile.tsx'
import { UploadNotice } from '#entities/picture/UploadNotice.tsx'
import type { Hold, PictureItem } from '#entities/picture/uploader.ts'
import { toastUploads, useAddPictures } from '#entities/picture/use-add-pictures.ts'
import { Button } from '#ui/form/Button.tsx'
import { FormField } from '#ui/form/FormField.tsx'
import type { ControlProps } from '../../define-field.ts'
import { ADMIN_TOAST_MS } from '../../feedback.ts'
import { usedPictures } from '../codecs.ts'
import { addressRule, embeddedPicture, trimAddress } from '../picture-address.ts'
import classes from './PicturesControl.module.css'

const PENDING = '等待上传完成'

/** A row per picture with its address, typed or uploaded. There is always at least one row. */
export function PicturesControl({ field, value: uploader, error, onError }: ControlProps<'pictures'>) {
  const list = useRef<HTMLOListElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const items = uploader.use()
  const hold = uploader.useHold()
  const { messages, add, dragging } = useAddPictures(uploader, {
    max: POST.imagesMax,
    onAdded: (ids) => {
      void toastUploads(uploader, ids, ADMIN_TOAST_MS)
      onError(null)
    },
  })
  const used = usedPictures(uploader).length

  useEffect(() => {
    if (items.length === 0) uploader.addUrl('')
  }, [items, uploader])

  function chooseFiles({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(target.files ?? [])]
    // Cleared so that choosing the same file again fires a change.
    target.value = ''
    void add(chosen)
  }
  function focusRow(index: number) {
    requestAnimationFrame(() => {
      const inputs = list.current?.querySelectorAll('input') ?? []
      inputs[Math.min(index, inputs.length - 1)]?.focus()
    })
  }
  const actions = {
    setAddress(itemId: string, url: string, preview: string) {
      const picture = embeddedPicture(url)
      if (picture) {
        uploader.replaceWithFile(itemId, picture)
        // The upload replaces the item, and with it the focused row.
        focusRow(items.findIndex(({ id: other }) => other === itemId))
      } else uploader.setUrl(itemId, url, preview)
      onError(null)
    },
    retry: uploader.retry,
    moveUp(index: number) {
      const [over, item] = [items[index - 1], items[index]]
      if (over && item) uploader.move(item.id, over.id)
    },
    remove(index: number) {
      const item = items[index]
      if (item) uploader.remove(item.id)
      onError(null)
      focusRow(index)
    },
  }
  return (
    <FormField
      field={field.name}
      label={field.label}
      aside={`${used}/${POST.imagesMax}，第一张是封面`}
      error={[error, ...messages].filter(Boolean).join('；')}
      group
    >
      {({ describedBy }) => (
        <>
          <ol ref={list} className={classes.rows} data-dragging={dragging || undefined}>
            {items.map((item, index) => (
              <PictureRow
                key={item.id}
                item={item}
                index={index}
                hold={hold}
                single={items.length === 1}
                error={error}
                describedBy={describedBy}
                actions={actions}
              />
            ))}
          </ol>
          <UploadNotice uploader={uploader} />
          <div className={classes.tools}>
            <Button size="sm" variant="plain" disabled={used >= POST.imagesMax} onClick={() => file.current?.click()}>
              <IconPhotoPlus size={18} stroke={1.75} aria-hidden />
              上传图片
            </Button>
            <input
              ref={file}
              type="file"
              hidden
              multiple
              accept={PICTURE_TYPES.join()}
              aria-label="笔记图片"
              onChange={chooseFiles}
            />
            <Button
              size="sm"
              variant="plain"
              disabled={items.length >= POST.imagesMax}
              onClick={() => {
                uploader.addUrl('')
                focusRow(items.length)
              }}
            >
              <IconLink size={18} stroke={1.75} aria-hidden />
              添加网址
            </Button>
          </div>
        </>
      )}
    </FormField>
  )
}

type RowProps = {
  item: PictureItem
  index: number
  hold: Hold | null
  /** The only row cannot be removed, only emptied. */
  single: boolean
  error: string | undefined
  describedBy: string
  actions: {
    setAddress: (id: string, url: string, preview: string) => void
    retry: (id: string) => void
    moveUp: (index: number) => void
    remove: (index: number) => void
  }
}

/** Thumbnail, address and buttons of one picture. The address of an upload is read-only until the upload is done. */
function PictureRow({ item, index, hold, single, error, describedBy, actions }: RowProps) {
  const { id, url, preview, status, error: reason } = item
  const invalid = error !== undefined && url !== '' && (url === null ? status === 'failed' : addressRule(url) !== null)

  function tidyAddress() {
    const address = trimAddress(url ?? '')
    if (address !== url || preview === '') actions.setAddress(id, address, addressRule(address) === null ? address : '')
  }
  return (
    <li className={classes.row}>
      <div className={classes.thumb}>
        {preview ? (
          <PictureTile
            item={item}
            index={index}
            hold={hold}
            small
            disabled
            actions={{ retry: actions.retry, remove: () => {} }}
          />
        ) : (
          <IconPhoto size={20} stroke={1.5} aria-hidden />
        )}
      </div>
      <input
        className={classes.address}
        aria-label={`第${index + 1}张图片的网址`}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={url ?? (status === 'failed' ? `上传失败: ${reason}` : PENDING)}
        readOnly={url === null}
        onChange={({ target }) => actions.setAddress(id, target.value, '')}
        onBlur={url === null ? undefined : tidyAddress}
      />
      {!single && (
        <button
          type="button"
          className={classes.button}
          aria-label={`第${index + 1}张图片上移`}
          title="上移"
          disabled={index === 0}
          onClick={() => actions.moveUp(index)}
        >
          <IconArrowUp size={18} stroke={1.75} aria-hidden />
        </button>
      )}
      <button
        type="button"
        className={classes.button}
        aria-label={`删除第${index + 1}张图片`}
        title="删除"
        disabled={single && url === ''}
        onClick={() => actions.remove(index)}
      >
        <IconX size={18} stroke={1.75} aria-hidden />
      </button>
    </li>
  )
}
