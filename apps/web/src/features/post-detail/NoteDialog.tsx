import { IconX } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useInertPage, useScrollLock } from '#ui/overlay/overlay.ts'
import { Note } from './Note.tsx'
import classes from './NoteDialog.module.css'
import { hasNoteFrame } from './NoteFrame.tsx'
import { useCardTransition } from './use-card-transition.ts'
import { useNoteKeys } from './use-note-keys.ts'
import { useNoteScroll } from './use-note-scroll.ts'

type Props = { id: number | null; targetCommentId: number | null; onClose: () => void; standalone?: boolean }

/** The note as a dialog above the page; on phones it covers the screen. */
export function NoteDialog({ id, targetCommentId, onClose, standalone = false }: Props) {
  const scrim = useRef<HTMLDivElement>(null)
  const [framed] = useState(hasNoteFrame)
  useScrollLock(true)
  useInertPage()
  useCardTransition(id, scrim, framed)
  useNoteKeys({ close: onClose }, 1)
  useNoteScroll(scrim)
  useEffect(() => scrim.current?.focus({ preventScroll: true }), [])

  /** A text that is selected past the note's edge ends on the scrim, too. */
  const pressed = useRef<EventTarget | null>(null)
  const closeOnScrim = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget && pressed.current === currentTarget) onClose()
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
      data-framed={framed || undefined}
      onPointerDown={({ target }) => {
        pressed.current = target
      }}
      onClick={closeOnScrim}
    >
      <button type="button" className={classes.close} aria-label="关闭" onClick={onClose}>
        <IconX size={22} stroke={1.75} aria-hidden />
      </button>
      <div className={classes.panel}>
        <Note id={id} mode="dialog" targetCommentId={targetCommentId} onClose={onClose} standalone={standalone} />
      </div>
    </div>,
    document.body,
  )
}
