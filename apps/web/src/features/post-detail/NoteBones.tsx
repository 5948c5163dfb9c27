import type { CSSProperties } from 'react'
import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import type { NoteMode } from './Note.tsx'
import classes from './NoteBones.module.css'
import note from './NoteView.module.css'

/** The shape of a note that is not there yet. */
export function NoteBones({ mode }: { mode: NoteMode }) {
  return (
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
  )
}
