import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import classes from './DocsBones.module.css'

const ROWS = 14

/** A search box above lines of the shape that comes. */
export function DocsBones() {
  return (
    <Skeleton>
      <div className={classes.bones}>
        <Bone height={44} round />
        {Array.from({ length: ROWS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike
          <Bone key={index} width={index % 5 === 0 ? 96 : '100%'} height={index % 5 === 0 ? 20 : 32} />
        ))}
      </div>
    </Skeleton>
  )
}
