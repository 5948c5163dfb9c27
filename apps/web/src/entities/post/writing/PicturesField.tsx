import { POST } from '@shiliu/contract/limits'
import { IconPhotoPlus, IconPlus } from '@tabler/icons-react'
import { type ChangeEvent, lazy, type ReactNode, type RefObject, Suspense, useEffect, useId, useRef } from 'react'
import { PICTURE_TYPES } from '#entities/picture/file-rules.ts'
import { PictureTile } from '#entities/picture/PictureTile.tsx'
import { pictureRules } from '#entities/picture/picture-rules.ts'
import { UploadNotice } from '#entities/picture/UploadNotice.tsx'
import type { Hold, PictureItem, Uploader } from '#entities/picture/uploader.ts'
import { toastUploads, useAddPictures } from '#entities/picture/use-add-pictures.ts'
import { Field } from './Field.tsx'
import classes from './PicturesField.module.css'

export type TilesProps = {
  items: readonly PictureItem[]
  hold: Hold | null
  disabled: boolean
  actions: Pick<Uploader, 'remove' | 'retry' | 'move'>
  after: ReactNode
}

// When dnd-kit cannot be fetched, the pictures cannot be sorted, but everything else works.
const SortableTiles = lazy(() =>
  import('./SortableTiles.tsx')
    .then((module) => ({ default: module.SortableTiles }))
    .catch(() => ({ default: PlainTiles })),
)

type Props = { uploader: Uploader; error: string | undefined; disabled: boolean; onChange: () => void }

/** Up to nine pictures: chosen, or dropped or pasted anywhere on the page; each is uploaded at once. */
export function PicturesField({ uploader, error, disabled, onChange }: Props) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const addFocused = useRef(false)
  const items = uploader.use()
  const hold = uploader.useHold()
  const { messages, add, clearMessages, dragging } = useAddPictures(uploader, {
    max: POST.imagesMax,
    disabled,
    onChange,
    onAdded: (ids) => void toastUploads(uploader, ids),
  })

  const actions = {
    remove(itemId: string) {
      const index = items.findIndex((item) => item.id === itemId)
      clearMessages()
      uploader.remove(itemId)
      onChange()
      // The focused button was removed: move the focus to its neighbour.
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
  const adder = { onChoose: add, describedBy: `${id}-error`, focused: addFocused }
  const tiles = { items, hold, disabled, actions, after: !full && !disabled && <AddPictures {...adder} /> }

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
      <UploadNotice uploader={uploader} disabled={disabled} />
    </Field>
  )
}

function PlainTiles({ items, hold, disabled, actions, after }: TilesProps) {
  return (
    <ul className={classes.tiles}>
      {items.map((item, index) => (
        <li key={item.id} className={classes.tile}>
          <PictureTile
            item={item}
            index={index}
            hold={hold}
            cover={index === 0}
            disabled={disabled}
            actions={actions}
          />
        </li>
      ))}
      {after && <li className={classes.tile}>{after}</li>}
    </ul>
  )
}

type AddPicturesProps = {
  /** The full width while there is no picture, otherwise one tile. */
  large?: boolean
  onChoose: (files: File[]) => void
  describedBy: string
  /** Shared by the large and the small input, so that the one that replaces the other takes over its focus. */
  focused: RefObject<boolean>
}

function AddPictures({ large = false, onChoose, describedBy, focused }: AddPicturesProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused.current) input.current?.focus({ preventScroll: true })
  }, [focused])

  function onInputChange({ target }: ChangeEvent<HTMLInputElement>) {
    onChoose([...(target.files ?? [])])
    // Allows choosing the same file again.
    target.value = ''
  }
  return (
    <label className={large ? classes.dropzone : classes.add}>
      <input
        ref={input}
        type="file"
        className="sr-only"
        multiple
        accept={PICTURE_TYPES.join(',')}
        aria-label="添加图片"
        aria-describedby={describedBy}
        onChange={onInputChange}
        onFocus={() => {
          focused.current = true
        }}
        onBlur={() => {
          focused.current = false
        }}
      />
      {large ? (
        <>
          <IconPhotoPlus size={40} stroke={1.5} aria-hidden />
          <span className={classes.prompt}>
            <span className={classes.pointer}>点击、拖入或粘贴图片</span>
            <span className={classes.touch}>添加图片</span>
          </span>
          <span className={classes.hint}>
            最多9张，支持 JPG、PNG、WebP；大图会自动压缩，压缩后单张不超过{pictureRules.megabytes}MB
          </span>
        </>
      ) : (
        <IconPlus size={28} stroke={1.75} aria-hidden />
      )}
    </label>
  )
}
