import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { usePhoneBackStep } from '#ui/back-step.ts'
import classes from './EmojiPanel.module.css'

type Props = {
  anchor: HTMLElement
  onClose: () => void
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}

/**
 * Stands where the keyboard was: what is written stays in sight above it, since everything at the bottom of the screen
 * keeps off `--sheet-space`. A touch anywhere else closes it, and so does going back.
 */
export function EmojiSheet({ anchor, onClose, onKeyDown, children }: Props) {
  const sheet = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  usePhoneBackStep(true, onClose)
  useEffect(() => {
    const root = document.documentElement
    const panel = sheet.current
    if (!panel) return
    root.style.setProperty('--sheet-space', `${panel.offsetHeight}px`)
    // The keyboard gives way, and where the button stood the text must stay in sight.
    panel.focus({ preventScroll: true })
    anchor.scrollIntoView({ block: 'nearest' })

    function touch({ target }: PointerEvent) {
      if (target instanceof Node && !panel?.contains(target) && !anchor.contains(target)) close.current()
    }
    document.addEventListener('pointerdown', touch)
    return () => {
      root.style.removeProperty('--sheet-space')
      document.removeEventListener('pointerdown', touch)
    }
  }, [anchor])

  return createPortal(
    <div
      ref={sheet}
      className={classes.sheet}
      role="dialog"
      aria-label="表情"
      tabIndex={-1}
      data-mantine-stop-propagation
      onKeyDown={onKeyDown}
    >
      {children}
    </div>,
    document.body,
  )
}
