import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { DEFAULT_AVATAR } from '@shiliu/contract/limits'
import { Picture } from '#ui/Picture.tsx'
import { useScrollLock } from '#ui/scroll-lock.ts'
import { useReturnFocus } from '#ui/use-return-focus.ts'
import classes from './AvatarViewer.module.css'

export type AvatarViewerProps = { opened: boolean; src: string; name: string; onClose: () => void }

/** A person's picture over a dark page; a click anywhere or Esc closes it. */
export function AvatarViewer({ opened, src, name, onClose }: AvatarViewerProps) {
  useScrollLock(opened)
  useReturnFocus(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      fullScreen
      lockScroll={false}
      returnFocus={false}
      transitionProps={{ transition: 'fade', duration: 200 }}
    >
      <Modal.Overlay className={classes.overlay} />
      <Modal.Content className={classes.content} aria-label={`${name}的头像`} onClick={onClose}>
        <Modal.CloseButton className={classes.close} aria-label="关闭" size={44} radius="xl" iconSize={24} />
        <Picture
          className={classes.picture}
          src={src || DEFAULT_AVATAR}
          alt={`${name}的头像`}
          width={1}
          height={1}
          eager
        />
      </Modal.Content>
    </Modal.Root>
  )
}
