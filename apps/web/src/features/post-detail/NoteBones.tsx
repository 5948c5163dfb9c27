import { IconX } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import type { NoteMode } from './Note.tsx'
import classes from './NoteBones.module.css'
import note from './NoteView.module.css'
import { usePhone } from './use-phone.ts'

type Props = { mode: NoteMode; onClose?: (() => void) | undefined }

/** The shape of a note that is not there yet; where it covers the page one need not wait for it. */
export function NoteBones({ mode, onClose }: Props) {
  const phone = usePhone()
  return (
    <>
      {phone && onClose && (
        <button type="button" className={classes.close} aria-label="关闭" onClick={onClose}>
          <IconX size={24} stroke={1.75} aria-hidden />
        </button>
      )}
      <Skeleton className={classes.loading}>
        <div className={note.note} data-mode={mode} style={{ '--ratio': 0.75 } as CSSProperties}>
          <div className={`${note.head} ${classes.head}`}>
            <Bone width={40} height={40} round />
            <Bone width="30%" height={16} />
          </div>
          <div className={`${note.media} ${classes.media}`} />
          <div className={`${note.body} ${classes.body}`}>
            <Bone width="70%" height={20} />
            <Bone height={14} />
            <Bone height={14} />
            <Bone width="60%" height={14} />
          </div>
        </div>
      </Skeleton>
    </>
  )
}
