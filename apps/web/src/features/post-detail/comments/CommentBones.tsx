import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import classes from './CommentBones.module.css'

/** Three comments that are not there yet. */
export function CommentBones() {
  return (
    <Skeleton className={classes.bones}>
      {[60, 85, 45].map((width) => (
        <div key={width} className={classes.comment}>
          <Bone width={36} height={36} round />
          <div className={classes.lines}>
            <Bone width="30%" height={12} />
            <Bone width={`${width}%`} height={14} />
          </div>
        </div>
      ))}
    </Skeleton>
  )
}
