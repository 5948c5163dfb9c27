import { memo, useState } from 'react'
import { useRetryOnRecovery } from '#api/network.ts'
import { loadable, useLoadable } from '#ui/state/loadable.ts'
import classes from './CommentSection.module.css'
import type { CommentSectionProps } from './CommentSection.tsx'
import { CommentSkeleton } from './CommentSkeleton.tsx'

const section = loadable<CommentSectionProps>(() =>
  import('./CommentSection.tsx').then((module) => module.CommentSection),
)
// Starts to load with the note's code. A failure is reported where the comments are shown.
section.load().catch(() => {})

/** The comments, in a chunk of their own. Memoized, so that typing a comment does not render them again. */
export const Comments = memo(function Comments(props: CommentSectionProps) {
  const [failed, setFailed] = useState(false)
  useRetryOnRecovery(failed, () => setFailed(false))
  const Section = useLoadable(section, !failed, () => setFailed(true))
  if (Section) return <Section {...props} />
  if (!failed) return <CommentSkeleton />
  return (
    <div className={classes.message} role="alert">
      <p>评论没能加载出来</p>
      <button type="button" className={classes.retry} onClick={() => setFailed(false)}>
        重试
      </button>
    </div>
  )
})
