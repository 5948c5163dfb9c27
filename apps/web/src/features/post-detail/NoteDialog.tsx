import { IconX } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useScrollLock } from '#ui/scroll-lock.ts'
import { Note } from './Note.tsx'
import classes from './NoteDialog.module.css'
import { useBackgroundInert } from './use-background-inert.ts'
import { useGrowth } from './use-growth.ts'
import { useNoteKeys } from './use-note-keys.ts'
import { usePhone } from './use-phone.ts'

type Props = { id: number | null; targetCommentId: number | null; onClose: () => void; alone?: boolean }

/** The note as a dialog above the page; on phones it covers the page wholly. */
export function NoteDialog({ id, targetCommentId, onClose, alone = false }: Props) {
  const scrim = useRef<HTMLDivElement>(null)
  const phone = usePhone()
  useScrollLock(true)
  useBackgroundInert()
  useGrowth(id, scrim)
  useNoteKeys({ Escape: onClose }, 1)
  useEffect(() => scrim.current?.focus({ preventScroll: true }), [])

  const closeOutside = (event: MouseEvent) => {
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
      onClick={closeOutside}
    >
      {!phone && (
        <button type="button" className={classes.close} aria-label="关闭" onClick={onClose}>
          <IconX size={22} stroke={1.75} aria-hidden />
        </button>
      )}
      <div className={classes.panel}>
        <Note id={id} mode="dialog" targetCommentId={targetCommentId} onClose={onClose} alone={alone} />
      </div>
    </div>,
    document.body,
  )
}
