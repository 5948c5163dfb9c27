import 'yet-another-react-lightbox/styles.css'
import 'yet-another-react-lightbox/plugins/counter.css'
import { IconChevronLeft, IconChevronRight, IconX, IconZoomIn, IconZoomOut, type TablerIcon } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import Lightbox, { type ControllerRef, type Labels, type Slide } from 'yet-another-react-lightbox'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { useBackStep } from '../back-step.ts'
import { useScrollLock } from '../scroll-lock.ts'
import { useOnTop } from '../use-on-top.ts'
import { useReturnFocus } from '../use-return-focus.ts'
import type { ViewerPicture, ViewerRequest } from './open-viewer.ts'
import classes from './Viewer.module.css'

export type ViewerProps = ViewerRequest & { onClosed: () => void }

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

/** Beyond its own pixels a drawing or a screenshot can still be read. */
const ZOOM = { maxZoomPixelRatio: 3, scrollToZoom: true }

const icon = (Icon: TablerIcon) => () => <Icon size={26} stroke={1.75} aria-hidden />

const ICONS = {
  iconPrev: icon(IconChevronLeft),
  iconNext: icon(IconChevronRight),
  iconClose: icon(IconX),
  iconZoomIn: icon(IconZoomIn),
  iconZoomOut: icon(IconZoomOut),
}

/** The lightbox in our words and colours: arrow keys, swipe, pinch, Esc, and the phone's back button closes it. */
export function Viewer({ pictures, index, onIndex, onClosed }: ViewerProps) {
  const controller = useRef<ControllerRef>(null)
  useScrollLock(true)
  useReturnFocus(true)
  useOnTop(true)
  useBackStep(true, () => controller.current?.close())

  const several = pictures.length > 1
  // New slides begin with the first index again.
  const slides = useMemo(() => pictures.map(toSlide), [pictures])
  return (
    <Lightbox
      open
      className={classes.viewer}
      slides={slides}
      index={index}
      close={onClosed}
      on={{ view: ({ index: shown }) => onIndex?.(shown) }}
      plugins={several ? [Counter, Zoom] : [Zoom]}
      labels={LABELS}
      animation={ANIMATION}
      carousel={{ finite: true, padding: 0, spacing: '16px' }}
      controller={{ ref: controller, closeOnBackdropClick: true, closeOnPullDown: true }}
      zoom={ZOOM}
      noScroll={{ disabled: true }}
      toolbar={{ buttons: ['zoom', 'close'] }}
      counter={{ container: { className: classes.counter ?? '' } }}
      render={{
        ...ICONS,
        iconError: () => <p className={classes.failed}>图片加载失败</p>,
        slideHeader: ({ slide }) => <Preview picture={pictures.find(({ src }) => src === slide.src)} />,
        ...(!several && { buttonPrev: () => null, buttonNext: () => null }),
      }}
    />
  )
}

function toSlide({ src, alt, width, height }: ViewerPicture): Slide {
  return width && height ? { src, alt, width, height } : { src, alt }
}

/** What is known of a picture lies beneath it, in its very place, until it has come. */
function Preview({ picture }: { picture: ViewerPicture | undefined }) {
  if (!picture?.preview || !picture.width || !picture.height) return null
  const { preview, width, height } = picture
  return <img className={classes.preview} src={preview} alt="" width={width} height={height} draggable={false} />
}
