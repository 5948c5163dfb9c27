import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import classes from './EditForm.module.css'

/** The form while its note is asked for. */
export function EditBones() {
  return (
    <Skeleton className={classes.form}>
      <div className={classes.tiles}>
        {[1, 2, 3].map((tile) => (
          <Bone key={tile} ratio={1} className={classes.tile} />
        ))}
      </div>
      <Bone height={32} />
      <Bone height={140} />
      <Bone width="60%" height={36} />
    </Skeleton>
  )
}
