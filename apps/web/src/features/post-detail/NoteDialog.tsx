import { IconX } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useScrollLock } from '#ui/overlay/overlay.ts'
import { Note } from './Note.tsx'
import classes from './NoteDialog.module.css'
import { useCardTransition } from './use-card-transition.ts'
import { useNoteKeys } from './use-note-keys.ts'
import { usePhone } from './use-phone.ts'

type Props = { id: number | null; targetCommentId: number | null; onClose: () => void; standalone?: boolean }

/** The note as a dialog above the page; on phones it covers the screen. */
export function NoteDialog({ id, targetCommentId, onClose, standalone = false }: Props) {
  const scrim = useRef<HTMLDivElement>(null)
  const phone = usePhone()
  useScrollLock(true)
  useBackgroundInert()
  useCardTransition(id, scrim)
  useNoteKeys({ close: onClose }, 1)
  useEffect(() => scrim.current?.focus({ preventScroll: true }), [])

  const closeOnScrim = (event: MouseEvent) => {
    if (event.target === event.currentTarget) onClose()
  }

  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc and the button do the same
    <div
      ref={scrim}
      className={classes.scrim}
      role="dialog"
      aria-modal
      aria-label="笔记详情"
      tabIndex={-1}
      data-note
      onClick={closeOnScrim}
    >
      {!phone && (
        <button type="button" className={classes.close} aria-label="关闭" onClick={onClose}>
          <IconX size={22} stroke={1.75} aria-hidden />
        </button>
      )}
      <div className={classes.panel}>
        <Note id={id} mode="dialog" targetCommentId={targetCommentId} onClose={onClose} standalone={standalone} />
      </div>
    </div>,
    document.body,
  )
}

/** Makes the page inert while the dialog is open, then restores the focus. */
function useBackgroundInert() {
  useLayoutEffect(() => {
    const root = document.getElementById('root')
    const focused = document.activeElement
    // Not '': the picture viewer saves and restores the attribute, but ignores an empty one.
    root?.setAttribute('inert', 'true')
    return () => {
      root?.removeAttribute('inert')
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
    }
  }, [])
}
