import '@mantine/core/styles/Popover.layer.css'
import { Popover } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import { BREAKPOINTS } from '#ui/breakpoints.ts'
import { isImeComposing } from '#ui/form/text-input.ts'
import { useCloseOnMobileBack } from '#ui/history/close-on-back.ts'
import { useScrollLock } from '#ui/overlay/overlay.ts'
import classes from './EmojiPanel.module.css'
import { EmojiPicker } from './EmojiPicker.tsx'

export type EmojiPanelProps = {
  anchor: HTMLElement
  opened: boolean
  onPick: (emoji: string) => void
  /** Closed by a press or focus elsewhere: the focus stays there. */
  onClose: () => void
  /** Closed by Esc or the close button: the focus goes back. */
  onLeave: () => void
}

const transition = { transition: 'fade', duration: 160 } as const

/** A popover beside its button, on phones a bottom sheet (docs/product.md#emoji-picker). */
export function EmojiPanel({ anchor, opened, onPick, onClose, onLeave }: EmojiPanelProps) {
  const phone = useMediaQuery(`(max-width: ${BREAKPOINTS.phone}px)`, undefined, { getInitialValueInEffect: false })
  useScrollLock(opened)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || isImeComposing(event.nativeEvent)) return
    event.stopPropagation()
    onLeave()
  }
  if (phone) {
    if (!opened) return null
    return (
      <BottomSheet anchor={anchor} onClose={onClose} onKeyDown={onKeyDown}>
        <EmojiPicker onPick={onPick} onLeave={onLeave} />
      </BottomSheet>
    )
  }
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && onClose()}
      position="top-start"
      offset={6}
      width={360}
      trapFocus
      returnFocus={false}
      closeOnEscape={false}
      withRoles={false}
      transitionProps={transition}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown className={classes.popover} role="dialog" aria-label="表情" onKeyDown={onKeyDown}>
        <EmojiPicker onPick={onPick} autoFocus />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Gives Popover.Target, which wants a ref of its child, an element that is rendered elsewhere. */
function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}

type BottomSheetProps = {
  anchor: HTMLElement
  onClose: () => void
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}

/** Replaces the on-screen keyboard. What is fixed to the bottom keeps off `--sheet-space`: the text stays visible. */
function BottomSheet({ anchor, onClose, onKeyDown, children }: BottomSheetProps) {
  const sheet = useRef<HTMLDivElement>(null)
  useCloseOnMobileBack(true, onClose)

  const onPointerDown = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Node && !sheet.current?.contains(target) && !anchor.contains(target)) onClose()
  })
  useEffect(() => {
    const root = document.documentElement
    const panel = sheet.current
    if (!panel) return
    root.style.setProperty('--sheet-space', `${panel.offsetHeight}px`)
    // Taking the focus closes the on-screen keyboard.
    panel.focus({ preventScroll: true })
    anchor.scrollIntoView({ block: 'nearest' })
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      root.style.removeProperty('--sheet-space')
      document.removeEventListener('pointerdown', onPointerDown)
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
