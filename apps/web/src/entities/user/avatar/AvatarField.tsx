import { IconCamera, IconLoader2 } from '@tabler/icons-react'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { NETWORK_FAILED } from '#api/error.ts'
import { compress } from '#entities/picture/compress.ts'
import { AVATAR_TYPES, avatarRule, fileMax, isHeicFile, sizeRule } from '#entities/picture/file-rules.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Avatar } from '#ui/media/Avatar.tsx'
import { loadable, useLoadable } from '#ui/state/loadable.ts'
import classes from './AvatarField.module.css'
import type { CropDialogProps } from './CropDialog.tsx'

const cropDialog = loadable<CropDialogProps>(() => import('./CropDialog.tsx').then((module) => module.CropDialog))

type Props = {
  src: string
  name: string
  /** A cropped picture that is not uploaded yet, shown instead of the stored one. */
  picture: Blob | null
  error?: string | undefined
  disabled?: boolean
  toastMs?: number
  onPick: (picture: Blob | null) => void
  onError: (message: string | null) => void
}

/** The avatar of a form, replaced by cropping a chosen picture. The form uploads it. */
export function AvatarField(props: Props) {
  const { src, name, picture, error, disabled = false, toastMs, onPick, onError } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<Blob | null>(null)
  const [preparing, setPreparing] = useState(false)
  const [cropping, setCropping] = useState(false)
  const preview = useObjectUrl(picture)
  const fileUrl = useObjectUrl(file)
  const CropDialog = useLoadable(cropDialog, file !== null, () => {
    toast.error(NETWORK_FAILED, toastMs)
    setFile(null)
  })

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? []
    // Allows choosing the same file again.
    target.value = ''
    if (!chosen) return
    setPreparing(true)
    try {
      const message = avatarRule(chosen, (await isHeicFile(chosen)) || undefined)
      // A large photo is made smaller first, so that phones can crop it.
      const picture = message || chosen.size <= fileMax() ? chosen : await compress(chosen)
      const problem = message ?? sizeRule(picture.size)
      onError(problem)
      if (problem) return
      setFile(picture)
      setCropping(true)
    } finally {
      setPreparing(false)
    }
  }
  function undo() {
    onPick(null)
    // The clicked button disappears: move the focus.
    button.current?.focus()
  }
  function onCrop(cropped: Blob) {
    onPick(cropped)
    setCropping(false)
  }
  return (
    <div className={classes.field} data-field="avatar">
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label="更换头像"
        aria-describedby={`${id}-error`}
        disabled={disabled}
        aria-busy={preparing || undefined}
        onPointerEnter={() => cropDialog.load().catch(() => {})}
        onClick={() => preparing || input.current?.click()}
      >
        <Avatar src={preview ?? src} name={name} size={96} decorative />
        <span className={classes.camera} data-busy={preparing || undefined} aria-hidden>
          {preparing ? <IconLoader2 size={18} stroke={1.75} /> : <IconCamera size={18} stroke={1.75} />}
        </span>
      </button>
      <input ref={input} type="file" hidden accept={AVATAR_TYPES.join()} aria-label="头像图片" onChange={choose} />
      {picture && (
        <button type="button" className={classes.undo} disabled={disabled} onClick={undo}>
          恢复原来的头像
        </button>
      )}
      <p id={`${id}-error`} className={classes.error} role="alert">
        {error}
      </p>
      {fileUrl && CropDialog && (
        <CropDialog
          opened={cropping}
          url={fileUrl}
          toastMs={toastMs}
          onCrop={onCrop}
          onClose={() => setCropping(false)}
          onExited={() => setFile(null)}
        />
      )}
    </div>
  )
}

function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return setUrl(null)
    const created = URL.createObjectURL(blob)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [blob])
  return url
}
