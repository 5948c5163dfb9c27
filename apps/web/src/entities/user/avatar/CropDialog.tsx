import 'react-easy-crop/react-easy-crop.css'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { Button } from '#ui/Button.tsx'
import { AVATAR_CUT } from '#ui/constants.ts'
import { DialogFrame } from '#ui/DialogFrame.tsx'
import { ToolButton } from '#ui/ToolButton.tsx'
import { toast } from '#ui/toast.ts'
import classes from './CropDialog.module.css'
import { cutPicture } from './cut-picture.ts'

const ZOOM_STEP = 0.1
/** Pixels that an arrow key moves the picture by. */
const MOVE_STEP = 10

const FRAME = { role: 'group', 'aria-label': '裁剪区域，用方向键移动图片', 'data-autofocus': true }

export type CropDialogProps = {
  opened: boolean
  file: File
  /** How long messages stay, as `AvatarField` was told. */
  toastMs?: number | undefined
  onCut: (picture: Blob) => void
  onClose: () => void
  onExited: () => void
}

/** A square is cut out of a picture: dragged, pinched, zoomed by wheel, slider or + and -, moved by arrow keys. */
export function CropDialog({ opened, file, toastMs, onCut, onClose, onExited }: CropDialogProps) {
  const [url, setUrl] = useState<string | null>(null)
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [cutting, setCutting] = useState(false)

  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  const zoomTo = (wanted: number) => setZoom(Math.min(AVATAR_CUT.zoomMax, Math.max(1, wanted)))

  function press(event: KeyboardEvent) {
    const step = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': -ZOOM_STEP }[event.key]
    if (!step || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    zoomTo(zoom + step)
  }
  function unreadable() {
    toast.error('文件读取失败，请重试', toastMs)
    onClose()
  }
  async function cut() {
    if (!image || !area) return
    setCutting(true)
    try {
      onCut(await cutPicture(image, area))
    } catch {
      toast.error('裁剪失败，请重试', toastMs)
    } finally {
      setCutting(false)
    }
  }

  return (
    <DialogFrame
      opened={opened}
      onClose={onClose}
      onExited={onExited}
      title="裁剪头像"
      width={400}
      closeOnClickOutside={false}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: + and - work wherever the focus is in here */}
      <div onKeyDown={press}>
        <div className={classes.stage}>
          {url && (
            <Cropper
              image={url}
              crop={crop}
              zoom={zoom}
              maxZoom={AVATAR_CUT.zoomMax}
              aspect={1}
              cropShape="round"
              objectFit="cover"
              showGrid={false}
              keyboardStep={MOVE_STEP}
              disableAutomaticStylesInjection
              onCropChange={setCrop}
              onZoomChange={zoomTo}
              onCropComplete={(_, pixels) => setArea(pixels)}
              setImageRef={({ current }) => setImage(current)}
              mediaProps={{ onError: unreadable }}
              cropperProps={FRAME}
            />
          )}
        </div>
        <div className={classes.zoom}>
          <ToolButton label="缩小" icon={IconMinus} disabled={zoom <= 1} onClick={() => zoomTo(zoom - ZOOM_STEP)} />
          <input
            type="range"
            aria-label="缩放"
            aria-valuetext={`${Math.round(zoom * 100)}%`}
            min={1}
            max={AVATAR_CUT.zoomMax}
            step={0.01}
            value={zoom}
            onChange={({ target }) => zoomTo(Number(target.value))}
          />
          <ToolButton
            label="放大"
            icon={IconPlus}
            disabled={zoom >= AVATAR_CUT.zoomMax}
            onClick={() => zoomTo(zoom + ZOOM_STEP)}
          />
        </div>
        <div className={classes.actions}>
          <Button variant="plain" size="lg" onClick={onClose}>
            取消
          </Button>
          <Button size="lg" disabled={!area || !image} loading={cutting} onClick={() => void cut()}>
            确定
          </Button>
        </div>
      </div>
    </DialogFrame>
  )
}
