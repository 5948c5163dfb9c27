import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePhoneBackStep } from '#ui/back-step.ts'
import { useScrollLock } from '#ui/scroll-lock.ts'
import { useReturnFocus } from '#ui/use-return-focus.ts'
import classes from './Sheet.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  side: 'left' | 'bottom'
  label: string
  children: ReactNode
}

const transitions = { left: 'slide-right', bottom: 'slide-up' } as const

/** A panel that slides in from an edge, on small screens: focus stays inside, Esc, back and a tap beside it close it. */
export function Sheet({ opened, onClose, side, label, children }: Props) {
  useScrollLock(opened)
  useReturnFocus(opened)
  usePhoneBackStep(opened, onClose)
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position={side}
      size={side === 'left' ? 264 : 'auto'}
      lockScroll={false}
      returnFocus={false}
      transitionProps={{ transition: transitions[side], duration: 200, timingFunction: 'cubic-bezier(.2,.8,.2,1)' }}
      classNames={{ overlay: classes.overlay, content: classes.content, body: classes.body }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={label} data-side={side}>
        <Drawer.Body>
          {side === 'bottom' && (
            // The focus starts here: in a text box it would bring up the keyboard.
            <h2 className={classes.heading} tabIndex={-1} data-autofocus>
              {label}
            </h2>
          )}
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
