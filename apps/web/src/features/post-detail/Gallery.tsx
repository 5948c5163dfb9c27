import { isVideo } from '@shiliu/contract/media'
import type { Picture } from '@shiliu/contract/posts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { openLightbox } from '#ui/media/open-lightbox.ts'
import classes from './Gallery.module.css'
import { PictureSlide } from './PictureSlide.tsx'
import { useSwipe } from './use-swipe.ts'
import { VideoSlide } from './VideoSlide.tsx'

type Props = {
  media: readonly Picture[]
  title: string
  index: number
  onIndex: (index: number) => void
}

/** A note's pictures and videos one at a time, with arrows, dots and swiping. The neighbours are preloaded. */
export function Gallery({ media, title, index, onIndex }: Props) {
  const count = media.length
  const { drag, handlers } = useSwipe(index, count, onIndex)
  const variables = { '--index': index, '--drag': `${drag ?? 0}px` } as CSSProperties
  const labelOf = (at: number) => (count > 1 ? `${title}，第 ${at + 1} 张，共 ${count} 张` : title)

  /** Opens the pictures, without videos, in the full-screen viewer; the gallery follows its index. */
  function enlarge() {
    const pictures = media.map((item, at) => ({ ...item, at })).filter(({ url }) => !isVideo(url))
    openLightbox({
      pictures: pictures.map(({ at, url, full, width, height }) => ({
        src: full,
        alt: labelOf(at),
        width,
        height,
        preview: url,
      })),
      index: pictures.findIndex(({ at }) => at === index),
      onIndex: (next) => onIndex(pictures[next]?.at ?? index),
    })
  }

  return (
    <section className={classes.gallery} aria-roledescription="轮播" aria-label="笔记图片">
      <div className={classes.viewport} {...handlers}>
        <div className={classes.track} style={variables} data-dragged={drag !== null || undefined}>
          {media.map((item, at) => (
            <div key={item.url} className={classes.slide} inert={at !== index}>
              {Math.abs(at - index) > 1 ? null : isVideo(item.url) ? (
                <VideoSlide src={item.url} label={labelOf(at)} shown={at === index} />
              ) : (
                <PictureSlide
                  picture={item}
                  alt={labelOf(at)}
                  cover={at === 0}
                  shown={at === index}
                  onEnlarge={enlarge}
                />
              )}
              {!isVideo(item.url) && (
                <img className={classes.printed} src={item.url} alt={labelOf(at)} loading="lazy" />
              )}
            </div>
          ))}
        </div>
      </div>
      {count > 1 && (
        <>
          <Arrow side="left" disabled={index === 0} onClick={() => onIndex(index - 1)} />
          <Arrow side="right" disabled={index === count - 1} onClick={() => onIndex(index + 1)} />
          <p className={classes.counter} aria-live="polite">
            <span className="sr-only">第 </span>
            {index + 1}/{count}
          </p>
          <div className={classes.dots}>
            {media.map((item, at) => (
              <button
                key={item.url}
                type="button"
                className={classes.dot}
                aria-label={`第 ${at + 1} 张`}
                aria-current={at === index || undefined}
                onClick={() => onIndex(at)}
              />
            ))}
          </div>
        </>
      )}
    </section>
  )
}

function Arrow({ side, ...rest }: { side: 'left' | 'right'; disabled: boolean; onClick: () => void }) {
  const Icon = side === 'left' ? IconChevronLeft : IconChevronRight
  return (
    <button
      type="button"
      className={classes.arrow}
      data-side={side}
      aria-label={side === 'left' ? '上一张' : '下一张'}
      {...rest}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
    </button>
  )
}
