import { DEFAULT_AVATAR } from '@shiliu/contract/limits'
import { Avatar } from '#ui/Avatar.tsx'
import { openViewer, warmViewer } from '#ui/viewer/open-viewer.ts'
import classes from './ProfileHeader.module.css'

type Props = { src: string; name: string; className?: string }

/** The person's picture; pressed, it is shown as large as it is. */
export function AvatarButton({ src, name, className }: Props) {
  const picture = { src: src || DEFAULT_AVATAR, alt: `${name}的头像` }
  return (
    <button
      type="button"
      className={`${classes.avatarButton} ${className ?? ''}`}
      aria-label={`查看${name}的头像大图`}
      onPointerEnter={warmViewer}
      onClick={() => openViewer({ pictures: [picture], index: 0 })}
    >
      <Avatar src={src} name={name} size={120} decorative />
    </button>
  )
}
