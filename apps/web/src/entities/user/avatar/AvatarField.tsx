import { IconCamera } from '@tabler/icons-react'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { NETWORK_FAILED } from '#api/error.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { loadable, useLoadable } from '#ui/loadable.ts'
import { toast } from '#ui/toast.ts'
import classes from './AvatarField.module.css'
import { AVATAR_TYPES, avatarFault } from './avatar-rules.ts'
import type { CropDialogProps } from './CropDialog.tsx'

const cropDialog = loadable<CropDialogProps>(() => import('./CropDialog.tsx').then((module) => module.CropDialog))

type Props = {
  /** The address of the picture as it is stored. */
  src: string
  name: string
  /** Cut out and not sent yet; shown instead. */
  picture: Blob | null
  error?: string | undefined
  disabled?: boolean
  /** How long messages stay, in milliseconds, where that is not as usual. */
  toastMs?: number
  onPick: (picture: Blob | null) => void
  onFault: (message: string | null) => void
}

/** A person's picture, to be replaced by a square out of another one. Nothing is sent from here. */
export function AvatarField(props: Props) {
  const { src, name, picture, error, disabled = false, toastMs, onPick, onFault } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [cropping, setCropping] = useState(false)
  const preview = useObjectUrl(picture)
  const CropDialog = useLoadable(cropDialog, file !== null, () => {
    toast.error(NETWORK_FAILED, toastMs)
    setFile(null)
  })

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? []
    // The same file may be chosen again.
    target.value = ''
    if (!chosen) return
    const fault = avatarFault(chosen)
    onFault(fault)
    if (fault) return
    setFile(chosen)
    setCropping(true)
  }
  function undo() {
    onPick(null)
    // This button goes; the focus must not go with it.
    button.current?.focus()
  }
  function cut(square: Blob) {
    onPick(square)
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
        onPointerEnter={() => cropDialog.load().catch(() => {})}
        onClick={() => input.current?.click()}
      >
        <Avatar src={preview ?? src} name={name} size={96} decorative />
        <span className={classes.camera} aria-hidden>
          <IconCamera size={18} stroke={1.75} />
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
      {file && CropDialog && (
        <CropDialog
          opened={cropping}
          file={file}
          toastMs={toastMs}
          onCut={cut}
          onClose={() => setCropping(false)}
          onExited={() => setFile(null)}
        />
      )}
    </div>
  )
}

/** An address for what is only in memory, for as long as it is shown. */
function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return setUrl(null)
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
