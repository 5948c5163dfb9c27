import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import classes from './FormSkeleton.module.css'

/** Stands for a form of labelled fields with its button until it is known which form it is. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <Skeleton className={classes.form}>
      {Array.from({ length: fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={index} className={classes.field}>
          <SkeletonBlock width={56} height={18} />
          <SkeletonBlock height={44} />
        </span>
      ))}
      <SkeletonBlock height={44} className={classes.button ?? ''} />
    </Skeleton>
  )
}
