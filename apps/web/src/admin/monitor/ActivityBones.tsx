import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import list from './Activities.module.css'
import rows from './ActivityRow.module.css'

const ROWS = ['60%', '80%', '45%', '70%', '55%', '75%'] as const

/** Activities of the shape that comes. */
export function ActivityBones() {
  return (
    <Skeleton className={list.list}>
      {ROWS.map((width) => (
        <div key={width} className={rows.row}>
          <Bone width={40} height={40} round />
          <div className={rows.told}>
            <Bone width={120} height={18} />
            <Bone width={width} height={18} />
          </div>
        </div>
      ))}
    </Skeleton>
  )
}
