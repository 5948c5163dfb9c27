import type { CSSProperties, ReactNode } from 'react'
import classes from './Skeleton.module.css'

type Size = number | string

const css = (size: Size | undefined) => (typeof size === 'number' ? `${size}px` : size)

type Props = { width?: Size; height?: Size; round?: boolean; ratio?: number; className?: string }

/** One grey shape; build the shape of what comes out of several. */
export function Bone({ width = '100%', height, round = false, ratio, className }: Props) {
  const variables = { '--w': css(width), '--h': css(height), '--ratio': ratio } as CSSProperties
  return <span className={`${classes.bone} ${className ?? ''}`} style={variables} data-round={round || undefined} />
}

type SkeletonProps = { children: ReactNode; className?: string; label?: string }

/** Wraps bones: read out once as loading. */
export function Skeleton({ children, className, label = '加载中' }: SkeletonProps) {
  return (
    <div role="status" aria-busy className={className}>
      <span className="sr-only">{label}</span>
      <div aria-hidden className={className ? classes.through : undefined}>
        {children}
      </div>
    </div>
  )
}

/** A note's card in the waterfall: picture, title, author. */
export function CardBones({ ratio = 3 / 4 }: { ratio?: number }) {
  return (
    <div className={classes.card}>
      <Bone ratio={ratio} />
      <Bone width="85%" height={14} />
      <div className={classes.author}>
        <Bone width={20} height={20} round />
        <Bone width="40%" height={12} />
      </div>
    </div>
  )
}
