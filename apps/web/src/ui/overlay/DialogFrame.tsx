import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePhoneBackStep } from './back-step.ts'
import classes from './DialogFrame.module.css'
import { useScrollLock } from './scroll-lock.ts'
import { useOnTop } from './use-on-top.ts'
import { useReturnFocus } from './use-return-focus.ts'

type DialogProps = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Pixels; on phones it takes the screen's width less a margin. */
  width?: number
  /** Off while something typed would be lost. */
  closeOnClickOutside?: boolean
  /** Of dialogs above each other Esc closes the topmost; off for one that Esc shall not close at all. */
  closeOnEscape?: boolean
  onExited?: () => void
  className?: string
}

const transition = { transition: 'pop', duration: 200, timingFunction: 'cubic-bezier(.2,.8,.2,1)' } as const

/** Mantine's modal in the look of our dialogs: focus is kept inside, Esc and the phone's back close, the page is locked. */
export function DialogFrame({ title, children, width = 420, onExited, className, ...rest }: DialogProps) {
  useScrollLock(rest.opened)
  useReturnFocus(rest.opened)
  usePhoneBackStep(rest.opened, rest.onClose)
  const onTop = useOnTop(rest.opened)
  return (
    <Modal.Root
      {...rest}
      closeOnEscape={onTop && rest.closeOnEscape !== false}
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
        {/* A <header> in a portal would count as a second banner of the page. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="关闭" size={36} radius="xl" />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
