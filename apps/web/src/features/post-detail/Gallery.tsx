import type { Picture as PictureData } from '@shiliu/contract/posts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { Picture } from '#ui/Picture.tsx'
import classes from './Gallery.module.css'
import { useSwipe } from './use-swipe.ts'

type Props = {
  pictures: readonly PictureData[]
  title: string
  index: number
  onIndex: (index: number) => void
}

/** The note's pictures one at a time, whole, on neutral ground: arrows, dots, a finger; neighbours load ahead. */
export function Gallery({ pictures, title, index, onIndex }: Props) {
  const count = pictures.length
  const { drag, handlers } = useSwipe(index, count, onIndex)
  const variables = { '--index': index, '--drag': `${drag ?? 0}px` } as CSSProperties
  return (
    <section className={classes.gallery} aria-roledescription="轮播" aria-label="笔记图片">
      <div className={classes.window} {...handlers}>
        <div className={classes.track} style={variables} data-dragged={drag !== null || undefined}>
          {pictures.map((picture, at) => (
            <div key={picture.url} className={classes.slide} inert={at !== index}>
              {Math.abs(at - index) <= 1 && (
                <span
                  className={classes.frame}
                  style={ratioOf(picture)}
                  data-shown-picture={(at === 0 && index === 0) || undefined}
                >
                  <Picture
                    src={picture.url}
                    alt={count > 1 ? `${title}，第 ${at + 1} 张，共 ${count} 张` : title}
                    width={picture.width ?? undefined}
                    height={picture.height ?? undefined}
                    thumbhash={picture.thumbhash}
                    preview={at === 0 ? picture.card : undefined}
                    fit="contain"
                    eager
                  />
                </span>
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
            {pictures.map((picture, at) => (
              <button
                key={picture.url}
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

function ratioOf({ width, height }: PictureData) {
  return (width && height ? { '--ratio': `${width} / ${height}` } : {}) as CSSProperties
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
