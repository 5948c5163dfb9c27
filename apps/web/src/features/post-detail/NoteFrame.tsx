/** What answers a tap on a note before the note's code has come. In the entry's code, so it is there on any network. */
import { coverOf } from '@shiliu/contract/media'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { backgroundOf, idParam, paths } from '#app/paths.ts'
import { notes } from '#data/records.ts'
import { cardPicture } from '#entities/post/open-note.ts'
import { canGoBack } from '#ui/history/browser-history.ts'
import { pendingConfirm } from '#ui/overlay/confirm.ts'
import { useInertPage, useScrollLock } from '#ui/overlay/overlay.ts'
import classes from './NoteDialog.module.css'
import { NoteSkeleton } from './NoteSkeleton.tsx'

let shown = false

/** Whether the note's dialog takes the place of its frame. */
export const hasNoteFrame = () => shown

/** Closes the note above a page: back to what it was opened from. */
export function useCloseNote(): () => void {
  const location = useLocation()
  const navigate = useNavigate()
  const closed = useRef<string | null>(null)
  // A question may have kept the note open.
  useEffect(
    () =>
      pendingConfirm.subscribe(() => {
        closed.current = null
      }),
    [],
  )
  return useCallback(() => {
    // Pressing Esc twice must not go back twice.
    if (closed.current === location.key) return
    closed.current = location.key
    if (canGoBack()) navigate(-1)
    else navigate(backgroundOf(location) ?? paths.explore(), { replace: true })
  }, [location, navigate])
}

export function NoteFrame() {
  const [query] = useSearchParams()
  const id = idParam(query, 'id')
  const scrim = useRef<HTMLDivElement>(null)
  const close = useCloseNote()
  useScrollLock(true)
  useInertPage()
  useEffect(() => {
    shown = true
    scrim.current?.focus({ preventScroll: true })
    return () => {
      shown = false
    }
  }, [])

  const closeOnScrim = (event: MouseEvent) => {
    if (event.target === event.currentTarget) close()
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  }
  const cover = id === null ? null : cardPicture(id)?.querySelector('img')
  const picture = id === null ? undefined : coverOf(notes.get(id)?.pictures ?? [])
  return createPortal(
    <div
      ref={scrim}
      className={classes.scrim}
      role="dialog"
      aria-modal
      aria-label="笔记详情"
      aria-busy
      tabIndex={-1}
      onClick={closeOnScrim}
      onKeyDown={closeOnEscape}
    >
      <button type="button" className={classes.close} aria-label="关闭" onClick={close}>
        <IconX size={22} stroke={1.75} aria-hidden />
      </button>
      <div className={classes.panel}>
        <NoteSkeleton mode="dialog" onClose={close} cover={cover ?? null} picture={picture} />
      </div>
    </div>,
    document.body,
  )
}
