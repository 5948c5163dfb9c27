import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import classes from './CommentSection.module.css'

export function CommentSkeleton() {
  return (
    <Skeleton className={classes.skeleton}>
      {[60, 85, 45].map((width) => (
        <div key={width} className={classes.skeletonComment}>
          <SkeletonBlock width={36} height={36} round />
          <div className={classes.skeletonLines}>
            <SkeletonBlock width="30%" height={12} />
            <SkeletonBlock width={`${width}%`} height={14} />
          </div>
        </div>
      ))}
    </Skeleton>
  )
}
