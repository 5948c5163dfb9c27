import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useCaretInView } from '#ui/form/caret-in-view.ts'
import { useCloseOnMobileBack } from '#ui/history/close-on-back.ts'
import classes from './DialogFrame.module.css'
import { ignoreSecondClick, useIsTopmost, useReturnFocus, useScrollLock } from './overlay.ts'

type DialogProps = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  width?: number
  /** Off while input would be lost. */
  closeOnClickOutside?: boolean
  /** Esc closes the topmost dialog; off for one that it must not close at all. */
  closeOnEscape?: boolean
  onExited?: () => void
  className?: string
}

const transition = { transition: 'pop', duration: 200, timingFunction: 'cubic-bezier(.2,.8,.2,1)' } as const

/** One Esc closes one dialog: without this it also reaches the question that this dialog just opened. */
const handledEscapes = new WeakSet<KeyboardEvent>()

/**
 * Mantine's Modal with our Esc stack, scroll lock, focus return and back button
 * (docs/decisions/018-mantine-or-ours.md).
 */
export function DialogFrame({ title, children, width = 420, onExited, className, ...rest }: DialogProps) {
  useScrollLock(rest.opened)
  useCaretInView(rest.opened)
  useReturnFocus(rest.opened)
  useCloseOnMobileBack(rest.opened, rest.onClose)
  const isTopmost = useIsTopmost(rest.opened)
  useEffect(() => {
    if (rest.opened) ignoreSecondClick()
  }, [rest.opened])
  return (
    <Modal.Root
      {...rest}
      closeOnEscape={isTopmost && rest.closeOnEscape !== false}
      __handledEscapeEvents={handledEscapes}
      size={width}
      centered
      lockScroll={false}
      returnFocus={false}
      classNames={classes}
      transitionProps={transition}
      onExitTransitionEnd={onExited}
    >
      <Modal.Overlay />
      <Modal.Content className={className}>
        {/* A <header> in a portal would be a second banner landmark. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="关闭" size={36} radius="xl" />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
