import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { Drawer as MantineDrawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCloseOnMobileBack } from '#ui/history/close-on-back.ts'
import { useReturnFocus, useScrollLock } from '#ui/overlay/overlay.ts'
import classes from './Drawer.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  side: 'left' | 'bottom'
  label: string
  children: ReactNode
}

const transitions = { left: 'slide-right', bottom: 'slide-up' } as const

/** Mantine's drawer for small screens, with our scroll lock, focus return and the phone's back button. */
export function Drawer({ opened, onClose, side, label, children }: Props) {
  useScrollLock(opened)
  useReturnFocus(opened)
  useCloseOnMobileBack(opened, onClose)
  return (
    <MantineDrawer.Root
      opened={opened}
      onClose={onClose}
      position={side}
      size={side === 'left' ? 264 : 'auto'}
      lockScroll={false}
      returnFocus={false}
      transitionProps={{ transition: transitions[side], duration: 200, timingFunction: 'cubic-bezier(.2,.8,.2,1)' }}
      classNames={{ overlay: classes.overlay, content: classes.content, body: classes.body }}
    >
      <MantineDrawer.Overlay />
      <MantineDrawer.Content aria-label={label} data-side={side}>
        <MantineDrawer.Body>
          {side === 'bottom' && (
            // Focused first: a focused text field would open the on-screen keyboard.
            <h2 className={classes.heading} tabIndex={-1} data-autofocus>
              {label}
            </h2>
          )}
          {children}
        </MantineDrawer.Body>
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  )
}
