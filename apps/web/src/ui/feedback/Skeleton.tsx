import type { CSSProperties, ReactNode } from 'react'
import classes from './Skeleton.module.css'

type Size = number | string

const css = (size: Size | undefined) => (typeof size === 'number' ? `${size}px` : size)

type Props = { width?: Size; height?: Size; round?: boolean; ratio?: number; className?: string }

export function SkeletonBlock({ width = '100%', height, round = false, ratio, className }: Props) {
  const variables = { '--w': css(width), '--h': css(height), '--ratio': ratio } as CSSProperties
  return <span className={`${classes.block} ${className ?? ''}`} style={variables} data-round={round || undefined} />
}

type SkeletonProps = { children: ReactNode; className?: string; label?: string }

/** Wraps skeleton blocks and announces loading once. */
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

export function CardSkeleton({ ratio = 3 / 4 }: { ratio?: number }) {
  return (
    <div className={classes.card}>
      <SkeletonBlock ratio={ratio} />
      <SkeletonBlock width="85%" height={14} />
      <div className={classes.author}>
        <SkeletonBlock width={20} height={20} round />
        <SkeletonBlock width="40%" height={12} />
      </div>
    </div>
  )
}
