import type { Picture } from '@shiliu/contract/posts'
import { IconX } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import skeleton from './NoteSkeleton.module.css'
import classes from './NoteView.module.css'

export type NoteMode = 'dialog' | 'page'

type Props = {
  mode: NoteMode
  onClose?: (() => void) | undefined
  /** The picture of the card that was opened. */
  cover?: HTMLImageElement | null
  /** The whole of it: cards show the middle of a tall picture. */
  picture?: Picture | undefined
}

/** The layout of a note while it loads; on phones with the close button of the note's header. */
export function NoteSkeleton({ mode, onClose, cover, picture }: Props) {
  const { width, height } = picture?.width ? picture : { width: cover?.naturalWidth, height: cover?.naturalHeight }
  const variables = {
    '--ratio': width && height ? width / height : 0.75,
    '--cover': cover?.naturalWidth ? `url(${JSON.stringify(cover.currentSrc)})` : undefined,
  } as CSSProperties
  return (
    <>
      {onClose && (
        <button type="button" className={skeleton.close} aria-label="关闭" onClick={onClose}>
          <IconX size={24} stroke={1.75} aria-hidden />
        </button>
      )}
      <Skeleton className={skeleton.loading}>
        <div className={classes.note} data-mode={mode} style={variables}>
          <div className={`${classes.head} ${skeleton.head}`}>
            <SkeletonBlock width={40} height={40} round />
            <SkeletonBlock width="30%" height={16} />
          </div>
          <div className={`${classes.media} ${skeleton.media}`} />
          <div className={`${classes.body} ${skeleton.body}`}>
            <SkeletonBlock width="70%" height={20} />
            <SkeletonBlock height={14} />
            <SkeletonBlock height={14} />
            <SkeletonBlock width="60%" height={14} />
          </div>
        </div>
      </Skeleton>
    </>
  )
}
