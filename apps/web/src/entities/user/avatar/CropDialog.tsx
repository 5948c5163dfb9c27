import 'react-easy-crop/react-easy-crop.css'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { IconButton } from '#ui/form/IconButton.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import classes from './CropDialog.module.css'

/** Side of the cropped avatar in pixels. */
const SIDE = 300

const ZOOM_MAX = 3
const ZOOM_STEP = 0.1
/** Pixels per arrow key press. */
const MOVE_STEP = 10

const FRAME = { role: 'group', 'aria-label': '裁剪区域，用方向键移动图片', 'data-autofocus': true }

export type CropDialogProps = {
  opened: boolean
  url: string
  toastMs?: number | undefined
  onCrop: (picture: Blob) => void
  onClose: () => void
  onExited: () => void
}

/** Crops a square: drag, pinch, wheel, slider, + and - to zoom, arrow keys to move. */
export function CropDialog({ opened, url, toastMs, onCrop, onClose, onExited }: CropDialogProps) {
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [cropping, setCropping] = useState(false)

  const zoomTo = (wanted: number) => setZoom(Math.min(ZOOM_MAX, Math.max(1, wanted)))

  function onKeyDown(event: KeyboardEvent) {
    const step = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': -ZOOM_STEP }[event.key]
    if (!step || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    zoomTo(zoom + step)
  }
  function onUnreadable() {
    toast.error('文件读取失败，请重试', toastMs)
    onClose()
  }
  async function confirm() {
    if (!image || !area) return
    setCropping(true)
    try {
      onCrop(await cropSquare(image, area))
    } catch {
      toast.error('裁剪失败，请重试', toastMs)
    } finally {
      setCropping(false)
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: + and - zoom wherever the focus is in the dialog */}
      <div onKeyDown={onKeyDown}>
        <div className={classes.cropArea}>
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={ZOOM_MAX}
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
            mediaProps={{ onError: onUnreadable }}
            cropperProps={FRAME}
          />
        </div>
        <div className={classes.zoom}>
          <IconButton label="缩小" icon={IconMinus} disabled={zoom <= 1} onClick={() => zoomTo(zoom - ZOOM_STEP)} />
          <input
            type="range"
            aria-label="缩放"
            aria-valuetext={`${Math.round(zoom * 100)}%`}
            min={1}
            max={ZOOM_MAX}
            step={0.01}
            value={zoom}
            onChange={({ target }) => zoomTo(Number(target.value))}
          />
          <IconButton
            label="放大"
            icon={IconPlus}
            disabled={zoom >= ZOOM_MAX}
            onClick={() => zoomTo(zoom + ZOOM_STEP)}
          />
        </div>
        <div className={classes.actions}>
          <Button variant="plain" size="lg" onClick={onClose}>
            取消
          </Button>
          <Button size="lg" disabled={!area || !image} loading={cropping} onClick={() => void confirm()}>
            确定
          </Button>
        </div>
      </div>
    </DialogFrame>
  )
}

/** Draws the area, in pixels of the upright image, as a square PNG. Throws where the browser cannot do so. */
async function cropSquare(image: HTMLImageElement, { x, y, width, height }: Area): Promise<Blob> {
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No 2D context for the canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height, 0, 0, SIDE, SIDE)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The canvas could not be encoded')
  return blob
}
