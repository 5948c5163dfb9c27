import type { Post } from '@shiliu/contract/posts'
import { type CSSProperties, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#app/paths.ts'
import { commentStep } from '#entities/comment/comment.queries.ts'
import { toggleCollect, toggleLike } from '#entities/post/post.queries.ts'
import { WaitingLine } from '#entities/query/WaitingLine.tsx'
import { canGoBack } from '#ui/history/browser-history.ts'
import { scrollBehavior } from '#ui/motion/scroll.ts'
import { ignoreSecondClick } from '#ui/overlay/overlay.ts'
import { ActionBar } from './ActionBar.tsx'
import { Comments } from './comments/Comments.tsx'
import { Composer } from './comments/Composer.tsx'
import { draftPreview, useComposer } from './comments/use-composer.ts'
import { Gallery } from './Gallery.tsx'
import { ModerationBanner } from './ModerationBanner.tsx'
import { NoteHeader } from './NoteHeader.tsx'
import type { NoteMode } from './NoteSkeleton.tsx'
import { NoteText } from './NoteText.tsx'
import classes from './NoteView.module.css'
import { useNoteKeys } from './use-note-keys.ts'
import { usePhone } from './use-phone.ts'

const HIGHLIGHT_MS = 3000

type Props = {
  post: Post
  mode: NoteMode
  targetCommentId: number | null
  onClose?: (() => void) | undefined
}

/** A loaded note: gallery on the left, the rest on the right; on phones one below the other. */
export function NoteView({ post, mode, targetCommentId, onClose }: Props) {
  const [index, setIndex] = useState(0)
  const comments = useRef<HTMLElement>(null)
  const foot = useRef<HTMLElement>(null)
  const phone = usePhone()
  const navigate = useNavigate()
  const highlight = useHighlight()
  const composer = useComposer(post.id, highlight.show)
  useFootChange(composer.opened, foot)
  const last = post.pictures.length - 1
  const shown = Math.min(index, Math.max(0, last))

  useNoteKeys(
    {
      previousImage: () => setIndex(Math.max(0, shown - 1)),
      nextImage: () => setIndex(Math.max(0, Math.min(last, shown + 1))),
      like: () => toggleLike(post, { announce: true }),
      collect: () => toggleCollect(post),
    },
    mode === 'dialog' ? 1 : 0,
  )

  /** What was being written below the note has no place any more. */
  function leaveDeleted() {
    composer.clear()
    if (onClose) onClose()
    else if (canGoBack()) navigate(-1)
    else navigate(paths.explore(), { replace: true })
  }

  const draft = draftPreview(composer)
  const cover = post.pictures[0]
  const variables = { '--ratio': cover?.width && cover.height ? cover.width / cover.height : 0.75 } as CSSProperties
  return (
    <article
      className={classes.note}
      data-mode={mode}
      data-bare={!cover || undefined}
      data-note-scroll
      style={variables}
    >
      <div className={classes.head}>
        <NoteHeader post={post} onClose={phone ? onClose : undefined} onDeleted={leaveDeleted} />
      </div>
      {cover && (
        <div className={classes.media}>
          <Gallery media={post.pictures} title={post.title} index={shown} onIndex={setIndex} />
        </div>
      )}
      <div className={classes.body} data-note-scroll>
        {post.moderation && <ModerationBanner post={post} moderation={post.moderation} />}
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
        <WaitingLine name={commentStep(post.id, composer.target?.commentId ?? null)} className={classes.waiting} />
        {composer.opened ? (
          <Composer composer={composer} />
        ) : (
          <ActionBar
            post={post}
            sending={composer.sending}
            draft={draft}
            onLike={() => toggleLike(post, { announce: true })}
            onCollect={() => toggleCollect(post)}
            onWrite={() => composer.open(draft ? composer.target : null)}
            onComments={() => comments.current?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' })}
          />
        )}
      </footer>
    </article>
  )
}

/** The comment that is highlighted for a moment because it was just written or linked to. */
function useHighlight() {
  const [id, setId] = useState<number | null>(null)
  useEffect(() => {
    if (id === null) return
    const timer = setTimeout(() => setId(null), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [id])
  return { id, show: useCallback((next: number) => setId(next), []) }
}

/** After `opened` turns false and the focus is lost, focuses the first button in the container. */
function useFootChange(opened: boolean, container: RefObject<HTMLElement | null>) {
  const wasOpened = useRef(opened)
  useEffect(() => {
    // Other buttons are where the pressed one was.
    if (wasOpened.current !== opened) ignoreSecondClick()
    const lost = wasOpened.current && !opened && document.activeElement === document.body
    if (lost) container.current?.querySelector('button')?.focus({ preventScroll: true })
    wasOpened.current = opened
  }, [opened, container])
}
