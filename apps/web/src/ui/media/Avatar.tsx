import { DEFAULT_AVATAR } from '@shiliu/contract/limits'
import { type SyntheticEvent, useState } from 'react'
import classes from './Avatar.module.css'

type Props = {
  src: string | null | undefined
  name: string
  size: number
  /** The name is beside it and need not be announced twice. */
  decorative?: boolean
  className?: string
}

export function Avatar({ src, name, size, decorative = false, className }: Props) {
  const wanted = src || DEFAULT_AVATAR
  const [broken, setBroken] = useState<string | null>(null)
  const shown = broken === wanted ? DEFAULT_AVATAR : wanted
  const fallBack = (event: SyntheticEvent<HTMLImageElement>) => {
    if (!event.currentTarget.src.endsWith(DEFAULT_AVATAR)) setBroken(wanted)
  }
  return (
    <img
      className={`${classes.avatar} ${className ?? ''}`}
      src={shown}
      width={size}
      height={size}
      alt={decorative ? '' : `${name}的头像`}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={fallBack}
    />
  )
}
