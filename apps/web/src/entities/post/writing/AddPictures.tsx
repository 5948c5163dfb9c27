import { IconPhotoPlus, IconPlus } from '@tabler/icons-react'
import { type ChangeEvent, type RefObject, useEffect, useRef } from 'react'
import { ACCEPTED } from '#entities/picture/file-rules.ts'
import classes from './PicturesField.module.css'

type Props = {
  large?: boolean
  onChoose: (files: File[]) => void
  describedBy: string
  /** Whether it has the focus; one that takes the place of another takes its focus over. */
  focused: RefObject<boolean>
}

/** Opens the file dialog: the whole width while there is no picture, one more tile afterwards. */
export function AddPictures({ large = false, onChoose, describedBy, focused }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused.current) input.current?.focus({ preventScroll: true })
  }, [focused])

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    onChoose([...(target.files ?? [])])
    // The same file may be chosen again.
    target.value = ''
  }
  return (
    <label className={large ? classes.zone : classes.add}>
      <input
        ref={input}
        type="file"
        className="sr-only"
        multiple
        accept={ACCEPTED.join(',')}
        aria-label="添加图片"
        aria-describedby={describedBy}
        onChange={choose}
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
          <span className={classes.invitation}>
            <span className={classes.pointer}>点击、拖入或粘贴图片</span>
            <span className={classes.touch}>添加图片</span>
          </span>
          <span className={classes.hint}>最多9张，支持 JPG、PNG、WebP；大图会自动压缩，压缩后单张不超过5MB</span>
        </>
      ) : (
        <IconPlus size={28} stroke={1.75} aria-hidden />
      )}
    </label>
  )
}
