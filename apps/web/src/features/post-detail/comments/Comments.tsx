import { memo, useState } from 'react'
import { loadable, useLoadable } from '#ui/loadable.ts'
import { CommentBones } from './CommentBones.tsx'
import classes from './CommentSection.module.css'
import type { CommentSectionProps } from './CommentSection.tsx'

const section = loadable<CommentSectionProps>(() =>
  import('./CommentSection.tsx').then((module) => module.CommentSection),
)
// On its way while the note itself is drawn; a failure is told where it is shown.
section.load().catch(() => {})

/** The comments, whose code follows that of the note. What is typed below them does not draw them anew. */
export const Comments = memo(function Comments(props: CommentSectionProps) {
  const [failed, setFailed] = useState(false)
  const Section = useLoadable(section, !failed, () => setFailed(true))
  if (Section) return <Section {...props} />
  if (!failed) return <CommentBones />
  return (
    <div className={classes.message} role="alert">
      <p>评论没能加载出来</p>
      <button type="button" className={classes.retry} onClick={() => setFailed(false)}>
        重试
      </button>
    </div>
  )
})
