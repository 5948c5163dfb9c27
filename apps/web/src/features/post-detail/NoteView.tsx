import type { Post } from '@shiliu/contract/posts'
import { type CSSProperties, useRef, useState } from 'react'
import { useToggleCollect } from '#entities/post/use-toggle-collect.ts'
import { useToggleLike } from '#entities/post/use-toggle-like.ts'
import { scrollMotion } from '#ui/motion.ts'
import { ActionBar } from './ActionBar.tsx'
import { Comments } from './comments/Comments.tsx'
import { Composer } from './comments/Composer.tsx'
import { draftLine } from './comments/composer-rules.ts'
import { useComposer } from './comments/use-composer.ts'
import { useHighlight } from './comments/use-highlight.ts'
import { Gallery } from './Gallery.tsx'
import type { NoteMode } from './Note.tsx'
import { NoteHead } from './NoteHead.tsx'
import { NoteText } from './NoteText.tsx'
import classes from './NoteView.module.css'
import { useFocusAfter } from './use-focus-after.ts'
import { useNoteKeys } from './use-note-keys.ts'
import { usePhone } from './use-phone.ts'

type Props = {
  post: Post
  mode: NoteMode
  targetCommentId: number | null
  onClose?: (() => void) | undefined
}

/** Pictures left, everything else right; on phones one below the other (look «Detail»). */
export function NoteView({ post, mode, targetCommentId, onClose }: Props) {
  const [index, setIndex] = useState(0)
  const comments = useRef<HTMLElement>(null)
  const foot = useRef<HTMLElement>(null)
  const toggleLike = useToggleLike({ announce: true })
  const toggleCollect = useToggleCollect()
  const phone = usePhone()
  const highlight = useHighlight()
  const composer = useComposer(post.id, highlight.show)
  useFocusAfter(composer.opened, foot)
  const last = post.pictures.length - 1
  const shown = Math.min(index, Math.max(0, last))

  useNoteKeys(
    {
      ArrowLeft: () => setIndex(Math.max(0, shown - 1)),
      ArrowRight: () => setIndex(Math.max(0, Math.min(last, shown + 1))),
      d: () => toggleLike(post),
      s: () => toggleCollect(post),
    },
    mode === 'dialog' ? 1 : 0,
  )

  const cover = post.pictures[0]
  const variables = { '--ratio': cover?.width && cover.height ? cover.width / cover.height : 0.75 } as CSSProperties
  return (
    <article className={classes.note} data-mode={mode} data-bare={!cover || undefined} style={variables}>
      <div className={classes.head}>
        <NoteHead post={post} onClose={phone ? onClose : undefined} />
      </div>
      {cover && (
        <div className={classes.media}>
          <Gallery media={post.pictures} title={post.title} index={shown} onIndex={setIndex} />
        </div>
      )}
      <div className={classes.body}>
        <NoteText post={post} />
        <section ref={comments} className={classes.comments} aria-label="评论">
          <Comments
            post={post}
            targetCommentId={targetCommentId}
            highlighted={highlight.id}
            onHighlight={highlight.show}
            onReply={composer.open}
          />
        </section>
      </div>
      <footer ref={foot} className={classes.foot}>
        {composer.opened ? (
          <Composer composer={composer} />
        ) : (
          <ActionBar
            post={post}
            sending={composer.sending}
            draft={draftLine(composer)}
            onLike={() => toggleLike(post)}
            onCollect={() => toggleCollect(post)}
            onWrite={() => composer.open(null)}
            onComments={() => comments.current?.scrollIntoView({ behavior: scrollMotion(), block: 'start' })}
          />
        )}
      </footer>
    </article>
  )
}
