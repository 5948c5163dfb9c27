import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import classes from './OwnRow.module.css'

/** Rows while they are asked for. */
export function OwnBones() {
  return (
    <Skeleton>
      {[55, 30, 70, 45, 60].map((width) => (
        <div key={width} className={classes.row}>
          <div className={classes.thumb}>
            <Bone ratio={1} />
          </div>
          <div className={classes.body}>
            <Bone width={`${width}%`} height={20} />
            <Bone width="95%" height={16} />
            <Bone width="60%" height={16} />
            <Bone width={160} height={12} />
          </div>
          <div className={classes.actions}>
            <Bone width={152} height={36} round />
          </div>
        </div>
      ))}
    </Skeleton>
  )
}
