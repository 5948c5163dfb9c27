import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './DialogFrame.module.css'
import { useScrollLock } from './scroll-lock.ts'

export type DialogProps = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Pixels; on phones it takes the screen's width less a margin. */
  width?: number
  /** Off while something typed would be lost. */
  closeOnClickOutside?: boolean
  /** Off for a dialog that has another one above it. */
  closeOnEscape?: boolean
  trapFocus?: boolean
  onExited?: () => void
  className?: string
}

/** Mantine's modal in the look of our dialogs: focus is kept inside, Esc closes, the page is locked. */
export function DialogFrame({
  opened,
  onClose,
  title,
  children,
  width = 420,
  onExited,
  className,
  ...rest
}: DialogProps) {
  useScrollLock(opened)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={width}
      padding={24}
      centered
      lockScroll={false}
      classNames={{ ...classes, content: `${classes.content} ${className ?? ''}` }}
      transitionProps={{ transition: 'pop', duration: 200, timingFunction: 'cubic-bezier(.2,.8,.2,1)' }}
      onExitTransitionEnd={onExited}
      closeButtonProps={{ 'aria-label': '关闭', size: 36, radius: 'xl' }}
      {...rest}
    >
      {children}
    </Modal>
  )
}
