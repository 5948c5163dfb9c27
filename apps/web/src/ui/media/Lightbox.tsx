import 'yet-another-react-lightbox/styles.css'
import 'yet-another-react-lightbox/plugins/counter.css'
import { IconChevronLeft, IconChevronRight, IconX, IconZoomIn, IconZoomOut, type TablerIcon } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import YetAnotherLightbox, { type ControllerRef, type Labels, type Slide } from 'yet-another-react-lightbox'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { useCloseOnBack } from '#ui/history/close-on-back.ts'
import { useIsTopmost, useReturnFocus, useScrollLock } from '#ui/overlay/overlay.ts'
import classes from './Lightbox.module.css'
import { closeLightbox, type LightboxPicture, type LightboxRequest, lightboxRequest } from './open-lightbox.ts'
import { MAX_PIXEL_RATIO, usePictureZoom } from './use-picture-zoom.ts'

const LABELS: Labels = {
  Previous: '上一张',
  Next: '下一张',
  Close: '关闭',
  Slide: '图片',
  Carousel: '轮播',
  Lightbox: '查看大图',
  'Photo gallery': '大图',
  '{index} of {total}': '第 {index} 张，共 {total} 张',
  'Zoom in': '放大',
  'Zoom out': '缩小',
}

const EASE = 'cubic-bezier(.2,.8,.2,1)'
const ANIMATION = { fade: 200, swipe: 260, zoom: 200, easing: { fade: EASE, swipe: EASE, navigation: EASE } }

/** The viewer's own double tap is off: it zooms in twice before it zooms out. */
const ZOOM = { maxZoomPixelRatio: MAX_PIXEL_RATIO, doubleTapDelay: 0, doubleClickDelay: 0 }

const icon = (Icon: TablerIcon) => () => <Icon size={26} stroke={1.75} aria-hidden />

const ICONS = {
  iconPrev: icon(IconChevronLeft),
  iconNext: icon(IconChevronRight),
  iconClose: icon(IconX),
  iconZoomIn: icon(IconZoomIn),
  iconZoomOut: icon(IconZoomOut),
}

export function Lightbox() {
  const request = lightboxRequest.use()
  return request && <OpenLightbox {...request} />
}

function OpenLightbox({ pictures, index, onIndex }: LightboxRequest) {
  const controller = useRef<ControllerRef>(null)
  const { wheelZooms, zoomRef, onView, onPointerDown, onPointerUp } = usePictureZoom(pictures, index, controller)
  useScrollLock(true)
  useReturnFocus(true)
  useIsTopmost(true)
  useCloseOnBack(true, () => controller.current?.close())

  const several = pictures.length > 1
  // A new array of slides would start again at the first index.
  const slides = useMemo(() => pictures.map(toSlide), [pictures])
  return (
    <YetAnotherLightbox
      open
      className={classes.lightbox}
      slides={slides}
      index={index}
      close={closeLightbox}
      on={{
        view({ index: current }) {
          onView(current)
          onIndex?.(current)
        },
      }}
      plugins={several ? [Counter, Zoom] : [Zoom]}
      labels={LABELS}
      animation={ANIMATION}
      carousel={{ finite: true, padding: 0, spacing: '16px' }}
      controller={{ ref: controller, closeOnBackdropClick: true, closeOnPullDown: true }}
      zoom={{ ...ZOOM, scrollToZoom: wheelZooms, ref: zoomRef }}
      noScroll={{ disabled: true }}
      toolbar={{ buttons: ['zoom', 'close'] }}
      counter={{ container: { className: classes.counter ?? '' } }}
      render={{
        ...ICONS,
        slideContainer: ({ children }) => (
          <div className={classes.slide} onPointerDown={onPointerDown} onPointerUp={onPointerUp}>
            {children}
          </div>
        ),
        iconError: () => <p className={classes.failed}>图片加载失败</p>,
        slideHeader: ({ slide }) => <Preview picture={pictures.find(({ src }) => src === slide.src)} />,
        ...(!several && { buttonPrev: () => null, buttonNext: () => null }),
      }}
    />
  )
}

function toSlide({ src, alt, width, height }: LightboxPicture): Slide {
  return width && height ? { src, alt, width, height } : { src, alt }
}

function Preview({ picture }: { picture: LightboxPicture | undefined }) {
  if (!picture?.preview || !picture.width || !picture.height) return null
  const { preview, width, height } = picture
  return <img className={classes.preview} src={preview} alt="" width={width} height={height} draggable={false} />
}
