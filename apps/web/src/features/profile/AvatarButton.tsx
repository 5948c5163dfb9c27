import { useState } from 'react'
import { NETWORK_FAILED } from '#api/error.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { loadable, useLoadable } from '#ui/loadable.ts'
import { toast } from '#ui/toast.ts'
import type { AvatarViewerProps } from './AvatarViewer.tsx'
import classes from './ProfileHeader.module.css'

const viewer = loadable<AvatarViewerProps>(() => import('./AvatarViewer.tsx').then((module) => module.AvatarViewer))

type Props = { src: string; name: string; className?: string }

/** The person's picture; pressed, it is shown as large as it is. */
export function AvatarButton({ src, name, className }: Props) {
  const [opened, setOpened] = useState(false)
  const Viewer = useLoadable(viewer, opened, () => {
    setOpened(false)
    toast.error(NETWORK_FAILED)
  })
  return (
    <>
      <button
        type="button"
        className={`${classes.avatarButton} ${className ?? ''}`}
        aria-label={`查看${name}的头像大图`}
        onClick={() => setOpened(true)}
      >
        <Avatar src={src} name={name} size={120} decorative />
      </button>
      {Viewer && <Viewer opened={opened} src={src} name={name} onClose={() => setOpened(false)} />}
    </>
  )
}
